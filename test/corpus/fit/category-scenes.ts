import type { Topic } from '../../../src/mail/topic/category-case.js';
import type { CorpusMail } from '../read.js';
import { LETTERS } from './letter-scenes.js';

/** Category, language, sender, subject, text, and further headers. */
type Scene = readonly [Topic, string, string, string, string?, Readonly<Record<string, string>>?];

/** Who passes on nothing but a subject: what it names decides. */
const BARE = 'See below.';
const SHOP = 'shop@northgate.example';
const BANK = 'Northgate Bank <info@northgate.example>';
const FILES = 'Northgate Files <no-reply@northgate.example>';
const DESK = { To: 'Northgate Support <support@northgate.example>' };
const LIST = { 'List-Id': '<letters.northgate.example>' };

const letter = (lang: string, subject: string, text: string): Scene => [
  ...(['newsletter', lang, 'Northgate <no-reply@northgate.example>'] as const),
  ...([subject, text, LIST] as const),
];

const SCENES: readonly Scene[] = [
  [
    'financial',
    'en',
    'Northgate Billing <billing@northgate.example>',
    'Your spend is above your budget',
    'Your costs this month are forecast to be USD 412.70.',
  ],
  [
    'financial',
    'de',
    'Northgate Abrechnung <abrechnung@northgate.example>',
    'Ihr Budget wird überschritten',
    'Ihre Kosten in diesem Monat: voraussichtlich 412,70 EUR.',
  ],
  ...LETTERS.map((one) => letter(...one)),
  [
    'notification',
    'en',
    'Northgate Boards <notify@northgate.example>',
    'Tom moved Footer',
    'Tom moved Footer from Doing to Done.',
    { 'List-Unsubscribe': '<https://northgate.example/u>' },
  ],
  [
    'notification',
    'de',
    'Northgate Tafeln <notify@northgate.example>',
    'Tom hat eine Karte verschoben',
    'Tom hat Fusszeile von Offen nach Fertig verschoben.',
    { 'List-Unsubscribe': '<https://northgate.example/u>' },
  ],
  ['transactional', 'en', SHOP, 'Your parcel is on its way'],
  ['transactional', 'en', 'hello@northgate.example', 'Your order is confirmed'],
  ['transactional', 'de', SHOP, 'Ihre Bestellung ist unterwegs'],
  ['transactional', 'fr', SHOP, 'Votre commande a été expédiée'],
  ['transactional', 'es', SHOP, 'Tu pedido está en camino'],
  ['transactional', 'ja', SHOP, 'ご注文ありがとうございます'],
  [
    'transactional',
    'it',
    'Northgate <noreply@northgate.example>',
    'Prenotazione confermata',
    'La tua prenotazione per il 12 maggio è confermata.',
  ],
  [
    'transactional',
    'it',
    'Northgate <noreply@northgate.example>',
    'Conferma appuntamento',
    'Il tuo appuntamento è confermato per il 4 giugno 2026 alle 10:20. Codice prenotazione: 771204.',
  ],
  [
    'transactional',
    'de',
    'Northgate <noreply@northgate.example>',
    'Terminbestätigung',
    'Ihr Termin am 4. Juni 2026 um 10:20 Uhr ist bestätigt. Buchungsnummer: 771204.',
  ],
  [
    'transactional',
    'en',
    'Northgate Clinic <noreply@northgate.example>',
    'Appointment confirmed',
    'Your appointment on 12 May at 10:20 is booked.',
  ],
  [
    'notification',
    'en',
    'Northgate Clinic <noreply@northgate.example>',
    'Appointment reminder',
    'This is a reminder of your appointment on 12 May.',
  ],
  ['financial', 'en', 'billing@northgate.example', 'Your statement for May'],
  ['financial', 'de', BANK, 'Ihre Rechnung für Mai'],
  ['financial', 'es', BANK, 'Tu factura de mayo'],
  [
    'financial',
    'en',
    'Northgate Clinic <desk@northgate.example>',
    'Invoice reminder',
    'A reminder: your invoice over $61.00 is unpaid.',
  ],
  ['notification', 'en', BANK, 'Beware of false payment requests'],
  ['notification', 'en', BANK, 'How to spot a fake invoice', 'Scammers send invoices in our name.'],
  ['notification', 'de', BANK, 'Achtung: gefälschte Rechnungen'],
  ['notification', 'de', 'bank@northgate.example', 'Achtung: gefälschte Zahlungsaufforderungen'],
  ['notification', 'en', 'bank@northgate.example', 'Watch out: fake invoices'],
  ['notification', 'de', BANK, 'Warnung vor Betrug mit Überweisungen'],
  ['notification', 'fr', BANK, 'Attention aux fraudes aux paiements'],
  ['notification', 'it', BANK, 'Attenzione alle truffe sui pagamenti'],
  ['notification', 'es', BANK, 'Alerta de fraude con facturas'],
  ['notification', 'ru', BANK, 'Осторожно: мошенники и платежи'],
  [
    'notification',
    'en',
    'no-reply@northgate.example',
    'New device on your account',
    'Was this not you? Choose a new password: https://northgate.example/reset?k=71bd04aa92ef6c3180',
  ],
  [
    'notification',
    'de',
    'no-reply@northgate.example',
    'Neue Anmeldung in Ihrem Konto',
    'Das waren nicht Sie? Passwort zurücksetzen: https://northgate.example/reset?k=71bd04aa92ef6c3180',
  ],
  ['notification', 'en', FILES, 'Tom shared “Orders May”'],
  ['notification', 'de', FILES, 'Tom hat „Rechnungen“ mit Ihnen geteilt'],
  ['notification', 'ru', FILES, 'Том: доступ к «Заказы»'],
  [
    'notification',
    'en',
    'Tom <notifications@northgate.example>',
    'Re: [north/gate] Build fails (Issue #208)',
    'Tom left a comment.',
  ],
  [
    'notification',
    'en',
    'Tom <notify@northgate.example>',
    'Re: [north/gate] Add a table (#77)',
    'Tom approved this pull request.',
  ],
  [
    'notification',
    'en',
    'Tom (Board) <notifications@northgate.example>',
    'Re: Fence posts',
    'Tom replied to a thread you follow.',
    LIST,
  ],
  [
    'notification',
    'en',
    'no-reply@northgate.example',
    'New sign-in from Leeds',
    'If it was not you, reset your password: https://northgate.example/reset?t=51c09a7be2d84f06',
  ],
  [
    'notification',
    'de',
    'no-reply@northgate.example',
    'Neue Anmeldung in Ihrem Konto',
    'Waren Sie das nicht? Passwort zurücksetzen: https://northgate.example/reset?t=51c09a7be2d84f06',
  ],
  ['support', 'en', 'Help <support@northgate.example>', '[#30142] Your refund is on its way'],
  ['support', 'de', 'Kundendienst <support@northgate.example>', '[Ticket 30142] Ihre Bestellung'],
  [
    'support',
    'en',
    'Ann Reed <ann.reed@northgate.example>',
    'Re: Import fails',
    'It works again.\n\nAnn\nCustomer support',
  ],
  [
    'support',
    'en',
    'Ann Reed <ann.reed@northgate.example>',
    'Re: No picture',
    'We have passed ticket 30142 on to our technicians.\n\nAnn\nHelp desk',
  ],
  [
    'support',
    'de',
    'Anne Rau <anne.rau@northgate.example>',
    'AW: Import geht nicht',
    'Der Fehler ist behoben.\n\nAnne Rau\nKundenservice',
  ],
  [
    'support',
    'fr',
    'Anne Roux <anne.roux@northgate.example>',
    'Re: Import bloqué',
    'C’est réparé.\n\nAnne\nService client',
  ],
  [
    'support',
    'en',
    'Tom from Northgate <tom@northgate.example>',
    'Re: Import fails',
    'Hi Ann, thanks for the log. Please try again now.',
  ],
  [
    'support',
    'de',
    'Tom von Northgate <tom@northgate.example>',
    'AW: Import geht nicht',
    'Hallo Anne, bitte versuchen Sie es noch einmal.',
  ],
  [
    'support',
    'es',
    'Tomás de Northgate <tomas@northgate.example>',
    'Re: No puedo entrar',
    'Hola Ana, prueba otra vez, por favor.',
  ],
  [
    'support',
    'en',
    'Ann Reed <ann.reed@people.example>',
    'Import fails',
    'It stops at row 20. What can I do?',
    DESK,
  ],
  [
    'support',
    'en',
    'Ann Reed <ann.reed@people.example>',
    'Re: Import fails',
    'It still stops at row 20.',
    DESK,
  ],
  [
    'support',
    'de',
    'Anne Rau <anne.rau@people.example>',
    'Re: Kein Bild',
    'Es geht immer noch nicht.',
    DESK,
  ],
  ['personal', 'en', 'Ann Reed <ann.reed@people.example>', 'Re: Saturday', 'Ten is fine with me.'],
  [
    'personal',
    'en',
    'Ann Reed <ann.reed@people.example>',
    'Your order',
    'It came to my door. Shall I bring it over?',
  ],
  letter(
    'en',
    'News for developers',
    'This week: error code 404, a code review, and a QR code reader. Read more.',
  ),
  letter(
    'en',
    'Garden news',
    'This week: moss in the lawn, a new shed and 12 apples to plant in 2027. Read more.',
  ),
  letter(
    'en',
    'City news',
    'This week: works on line 14, door code 4471 stolen, and a new library. Read more.',
  ),
  letter(
    'en',
    'Garden news',
    'This week: moss in the lawn, error 10044 of mowers, and 12 apples for 2027. Read more.',
  ),
  letter(
    'en',
    'City code news',
    'This week: works on line 1420, the dress code of 2027, QR codes at stops. Read more.',
  ),
  letter(
    'de',
    'Neues vom Code',
    'Diese Woche: Fehlercodes, ein Code-Review und QR-Codes. Weiterlesen.',
  ),
  [
    'newsletter',
    'en',
    'Northgate <hello@northgate.example>',
    'News of open code',
    'This week: a review of error codes, and a library to read. Read more.',
    LIST,
  ],
];

/** As mails: what a few words tell of who writes what to whom. */
export const categoryScenes = (): CorpusMail[] =>
  SCENES.map(([category, lang, from, subject, text = BARE, headers = {}], i) => ({
    name: `category-scenes-${i}`,
    file: 'category-scenes',
    labels: {
      ...{ lang, class: 'notice', category, codes: [] },
      ...{ verify: [], magic: [], reset: [], backup: [], hidden: false, charset: 'utf-8' },
    },
    headers: [['From', from], ['Subject', subject], ...Object.entries(headers)],
    sections: [{ name: 'text', contentType: null, content: text }],
  }));
