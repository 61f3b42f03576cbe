import { flag } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { CODE_NAMES, NAME_KINDS, servesBy, typedBy } from './code-terms.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { isCompound } from '../text/lexicon.js';
import { firstHitFrom } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import type { TermKind } from '../words/roles.js';

/** Kinds of terms that tell something by standing anywhere in a mail, in its subject, or near. */
const SAID: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'verify', 'signIn', 'enter'] as const),
  ...(['site', 'reset', 'unsubscribe', 'lasts', 'waits', 'secret', 'ignore', 'order'] as const),
  ...(['money', 'news', 'offer', 'notice', 'familiar', 'direct', 'once', 'errand'] as const),
  ...(['minute', 'hour'] as const),
];
const TITLED: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'number', 'verify', 'signIn', 'site', 'reset'] as const),
  ...(['purpose', 'order', 'money', 'news', 'support', 'notice', 'familiar', 'errand'] as const),
];
const NEAR: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'verify', 'signIn', 'enter'] as const),
  ...(['site', 'reset', 'purpose', 'lasts', 'waits', 'ignore', 'order', 'money', 'offer'] as const),
  ...(['support', 'notice', 'familiar', 'direct', 'errand', 'minute', 'hour', 'given'] as const),
];

/** What terms near a candidate can speak for, or against. */
const LEANS: Readonly<Partial<Record<TermKind, 1 | -1>>> = {
  code: 1,
  maybeCode: 1,
  digits: 1,
  verify: 1,
  signIn: 1,
  enter: 1,
  purpose: 1,
  lasts: 1,
  direct: 1,
  given: 1,
  otherCode: -1,
  number: -1,
  order: -1,
  money: -1,
  offer: -1,
  support: -1,
};

/** Which terms the mail has, and which its subject. */
export const said: readonly CodeFeature[] = [
  ...SAID.map((kind): CodeFeature => ({
    name: `said.${kind}`,
    says: `The mail has a term of kind ${kind}.`,
    example: 'Two words further on',
    of: ({ mail }) => flag((mail.signs.counts[kind] ?? 0) > 0),
  })),
  ...TITLED.map((kind): CodeFeature => ({
    name: `title.${kind}`,
    says: `The subject has a term of kind ${kind}.`,
    example: 'Subject: what it is about',
    of: ({ mail }) => flag(mail.signs.subject.has(kind)),
  })),
];

/** How near they are in its sentence, or in the lines around one that stands apart. */
const near: readonly CodeFeature[] = NEAR.flatMap((kind) => [
  {
    name: `before.${kind}`,
    says: `A term of kind ${kind} leads to it, the nearer the more.`,
    example: 'A word: 482913',
    leans: LEANS[kind],
    of: ({ terms }: CodeCase) => terms.before.get(kind) ?? 0,
  },
  {
    name: `behind.${kind}`,
    says: `A term of kind ${kind} follows, the nearer the more.`,
    example: '482913 is a word',
    leans: LEANS[kind],
    of: ({ terms }: CodeCase) => terms.behind.get(kind) ?? 0,
  },
]);

/** How near a name is that stands right before a candidate. */
const CALLED = 0.92;

/** Characters before a name that may be that of the sender. */
const MAX_BRAND = 40;
/** Shorter names begin too many words. */
const MIN_BRAND = 3;

/** "Northwind code: 482913" from Northwind: by the name or a part of the domain it comes from. */
function isOfSender({ page: { text }, terms: { name }, mail }: CodeCase): boolean {
  if (!name?.leads || !CODE_NAMES.has(name.hit.term.kind)) return false;
  const { start } = name.hit;
  const before = fold(text.slice(Math.max(0, start - MAX_BRAND), start)).trimEnd();
  const { from } = mail.signs;
  const [, domain = ''] = from.address.split('@');
  const brands = [fold(from.name ?? '').trim(), ...domain.toLowerCase().split('.').slice(0, -1)];
  return brands.some((brand) => brand.length >= MIN_BRAND && endsInWord(before, brand));
}

