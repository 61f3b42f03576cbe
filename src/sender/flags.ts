import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { clip } from '../mail/text/safe-text.js';
import type { SenderFlag } from './auth.js';
import { mixesScripts, skeleton, withoutMarks } from './confusables.js';
import { domainOf, organizationOf } from './domains.js';
import type { SenderHead } from './head.js';

// A display name longer than this says nothing more.
const MAX_NAME = 300;
// A shorter word is like too many others.
const SHORTEST_BRAND = 4;
const ADDRESS = /[^\s<>@"(),:;]{1,64}@[^\s<>@"(),:;]{1,255}/g;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;

/** What is remarkable about the sender a mail claims to have. */
export function readFlags(head: SenderHead): readonly SenderFlag[] {
  const [from] = head.mailboxes;
  const domains = new Set(head.mailboxes.map(({ address }) => domainOf(address)));
  const found: Record<SenderFlag, boolean> = {
    several_from: head.fromFields > 1 || domains.size > 1,
    name_is_address: false,
    name_claims_domain: false,
    lookalike_domain: false,
    ...(from && flagsOfName(clip(from.name ?? '', MAX_NAME), from.address)),
  };
  return (Object.keys(found) as SenderFlag[]).filter((flag) => found[flag]);
}

function flagsOfName(name: string, address: string) {
  const domain = domainOf(address);
  const addresses = name.match(ADDRESS) ?? [];
  const rest = name.replace(ADDRESS, ' ');
  return {
    name_is_address: addresses.some((other) => other.toLowerCase() !== address.toLowerCase()),
    name_claims_domain: (rest.match(DOMAIN) ?? []).some((claim) => isOther(claim, domain)),
    lookalike_domain: domain !== null && looksAlike(domain, rest),
  };
}

/** Whether `claim` is a real domain of another organization than `domain`. */
function isOther(claim: string, domain: string | null): boolean {
  const { domain: claimed, isIcann } = parse(claim.toLowerCase());
  if (!claimed || !isIcann) return false;
  const organization = organizationOf(domainOf(claimed) ?? '');
  return organization !== null && (domain === null || organization !== organizationOf(domain));
}

/** Whether a word of the domain is written to look like the name, or like no honest word. */
function looksAlike(domain: string, name: string): boolean {
  const label = domainToUnicode(
    parse(domain, { allowPrivateDomains: true }).domainWithoutSuffix ?? '',
  );
  const words = [label, ...label.split('-')].filter((word) => word.length >= SHORTEST_BRAND);
  const brands = brandsOf(name);
  return words.some(
    (word) => mixesScripts(word) || brands.some((brand) => imitates(plain(word), brand)),
  );
}

const plain = (word: string) => word.replaceAll('-', '');

/** A name with accents is honestly written without them in a domain, but not the other way round. */
const imitates = (word: string, brand: string) =>
  word !== brand && word !== withoutMarks(brand) && skeleton(word) === skeleton(brand);

/** What a display name may be the name of: its words, and all of them as one. */
function brandsOf(name: string): string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words, words.join('')].filter((word) => word.length >= SHORTEST_BRAND);
}
