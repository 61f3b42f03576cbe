import type { Topic } from '../../../src/mail/topic/category-case.js';
import type { CorpusMail } from '../read.js';

/** Category, language, sender, subject, text, and further headers. */
type Scene = readonly [Topic, string, string, string, string?, Readonly<Record<string, string>>?];

/** Who passes on nothing but a subject: what it names decides. */
const BARE = 'See below.';
const SHOP = 'shop@northgate.example';
const BANK = 'Northgate Bank <info@northgate.example>';
const FILES = 'Northgate Files <no-reply@northgate.example>';
const DESK = { To: 'Northgate Support <support@northgate.example>' };
const LIST = { 'List-Id': '<letters.northgate.example>' };

const SCENES: readonly Scene[] = [
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
  [
    'newsletter',
    'en',
    'Northgate <no-reply@northgate.example>',
    'News for developers',
    'This week: error code 404, a code review, and a QR code reader. Read more.',
    LIST,
  ],
  [
    'newsletter',
    'de',
    'Northgate <no-reply@northgate.example>',
    'Neues vom Code',
    'Diese Woche: Fehlercodes, ein Code-Review und QR-Codes. Weiterlesen.',
    LIST,
  ],
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