const endsInWord = (text: string, word: string): boolean =>
  text.endsWith(word) && !/[\p{L}\p{N}]$/u.test(text.slice(0, -word.length));

/** Characters of a label, or of the rest of a name. */
const MAX_LABEL = 24;
const OWN: ReadonlySet<string> = new Set(foldedWords('own'));

/** The word right before a name on its line: "your" of "your code", "garage" of "Garage code". */
function wordBefore({ page: { text }, terms: { name } }: CodeCase): string {
  if (!name?.leads) return '';
  const before = text.slice(Math.max(0, name.hit.start - MAX_LABEL), name.hit.start);
  return /(?:^|[^\p{L}\p{M}])([\p{L}\p{M}]+)[ -]$/u.exec(before)?.[1] ?? '';
}

/** Words between a name and its code, the last of four letters or more: "participant" of "Code participant: 482913". */
const REST = /^ (?:\p{L}[\p{L}\p{M}]* )*\p{L}[\p{L}\p{M}]{3,} ?[:：]? ?$/u;

/** "Team code: 482913", "Code participant: 482913": words that no list has say whose it is. */
function isStrange(one: CodeCase): boolean {
  const { page, terms, raw } = one;
  const { name } = terms;
  if (name?.hit.term.kind !== 'maybeCode' || !name.leads) return false;
  const { start, end } = name.hit;
  const next = firstHitFrom(page.hits, start);
  const gap = page.text.slice(end, raw.start);
  if (gap.length <= MAX_LABEL && REST.test(gap))
    return page.hits[firstHitFrom(page.hits, end)]?.start !== end + 1;
  return (
    isCompound(name.hit) || (isThing(wordBefore(one)) && page.hits[next - 1]?.end !== start - 1)
  );
}

const isThing = (word: string) => word !== '' && !OWN.has(fold(word));

/** What names it. */
const named: readonly CodeFeature[] = [
  ...NAME_KINDS.flatMap((kind): CodeFeature[] => [
    {
      name: `name.${kind}`,
      says: `The nearest name is a term of kind ${kind}.`,
      example: 'A name in the line above it',
      leans: LEANS[kind],
      of: ({ terms: { name } }) => flag(name?.hit.term.kind === kind),
    },
    {
      name: `called.${kind}`,
      says: `A term of kind ${kind} stands right before it.`,
      example: 'A name: 482913',
      leans: LEANS[kind],
      of: ({ terms: { name } }) =>
        flag(name?.hit.term.kind === kind && name.leads && name.nearness >= CALLED),
    },
  ]),
  {
    name: 'called.enter',
    leans: 1,
    says: 'A word of typing stands right beside it.',
    example: 'Enter 482913',
    of: ({ terms }) => flag(typedBy(terms) >= CALLED),
  },
  {
    name: 'name.own',
    leans: 1,
    says: 'What calls it a code says "your", "this" or the like.',
    example: 'Your code: 482913',
    of: (one) => flag(OWN.has(fold(wordBefore(one)))),
  },
  {
    name: 'name.strange',
    leans: -1,
    says: 'Its name says whose it is in words that no list has.',
    example: 'Team code: 482913',
    of: (one) => flag(isStrange(one)),
  },
  {
    name: 'name.sender',
    leans: 1,
    says: "Its name begins with the sender's.",
    example: 'From: Northwind. Northwind code: 482913',
    of: (one) => flag(isOfSender(one)),
  },
];

/** What a mail has that sends a code, and one that sells, delivers or reports a payment. */
const PROOFS: readonly TermKind[] = [
  ...(['code', 'verify', 'signIn', 'reset', 'secret', 'ignore', 'lasts', 'enter'] as const),
];
const DEALS: readonly TermKind[] = ['order', 'money', 'offer', 'otherCode', 'unsubscribe', 'news'];

/** How many of these kinds a mail has, and its subject once more. */
function shareOf(kinds: readonly TermKind[], { mail: { signs } }: CodeCase): number {
  let count = 0;
  for (const kind of kinds)
    count += flag(Boolean(signs.counts[kind])) + flag(signs.subject.has(kind));
  return count / kinds.length;
}

