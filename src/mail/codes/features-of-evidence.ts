import { flag } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import { isLedToBy, isSaidToBe } from './code-evidence.js';
import type { CodeFeature } from './code-feature.js';
import { hasUnknownQualifier } from './code-labels.js';
import type { CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
import { isOnSite, type Purpose } from './code-purpose.js';
import type { TermKind } from '../words/roles.js';

const NAMES = ['code', 'maybeCode', 'digits', 'no'] as const;
const PURPOSES: readonly (Purpose | 'told')[] = ['asked', 'typed', 'used', 'told'];

/** What names a candidate and what it is for, together: the one counts less beside the other. */
const together: readonly CodeFeature[] = NAMES.flatMap((name) =>
  PURPOSES.map((purpose): CodeFeature => ({
    name: `words.${name}-${purpose}`,
    says: `A term of kind ${name} names it, and words around it say what it is for: it is ${purpose}.`,
    example: 'To sign in enter the code 482913',
    of: (one) => flag((one.purpose ?? 'told') === purpose && (kindOf(one) ?? 'no') === name),
  })),
).filter(({ name }) => name !== 'words.no-told');

const kindOf = (one: CodeCase) => (isNamed(one) ? one.name?.hit.term.kind : undefined);

const isNamed = ({ named }: CodeCase) => named === 'code';
const isSaid = (one: CodeCase) => isNamed(one) || one.purpose !== null;

const isBehind = ({ isFirst, isPaired, mail }: CodeCase) => !isFirst && !isPaired && mail.hasSaid;

/** Terms of a mail that sends a code, and of one that sells, delivers or reports a payment. */
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

/** What words say of a candidate by where they stand. */
export const words: readonly CodeFeature[] = [
  ...together,
  {
    name: 'words.near',
    says: 'A word calls it a code, the nearer the more.',
    example: 'Your code is 482913',
    of: (one) => (isNamed(one) ? nearness(one) : 0),
  },
  {
    name: 'words.other',
    says: 'A word calls it the number of another thing.',
    example: 'Order number: 482913',
    of: ({ named }) => flag(named === 'other'),
  },
  {
    name: 'words.either',
    says: 'A word calls it a code, or says what it is for.',
    example: 'Enter 482913',
    of: (one) => flag(isSaid(one)),
  },
  {
    name: 'words.proofs',
    says: 'The same, the more the mail has words of signing in and confirming.',
    example: 'Your code is 482913. It is valid for 5 minutes, tell it to nobody.',
    of: (one) => (isSaid(one) ? shareOf(PROOFS, one) : 0),
  },
  {
    name: 'words.deals',
    says: 'The same, the more the mail has words of selling and paying.',
    example: 'Code for your order: 482913',
    of: (one) => (isSaid(one) ? shareOf(DEALS, one) : 0),
  },
  {
    name: 'words.unsaid',
    says: 'No word is about it, it stands alone, and the more the mail has words of signing in and confirming.',
    example: 'Sign in to Northwind\\n\\n482913',
    of: (one) => (!isSaid(one) && one.place.alone ? shareOf(PROOFS, one) : 0),
  },
  {
    name: 'words.site',
    says: 'Its sentence names an app, a website or a device.',
    example: 'The code for our website is 4829',
    of: (one) => flag(isSaid(one) && isOnSite(one.place)),
  },
  {
    name: 'words.refuted',
    says: 'What stands beside it makes something else of it: a date, a postal code, what was counted.',
    example: '18 September 2026',
    of: ({ isRefuted }) => flag(isRefuted),
  },
  {
    name: 'words.elsewhere',
    says: 'It has the name of another thing at another place of the mail.',
    example: 'Subject: Code 505050. Promotion code 505050',
    of: ({ elsewhere }) => flag(elsewhere),
  },
  {
    name: 'words.first',
    says: 'Words say more for it than for any other candidate.',
    example: 'Your code is 482913, your order 77120.',
    of: ({ isFirst }) => flag(isFirst),
  },
  {
    name: 'words.behind',
    says: 'Words say something for another candidate, and less for it.',
    example: 'Your code is 482913, your order 77120.',
    of: (one) => flag(isBehind(one)),
  },
  {
    name: 'words.beside',
    says: 'The same, and nothing calls it a code.',
    example: 'Your code is 482913. Your order: 77120.',
    of: (one) => flag(isBehind(one) && !isNamed(one)),
  },
];

/** Characters in which what a name says fades. */
const FADING = 100;
/** Where a colon or "is" leads from a name to a number, the distance between them counts so many times less. */
const DIRECT = 3;

function nearness({ name, place }: CodeCase): number {
  if (!name) return 0;
  const reach = isLedToBy(place, name) ? DIRECT * FADING : FADING;
  return Math.max(0, 1 - name.distance / reach);
}

/** Asks what a name says; what has none says nothing. */
const ofName =
  (is: (place: CodePlace, name: CodeName) => boolean): CodeFeature['of'] =>
  ({ place, name }) =>
    flag(name !== null && is(place, name));

/** How its name stands to it. */
export const names: readonly CodeFeature[] = [
  {
    name: 'name.said',
    says: 'Its name says what it is.',
    example: 'Your code is x7k9q2',
    of: ofName(isSaidToBe),
  },
  {
    name: 'name.leads',
    says: 'Its name leads to it with a colon or a verb.',
    example: 'Code: 482913',
    of: ofName(isLedToBy),
  },
  {
    name: 'name.paired',
    says: 'It stands beside another one with a label of the same kind.',
    example: 'Code for the old address: 338071. Code for the new address: 905264',
    of: ({ isPaired }) => flag(isPaired),
  },
  {
    name: 'name.stranger',
    says: 'Its name says whose it is in words that no list has, and the mail asks for nothing.',
    example: 'Code of the participant: 482913',
    of: ({ page, raw, name, mail }) =>
      flag(hasUnknownQualifier(page, raw, name) && !ASKING.some((kind) => mail.signs.counts[kind])),
  },
  {
    name: 'name.receipt',
    says: 'It is called what a payment was approved with, and the mail tells of a deal and asks for nothing.',
    example: 'Paid: 20,00 €. Approval code: 482913',
    of: ({ name, mail: { signs } }) =>
      flag(
        Boolean(name?.hit.term.isApproval) &&
          Boolean(signs.counts.money ?? signs.counts.order) &&
          !signs.counts.enter &&
          !TITLES.some((kind) => signs.subject.has(kind)),
      ),
  },
];

const TITLES = ['code', 'maybeCode', 'signIn', 'reset', 'purpose'] as const;

const ASKING = [
  ...(['enter', 'secret', 'ignore', 'reset', 'purpose', 'pending', 'direct', 'once'] as const),
];
