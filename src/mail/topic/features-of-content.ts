import { featuresOf, features, unread } from '../model/feature.js';
import { ofPageLook } from '../model/page-look-features.js';
import { acts } from '../analysis.js';
import { AMOUNT } from '../text/amounts.js';
import { unreadShare } from '../text/page-look.js';
import { clip } from '../text/safe-text.js';
import type { TermKind } from '../words/roles.js';
import { alternatives } from '../words/word-lists.js';
import type { CategoryCase, CategoryFeature } from './category-case.js';

/** "#482", "Nr. 12", "Issue 9": newsletters count what they send. */
const ISSUE = new RegExp(
  String.raw`(?:^|[\s([|:–-])(?:(?:#|№ ?|n[º°o.] ?)|(?:${alternatives('issue')}) ?)\d{1,4}(?![\d/.-])|第 ?\d{1,4} ?[期号號回]|\d{1,4}호`,
  'iu',
);
const MAX_SUBJECT = 300;
/** A mail that reports an order or a payment names its number or its price. */
const FIGURE = /\d{3}|\d[.,]\d\d/;
const LONG_NUMBER = /\d{5}/;
const PERCENT = /\d ?[%％٪]|[%٪]\d/;
const SEVERAL_LINKS = 3;

/** Types of schema.org that shops, carriers and mail programs agree on. */
const GOODS = /^(?:Order|ParcelDelivery|[A-Z][A-Za-z]{0,20}Reservation|Reservation)$/;

const tells = (figure: RegExp, { title, beginning }: CategoryCase) =>
  figure.test(title) || figure.test(beginning);

const SURELY = 0.95;
const ACCOUNT: readonly TermKind[] = ['verify', 'signIn', 'reset', 'code'];

const any = features<CategoryCase>({
  // It is a mail. `Subject: Hello`
  any: () => 1,
});

const ofOwn = features<CategoryCase>({
  // It says how to leave a list. `Unsubscribe`
  many: ({ isToMany }) => isToMany,
  // It was sent to a list. `List-Unsubscribe: <…>`
  list: ({ clues }) => clues.isSentToList,
  // It has no HTML. `Content-Type: text/plain`
  plain: ({ clues }) => clues.isPlain,
  // It has no links. `See you on Friday!`
  'links.none': ({ clues }) => clues.links.length === 0,
  // It has several links. `<a>…</a> <a>…</a> <a>…</a> <a>…</a>`
  'links.several': ({ clues }) => clues.links.length > SEVERAL_LINKS,
  // Its markup tells of an order, a parcel or a reservation. `{"@type": "ParcelDelivery"}`
  'marked.goods': ({ clues }) => clues.markedTypes.some((type) => GOODS.test(type)),
  // Its figures.
  // It begins with a price or a number. `No. 482`
  figure: ({ beginning }) => FIGURE.test(beginning),
  // It begins with a long number. `Order 482910`
  'figure.long': ({ beginning }) => LONG_NUMBER.test(beginning),
  // It names a percentage. `20% off`
  'figure.percent': (mail) => tells(PERCENT, mail),
  // It names a sum of money. `$84.00`
  'figure.amount': (mail) => tells(AMOUNT, mail),
  // Its subject names a sum of money. `Subject: $84.00 from Ann`
  'title.amount': ({ title }) => AMOUNT.test(title),
  // Its subject has a term of kind otherCode, and it names a sum of money.
  // `Subject: A gift card for you … £25.00`
  'title.voucher': (mail) => mail.subject.has('otherCode') && tells(AMOUNT, mail),
  // Its subject has a digit. `Subject: Order 48291`
  'title.digit': ({ clues }) => /\d/.test(clues.envelope.subject),
  // Its subject counts an issue. `Subject: Padlock #214`
  'title.issue': ({ clues }) => ISSUE.test(clip(clues.envelope.subject, MAX_SUBJECT)),
  // What it is for.
  // How likely the best candidate for a code is one. `Your code is 482913.`
  'code.likely': ({ clues }) => clues.codeLikely,
  // It has a code. `Your code is 482913.`
  'code.found': ({ clues }) => clues.code > 0,
  // It has a code beyond doubt. `Your code is 482913.`
  'code.sure': ({ clues }) => clues.code >= SURELY,
  // It has backup codes. `1. 4829-1382\n2. 7713-0042`
  'codes.backup': ({ clues }) => clues.hasBackupCodes,
  // A link verifies, signs in or resets. `<a>Reset password</a>`
  'link.acts': ({ clues }) => clues.links.some(acts),
  // A link verifies. `<a>Confirm</a>`
  'link.verify': ({ clues }) => clues.links.some(({ kind }) => kind === 'verify'),
  // A link verifies, signs in or resets, and the subject is about an account.
  // `Subject: Reset your password`
  'link.titled': ({ clues, subject }) =>
    clues.links.some(acts) && ACCOUNT.some((kind) => subject.has(kind)),
});

/** What a mail holds, and what it looks like. */
export const ofContent: readonly CategoryFeature[] = [
  ...any,
  unread(({ clues }) => unreadShare(clues.look)),
  ...featuresOf(({ clues }: CategoryCase) => clues.look, ofPageLook),
  ...ofOwn,
];
