import { domainOf } from '../text/mail-address.js';
import { features, flag } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
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
export const said = [
  // The mail has a term of this kind. `Two words further on`
  ...SAID.flatMap((kind) =>
    features<CodeCase>({ [`said.${kind}`]: ({ mail }) => Boolean(mail.signs.counts[kind]) }),
  ),
  // The subject has one. `Subject: what it is about`
  ...TITLED.flatMap((kind) =>
    features<CodeCase>({ [`title.${kind}`]: ({ mail }) => mail.signs.subject.has(kind) }),
  ),
];

/** How near they are in its sentence, or in the lines around one that stands apart: before it, and behind. */
const near = NEAR.flatMap((kind) =>
  features<CodeCase>(
    {
      // A term of this kind leads to it, the nearer the more. `A word: 482913`
      [`before.${kind}`]: ({ terms }) => terms.before.get(kind) ?? 0,
      // One follows. `482913 is a word`
      [`behind.${kind}`]: ({ terms }) => terms.behind.get(kind) ?? 0,
    },
    LEANS[kind],
  ),
);

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
  const brands = [fold(from.name ?? '').trim(), ...domainOf(from.address).split('.').slice(0, -1)];
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

/** Of which kind the nearest name is, and whether it stands right before it. */
const named = NAME_KINDS.flatMap((kind) =>
  features<CodeCase>(
    {
      // The nearest name is a term of this kind. `A name in the line above it`
      [`name.${kind}`]: ({ terms: { name } }) => name?.hit.term.kind === kind,
      // It stands right before the candidate. `A name: 482913`
      [`called.${kind}`]: ({ terms: { name } }) =>
        name?.hit.term.kind === kind && name.leads && name.nearness >= CALLED,
    },
    LEANS[kind],
  ),
);

/** What a mail has that sends a code, and one that sells, delivers or reports a payment. */
const PROOFS: readonly TermKind[] = [
  ...(['code', 'verify', 'signIn', 'reset', 'secret', 'ignore', 'lasts', 'enter'] as const),
];
const DEALS: readonly TermKind[] = ['order', 'money', 'offer', 'otherCode', 'unsubscribe', 'news'];

/** What a subject says that mail with a code is for. */
const PURPOSES: readonly TermKind[] = ['verify', 'signIn', 'reset', 'site', 'purpose'];

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

const MISSED = phrases('attempt.missed');
const COUNTED = phrases('counted');
/** Characters before and behind a candidate in which they count. */
const COUNTED_IN = 28;
const MISSED_IN = 160;

/** What words say for it. */
const pro = features<CodeCase>(
  {
    // A word of typing stands right beside it. `Enter 482913`
    'called.enter': ({ terms }) => typedBy(terms) >= CALLED,
    // What calls it a code says "your", "this" or the like. `Your code: 482913`
    'name.own': (one) => OWN.has(fold(wordBefore(one))),
    // Its name begins with the sender's. `From: Northwind. Northwind code: 482913`
    'name.sender': isOfSender,
    // A word calls it a code, the nearer the more. `Your code is 482913`
    'words.called': (one) => codeNameOf(one)?.nearness ?? 0,
    // Words say something for it, and the mail has many of signing in.
    // `Your code is 482913. Keep it.`
    'words.proofs': (one) => (one.score > 0 ? shareOf(PROOFS, one) : 0),
    // No word is about it, it stands alone, and the mail has words of signing in.
    // `Sign in\n\n482913`
    'words.unsaid': (one) => (one.score <= 0 && one.alone ? shareOf(PROOFS, one) : 0),
    // How many more words of signing in the mail has than such of selling. `Sign in: your code`
    'topic.proofs': (one) => Math.max(0, shareOf(PROOFS, one) - shareOf(DEALS, one)),
    // Words of typing are near, and such of what a code is for. `Enter 482913 to sign in`
    'words.asked': ({ terms }) => Math.min(typedBy(terms), servesBy(terms)),
    // A word of typing is near, and the subject says what a code is for. `Subject: Password recovery. Enter 482913`
    'words.asked-for': ({ terms, mail: { signs } }) =>
      PURPOSES.some((kind) => signs.subject.has(kind)) ? typedBy(terms) : 0,
    // The same of either, and nothing names it. `482913 unlocks your account`
    'words.unnamed': ({ terms }) => (terms.name ? 0 : Math.max(typedBy(terms), servesBy(terms))),
    // Behind it is told that it may be typed wrong a few times. `3086\nThree misses and we lock`
    'words.missed': ({ page: { text }, raw: { end } }) =>
      holdsStem(text.slice(end, end + MISSED_IN), MISSED),
    // Words say more for it than for any other candidate. `Your code is 482913, your order 77120.`
    'words.first': ({ isFirst }) => isFirst,
  },
  1,
);

/** What words say against it. */
const contra = features<CodeCase>(
  {
    // Its name says whose it is in words that no list has. `Team code: 482913`
    'name.strange': isStrange,
    // A word calls it the number of another thing, the nearer the more. `Order number: 482913`
    'words.other': ({ score }) => Math.max(0, -score),
    // Words say something for it, and the mail has many of selling. `Code for your order: 482913`
    'words.deals': (one) => (one.score > 0 ? shareOf(DEALS, one) : 0),
    // The subject is about an order, and nothing in the mail about signing in.
    // `Subject: Your parcel. Enter 482913 at the locker`
    'words.ordered': ({ mail: { signs } }) =>
      signs.subject.has('order') && !PURPOSES.some((kind) => signs.counts[kind]),
    // How many more words of selling the mail has than such of signing in. `Order: your parcel`
    'topic.deals': (one) => Math.max(0, shareOf(DEALS, one) - shareOf(PROOFS, one)),
    // It is how many codes there are. `482913 codes were sent`
    'words.counted': ({ page: { text }, raw: { end } }) =>
      holdsStem(text.slice(end, end + COUNTED_IN), COUNTED),
    // It has the name of another thing at another place.
    // `Subject: Code 505050. Promotion code 505050`
    'words.elsewhere': ({ elsewhere }) => elsewhere,
    // Words say something for another candidate, and less for it.
    // `Your code is 482913, order 77120.`
    'words.behind': ({ isFirst, mail }) => !isFirst && mail.hasSaid,
  },
  -1,
);

/** What words say of a candidate by where they stand. */
export const words = [
  ...near,
  ...named,
  // Words call it a code, or say what it is for. `Enter 482913`
  ...features<CodeCase>({ 'words.said': ({ score }) => score > 0 }),
  ...pro,
  ...contra,
];
