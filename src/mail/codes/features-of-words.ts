import { flag } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { CODE_NAMES } from './code-names.js';
import { fold } from '../text/fold.js';
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
  ...(['support', 'notice', 'familiar', 'direct', 'errand', 'minute', 'hour'] as const),
];

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

/** Which terms stand near a candidate. */
export const near: readonly CodeFeature[] = NEAR.map((kind) => ({
  name: `near.${kind}`,
  says: `A term of kind ${kind} stands on its line, or on the line above one that stands alone.`,
  example: 'A word, then 482913',
  of: (one) => flag(one.near.has(kind)),
}));

/** From a name to the number right behind it. */
const CALLED = 12;

/** Kinds of names, and those that tell more where they stand right before it. */
const NAMES: readonly TermKind[] = ['code', 'maybeCode', 'digits', 'otherCode', 'number'];
const CALLING: readonly TermKind[] = [...NAMES, 'money'];

/** Characters before a name that may be that of the sender. */
const MAX_BRAND = 40;
/** Shorter names begin too many words. */
const MIN_BRAND = 3;

/** "Northwind code: 482913" from Northwind: by the name or a part of the domain it comes from. */
function isOfSender({ page: { text }, name, mail }: CodeCase): boolean {
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

/** What names it. */
export const named: readonly CodeFeature[] = [
  ...NAMES.map((kind): CodeFeature => ({
    name: `name.${kind}`,
    says: `The nearest name is a term of kind ${kind}.`,
    example: 'A name in the line above it',
    of: ({ name }) => flag(name?.hit.term.kind === kind),
  })),
  ...CALLING.map((kind): CodeFeature => ({
    name: `called.${kind}`,
    says: `A term of kind ${kind} stands right before it.`,
    example: 'A name: 482913',
    of: ({ name }) => flag(name?.hit.term.kind === kind && name.leads && name.distance <= CALLED),
  })),
  {
    name: 'name.sender',
    says: "Its name begins with the sender's.",
    example: 'From: Northwind. Northwind code: 482913',
    of: (one) => flag(isOfSender(one)),
  },
];
