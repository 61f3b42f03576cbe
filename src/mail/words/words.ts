/** What a word says about what stands near it. */
export type TermKind =
  /** Names a code that proves a login, an address, a device or a payment. */
  | 'code'
  /** May name such a code; what else the mail says decides. */
  | 'maybeCode'
  /** Any number: "digits", "number", where no other word says which. */
  | 'digits'
  /** Names a code of another kind: promotion, error, postal, pick-up. */
  | 'otherCode'
  /** Names a number that is no code: order, invoice, ticket, customer, phone. */
  | 'number'
  /** Confirming an address, account, subscription or change. */
  | 'verify'
  /** Signing in. */
  | 'signIn'
  /** Typing: what a person does with a code. */
  | 'enter'
  /** Where codes are typed: an app, a website, a portal. */
  | 'site'
  /** A new password. */
  | 'reset'
  /** What a code may be for beside these: signing a contract, releasing a payment, pairing a device. */
  | 'purpose'
  | 'unsubscribe'
  /** Lists of recovery codes. */
  | 'backup'
  /** How long something is valid. */
  | 'lasts'
  /** A time that is no lifetime: until the next attempt, of a lockout, of a trusted device. */
  | 'waits'
  /** Do not share this. */
  | 'secret'
  /** If this was not you. */
  | 'ignore'
  /** Orders, shipping, bookings. */
  | 'order'
  /** Invoices, statements, payments, card alerts. */
  | 'money'
  | 'news'
  | 'offer'
  | 'support'
  /** Somebody did something, something happened. */
  | 'notice'
  /** Those who deceive, and how: of notices that warn of them. */
  | 'fraud'
  /** What people who know each other write. */
  | 'familiar'
  /** The terms that the mail of firms links to at its end. */
  | 'policy'
  /** Something takes effect only when the reader has done what the mail asks: "one more step". */
  | 'pending'
  /** A link opens an account by itself: "no password needed". */
  | 'direct'
  /** A link works a single time. */
  | 'once'
  /** What a link may be opened for that proves no address and opens no door: attendance, a quote. */
  | 'errand'
  /** Reminds of something that was agreed on before. */
  | 'reminds'
  /** Somebody is not there: in the subject of an automatic answer. */
  | 'away'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week';

/**
 * The words of one language, as a native speaker can review them.
 *
 * Terms are separated by commas or line ends; case and accents do not matter, a blank also stands for
 * a hyphen or an apostrophe. `word*` matches every ending. `half an hour=30` gives a unit its count.
 */
export interface Words {
  /** BCP 47. */
  readonly language: string;
  readonly terms: Readonly<Partial<Record<TermKind, string>>>;
  /** Last parts of compounds that no list can hold all of: `…nummer`. */
  readonly endings?: Readonly<Partial<Record<TermKind, string>>>;
  /** Number words that stand before a unit, `ten=10`, where CLDR has them not. */
  readonly numbers?: string;
  /** Names of months that CLDR has not, `sept=9`; endings as in terms. */
  readonly months?: string;
}
