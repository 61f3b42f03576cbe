/** What a term says about what stands near it: roles of the files in `lexicon/`, each with its meaning. */
export const TERM_KINDS = {
  code: 'Names a code that proves a login, an address, a device or a payment.',
  maybeCode: 'May name such a code; what else the mail says decides.',
  digits: 'Any number: "digits", "number", where no other word says which.',
  otherCode: 'Names a code of another kind: promotion, error, postal, pick-up.',
  number: 'Names a number that is no code: order, invoice, ticket, customer, phone.',
  verify: 'Confirming an address, account, subscription or change.',
  signIn: 'Signing in.',
  enter: 'Typing: what a person does with a code.',
  given: 'Hands over a number, or says that one needs it or gets somewhere with it: "here is".',
  site: 'Where codes are typed: an app, a website, a portal.',
  reset: 'A new password.',
  purpose:
    'What a code may be for beside these: signing a contract, releasing a payment, pairing a device.',
  unsubscribe: 'Leaving a list.',
  backup: 'Lists of recovery codes.',
  lasts: 'How long something is valid.',
  waits: 'A time that is no lifetime: until the next attempt, of a lockout, of a trusted device.',
  secret: 'Do not share this.',
  ignore: 'If this was not you.',
  order: 'Orders, shipping, bookings.',
  money: 'Invoices, statements, payments, card alerts.',
  news: 'Newsletters.',
  offer: 'Offers and advertisements.',
  support: 'Help desks.',
  notice: 'Somebody did something, something happened.',
  fraud: 'Those who deceive, and how: of notices that warn of them.',
  familiar: 'What people who know each other write: kin, meals together, who owes whom.',
  policy: 'The terms that the mail of firms links to at its end.',
  pending:
    'Something takes effect only when the reader has done what the mail asks: "one more step".',
  direct: 'A link opens an account by itself: "no password needed".',
  once: 'A link works a single time.',
  errand:
    'What a link may be opened for that proves no address and opens no door: attendance, a quote.',
  reminds: 'Reminds of something that was agreed on before.',
  away: 'Somebody is not there: in the subject of an automatic answer.',
  second: 'A unit of time, as the four below; `half an hour=30` brings its count along.',
  minute: 'Likewise.',
  hour: 'Likewise.',
  day: 'Likewise.',
  week: 'Likewise.',
  unit: 'Such a unit in the words of CLDR, with its milliseconds as count: no file has any.',
  head: 'What codes are called, as a part of a name: with the parts below a `code` or an `otherCode`.',
  password:
    'The same of what people also choose for themselves: a `code` beside `single` only, a `reset` near `renews`.',
  renews: 'Near a `password`: setting it anew, or that it is lost. Tells nothing alone.',
  proof:
    'Right beside a head, before or behind it: what a code proves or opens. "Verification", "sign-in". Tells nothing alone.',
  single: 'Likewise that it works once or for a short time: "one-time", "temporary".',
  thing: 'Likewise what else has codes: "discount", "door", "error".',
  between: 'Short words between a head and the two parts below: "of", "your".',
  toward: 'Likewise before `served` only: "for", "to".',
  served: 'What a code is for, apart from its head by such words: "for signing in".',
  owner: 'Likewise what else has codes: "of the door", "for the courier".',
} as const;

/** Roles of the parts of names: `composed-names.ts` reads them together. */
export const NAME_PARTS = [
  ...(['head', 'password', 'proof', 'single', 'thing'] as const),
  ...(['between', 'toward', 'served', 'owner'] as const),
];

/** The kind of a term. */
export type TermKind = keyof typeof TERM_KINDS;

/** Roles of a language beside its terms. */
export const LANGUAGE_ROLES = {
  numeral: 'A number word that stands before a unit, `ten=10`, where CLDR has it not.',
  month: 'A name of a month that CLDR has not, `sept=9`; endings as in terms.',
  approval:
    'The number by which a bank knows a payment that it has let pass; may be a code where no other role has it.',
  frequent:
    'A word that running text cannot do without; one that several languages share tells less.',
  letters: 'The letters of its alphabet that others of its script lack, in one entry.',
} as const;

