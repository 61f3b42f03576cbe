import { features } from '../model/feature.js';
import type { TermKind } from '../words/roles.js';
import type { CategoryCase, CategoryFeature } from './category-case.js';

/** Kinds of terms that tell something in a subject. */
const TITLED: readonly TermKind[] = [
  'order', // Your order has shipped
  'money', // Your invoice for November
  'news', // Weekly digest
  'notice', // Ann shared a file
  'fraud', // Beware of false invoices
  'reminds', // Reminder: check-up on Thursday
  'verify', // Confirm your address
  'signIn', // New sign-in
  'backup', // Your backup codes
  'otherCode', // Your voucher
  'errand', // Please approve the quote
];

/** Kinds that tell something anywhere. */
const TOLD: readonly TermKind[] = [
  'order', // It has shipped.
  'money', // The amount due is $84.00.
  'news', // In this issue
  'offer', // Only today
  'support', // Our support team is looking into it.
  'notice', // Your address was changed.
  'fraud', // Beware of scams.
  'familiar', // Dinner at mum’s?
  'lasts', // It is valid for a day.
  'code', // Your code
  'maybeCode', // Your PIN
  'verify', // Confirm your address.
  'signIn', // You have signed in.
  'number', // Order number 48291
  'otherCode', // Your voucher
  'enter', // Enter it in the app.
  'waits', // Try again in an hour.
  'minute', // It takes two minutes.
  'purpose', // To pair your device
];

/** Repeating a word says little more than saying it a few times. */
const MAX_TIMES = 4;
const MOST = Math.log2(1 + MAX_TIMES);

/** What its words are about. */
export const ofWords: readonly CategoryFeature[] = [
  // The subject has a term of this kind. `Subject: Your order has shipped`
  ...TITLED.flatMap((kind) =>
    features<CategoryCase>({ [`title.${kind}`]: (mail) => mail.subject.has(kind) }),
  ),
  // Terms of this kind stand in it, by the magnitude of how many. `It has shipped.`
  ...TOLD.flatMap((kind) =>
    features<CategoryCase>({
      [`told.${kind}`]: ({ counts }) =>
        Math.log2(1 + Math.min(MAX_TIMES, counts[kind] ?? 0)) / MOST,
    }),
  ),
];