/** What names it, if that is the name of a code. */
const codeNameOf = ({ terms: { name } }: CodeCase) =>
  name && CODE_NAMES.has(name.hit.term.kind) ? name : null;

const EXAMPLE = phrases('example');
const MISSED = phrases('attempt.missed');
/** Characters before and behind a candidate in which they count. */
const EXAMPLE_IN = 24;
const MISSED_IN = 160;

/** What words say for others. */
const compared: readonly CodeFeature[] = [
  {
    name: 'words.said',
    says: 'Words call it a code, or say what it is for.',
    example: 'Enter 482913',
    of: ({ score }) => flag(score > 0),
  },
  {
    name: 'words.called',
    leans: 1,
    says: 'A word calls it a code, the nearer the more.',
    example: 'Your code is 482913',
    of: (one) => codeNameOf(one)?.nearness ?? 0,
  },
  {
    name: 'words.other',
    leans: -1,
    says: 'A word calls it the number of another thing, the nearer the more.',
    example: 'Order number: 482913',
    of: ({ score }) => Math.max(0, -score),
  },
  {
    name: 'words.proofs',
    leans: 1,
    says: 'Words say something for it, and the mail has many of signing in and confirming.',
    example: 'Your code is 482913. It is valid for 5 minutes, tell it to nobody.',
    of: (one) => (one.score > 0 ? shareOf(PROOFS, one) : 0),
  },
  {
    name: 'words.deals',
    leans: -1,
    says: 'The same, and the mail has many of selling and paying.',
    example: 'Code for your order: 482913',
    of: (one) => (one.score > 0 ? shareOf(DEALS, one) : 0),
  },
  {
    name: 'words.unsaid',
    leans: 1,
    says: 'No word is about it, it stands alone, and the mail has words of signing in and confirming.',
    example: 'Sign in to Northwind\\n\\n482913',
    of: (one) => (one.score <= 0 && one.place.alone ? shareOf(PROOFS, one) : 0),
  },
  {
    name: 'words.asked',
    leans: 1,
    says: 'Words of typing are near, and such of what a code is for.',
    example: 'Enter 482913 to sign in',
    of: ({ terms }) => Math.min(typedBy(terms), servesBy(terms)),
  },
  {
    name: 'words.unnamed',
    leans: 1,
    says: 'The same of either, and nothing names it.',
    example: '482913 unlocks your account',
    of: ({ terms }) => (terms.name ? 0 : Math.max(typedBy(terms), servesBy(terms))),
  },
  {
    name: 'words.example',
    leans: -1,
    says: 'Right before it is told that it is an example.',
    example: 'A code like 123456',
    of: ({ page: { text }, raw: { start } }) =>
      flag(holdsStem(text.slice(Math.max(0, start - EXAMPLE_IN), start), EXAMPLE)),
  },
  {
    name: 'words.missed',
    leans: 1,
    says: 'Behind it is told that it may be typed wrong a few times.',
    example: '3086\\nThree misses and we lock for the day',
    of: ({ page: { text }, raw: { end } }) =>
      flag(holdsStem(text.slice(end, end + MISSED_IN), MISSED)),
  },
  {
    name: 'words.elsewhere',
    leans: -1,
    says: 'It has the name of another thing at another place of the mail.',
    example: 'Subject: Code 505050. Promotion code 505050',
    of: ({ elsewhere }) => flag(elsewhere),
  },
  {
    name: 'words.first',
    leans: 1,
    says: 'Words say more for it than for any other candidate.',
    example: 'Your code is 482913, your order 77120.',
    of: ({ isFirst }) => flag(isFirst),
  },
  {
    name: 'words.behind',
    leans: -1,
    says: 'Words say something for another candidate, and less for it.',
    example: 'Your code is 482913, your order 77120.',
    of: ({ isFirst, mail }) => flag(!isFirst && mail.hasSaid),
  },
];

/** What words say of a candidate by where they stand. */
export const words: readonly CodeFeature[] = [...near, ...named, ...compared];