/** Role of the last part of compounds that no list can hold all of, `…nummer`: this and the kind of term. */
export const ENDING_ROLE = 'ending.';

/** Role of how mail names a clock: this and a zone of the IANA database, whose summer time counts. */
export const ZONE_ROLE = 'zone.';

/**
 * Roles that are read in all languages at once, mostly as beginnings of words; case does not matter, nor do accents but in
 * words of up to five letters where a text has some. Those that `alternatives` puts into regular expressions match as they
 * are written, accents and all.
 * The words of one list stand near a code or a time and say what the sentence of the list tells.
 */
export const LIST_ROLES = {
  'attempt.missed': 'Somebody may type a code wrong a few times.',
  'attempt.locked': 'What is locked then, rests, waits or stands still.',
  noon: 'How mail names noon.',
  midnight: 'How mail names the end of a day.',
  tomorrow: 'How mail names the next day.',
  morning: 'What holds a word for the next day and means the morning, or a greeting.',
  'disclaimer.mail': 'The mail speaks of itself.',
  'disclaimer.confidential': 'What it holds is for few eyes.',
  'disclaimer.addressee': 'It is for nobody but the one it is sent to.',
  'disclaimer.mistake': 'It may have come to the wrong one.',
  'disclaimer.forbidden': 'What whoever gets it by mistake is to do, or must not.',
  'disclaimer.printing': 'It asks not to be printed.',
  'disclaimer.nature': 'What that is for.',
  'disclaimer.needed': 'It is to be printed where one must.',
  'disclaimer.viruses': 'Programs tell that they have looked for viruses.',
  'disclaimer.scanners': 'Which programs those are.',
  'disclaimer.scanned': 'The program has done its work.',
  'warning.outside': 'A gateway tells that a mail comes from elsewhere.',
  'warning.care': 'It asks to be careful with it.',
  'time.stopping':
    'Something cannot be used any more, or one needs another: the length of time beside it tells when.',
  'time.clock': 'Right before the hour of a time of day that has no minutes: "kl. 18".',
  'time.hour':
    'Behind the hour of a time of day, whether minutes follow or not: "18 Uhr", "17 giờ 30".',
  'time.oclock': 'Behind a time of day that has minutes: "14:05 Uhr".',
  'time.minutes': 'Behind the minutes of one that names its hour: "17 giờ 30 phút".',
  'time.to': 'Between two times of day: "from 10 to 18", "between 10 and 18".',
  'time.am': 'Parts of the day before noon that CLDR has not.',
  'time.pm': 'The same behind noon.',
  'time.latest': 'What rows call the time by which a code has to be typed: "deadline: 12:20".',
  'time.joining': 'Words of validity that only join a length of time to what is said of it.',
  'time.after': '"You can order a new one after 15 minutes": right beside a time.',
  'time.having': '"You have ten minutes": right before a length of time that is left.',
  'time.far':
    'What has to be done within days, may be undone, or is cancelled; passwords that end.',
  'time.aside': '"The first 24 hours", "every 30 seconds", "24 hours ahead": right beside it.',
  'time.thing':
    'What else ends, lasts or happens: plans, offers, shops, sessions, who is on the way, what is new.',
  own: 'What stands before "code" on a label and names no thing that has one: whose it is, which.',
  proven: 'What a link proves or switches on: an address, an account, a subscription.',
  is: 'What leads from a name to its number: "is", "reads".',
  'is.joined': 'The same where no blanks stand between words.',
  short: 'A short form of a word: its point ends no sentence.',
  currency: 'What sums of money have beside their number, and is no code of ISO 4217.',
  issue: 'What newsletters have before the number of an issue.',
  'name.firm': '"Anna from Northwind": between the name of a person and that of a firm.',
  postscript: 'What begins a line below a signature that still is new.',
  'hidden.addressee': 'Whom hidden text speaks to that is made for programs: "assistant".',
  'hidden.order': 'What it tells them to do.',
  counted: 'Codes in the plural: "482913 codes were sent".',
  counter: 'What counts the number right before it, in scripts without blanks: no code.',
  yes: 'What a link that agrees begins with.',
  'yes.joined': 'The same where no blanks stand between words.',
  'quote.wrote': 'The verb of the line that introduces a quote: "On … Alex wrote:".',
  'quote.original': 'What stands between dashes before a quoted original.',
  'quote.above': 'What help desks write between dashes: an answer goes above.',
  'quote.forwarded': 'What introduces forwarded content.',
  'label.from': 'Labels of the header block over a quote or a forward.',
  'label.sent': 'Likewise.',
  'label.to': 'Likewise.',
  'label.subject': 'Likewise.',
  'footer.sentFrom': 'How the footers of phones and apps begin, or what they contain.',
  'footer.sending':
    'What such footers name: a device, a program, or that it was written on the way.',
  closing: 'Formulas that close a letter, at the start of a line of their own.',
  'subject.reply':
    'What mail programs put before the subject of a reply, without a final full stop.',
  'subject.forward': 'The same of a forwarded mail.',
  'subject.gateway': 'What gateways write before a subject, without its brackets.',
  'subject.bounce': 'Parts of the subjects of bounces; from the address of a mail system only.',
  'sender.robot': 'A local part of an address whose mail nobody answers.',
  'sender.notification': 'One that only tells that something happened.',
  'sender.transactional': 'One of orders and bookings.',
  'sender.financial': 'One of bills and payments.',
  'sender.newsletter': 'One of newsletters.',
  'sender.marketing': 'One of offers.',
  'sender.support': 'One of help desks.',
  'spam.excuse':
    'Unasked mail tells why it is none, and how to make it end. Whole words, lower case.',
  'spam.sale':
    'What it speaks of, likewise: several of a topic are hardly ever said in honest mail.',
  'spam.income': 'Likewise.',
  'spam.debt': 'Likewise.',
  'spam.cures': 'Likewise.',
  'spam.adult': 'Likewise.',
  'spam.fortune': 'Likewise: prizes and inheritances.',
  'spam.tools': 'Likewise.',
  'spam.threat': 'Likewise.',
  'spam.part.income': 'The same for scripts without blanks between words: parts of a text.',
  'spam.part.cures': 'Likewise.',
  'spam.part.adult': 'Likewise.',
  'spam.part.fortune': 'Likewise.',
  'spam.part.threat': 'Likewise.',
  'name.organization': 'Words in the names of firms, offices, schools and clubs, not of persons.',
  'name.kin': 'What relatives are called by those who keep their addresses.',
  'name.office': 'Words in the names of town halls, authorities and schools.',
  'name.organization.end': 'Where words have no blanks between: what the names of firms end in.',
  'name.organization.start': 'What they begin with.',
  'name.organization.compound': 'The last part of such a word: "Hausverwaltung", "Zwemvereniging".',
  'name.office.part': 'The same of authorities: a part of the name, wherever it stands.',
  'name.office.start': 'What their names begin with.',
  'name.office.compound': 'The last part of such a word: "Stadtbücherei".',
  'bounce.unknown': 'There is no such mailbox: a part of what another server said, in lower case.',
  'bounce.passing': 'It is full, or refused this mail only: likewise.',
  'bounce.refusing': 'It refused something: counts against a reply that tells by its number alone.',
  'bounce.delivered': 'A report says that a mail arrived: a part of a line, in lower case.',
  'bounce.delayed': 'It says that it is tried again: likewise.',
  'bounce.final': 'It says that it is not tried again: likewise.',
  'bounce.returned': 'It says that what follows is the mail that came back: likewise.',
} as const;

/** The role of a list. */
export type ListRole = keyof typeof LIST_ROLES;
