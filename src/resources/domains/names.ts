import { domainToASCII, domainToUnicode } from 'node:url';
import { getPublicSuffix, parse } from 'tldts';
import { isBelow } from '../../dns/names.js';
import { invalid } from '../../errors.js';

// Names that no organization brings (RFC 2606, RFC 6761, RFC 6762, RFC 7686).
const SPECIAL = ['localhost', 'local', 'arpa', 'onion', 'invalid'];
// What a URL has besides a host, which is what `domainToASCII` reads.
const NO_NAME = /[\s/\\?#%]/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_NAME = 253;

// Scripts of which a label has one alone, or those of a group (UTS 39 section 5.1).
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Thai',
  'Cherokee',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
];
const isLetterOf = (scripts: readonly string[]) =>
  new RegExp(`[${scripts.map((name) => `\\p{Script=${name}}`).join('')}]`, 'v');
const LETTERS = SCRIPTS.map((name) => ({ name, letters: isLetterOf([name]) }));
// Letters of the scripts that are not listed, of which some look like those that are (Coptic, Lisu).
const LETTERS_OF_OTHERS = new RegExp(
  `[\\p{L}--${isLetterOf([...SCRIPTS, 'Common', 'Inherited']).source}]`,
  'v',
);
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];

/**
 * A domain that an organization brings, as A-labels in lower case without the final dot (UTS 46).
 * @throws AppError 400 that says what is wrong with it
 */
export function ownDomain(given: string, mailDomain: string): string {
  const name = given.trim().replace(/\.$/, '');
  const domain = NO_NAME.test(name) ? '' : domainToASCII(name).toLowerCase();
  const problem = problemOf(domain, mailDomain);
  if (problem !== null) throw invalid(`domain ${problem}`);
  return domain;
}

function problemOf(domain: string, mailDomain: string): string | null {
  const labels = domain.split('.');
  if (parse(domain).isIp) return 'must be a name, not an IP address';
  if (domain.length > MAX_NAME || !labels.every((label) => LABEL.test(label)))
    return 'must be a domain name, such as example.com';
  if (labels.some((label) => mixesScripts(domainToUnicode(label))))
    return 'must not mix scripts within a label: it would look like another name';
  if (isBelow(domain, mailDomain)) return `must not be ${mailDomain} or below it`;
  if (SPECIAL.some((name) => isBelow(domain, name))) return `must not be below .${labels.at(-1)}`;
  if (labels.length === 1) return 'must have at least two labels, such as example.com';
  const suffix = getPublicSuffix(domain, { allowPrivateDomains: true });
  return suffix === domain ? `must not be ${domain}: anybody registers names below it` : null;
}

/** The names above `domain` that have at least two labels, the nearest first. */
export function namesAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

function mixesScripts(label: string): boolean {
  const used = LETTERS.filter(({ letters }) => letters.test(label)).map(({ name }) => name);
  if (LETTERS_OF_OTHERS.test(label)) used.push('another');
  return used.length > 1 && !TOGETHER.some((group) => used.every((name) => group.includes(name)));
}
