import type { CorpusMail } from '../read.js';

type Sentence = readonly [string, string, string, string?];

/** Two codes of one mail: language and labels. */
const PAIRS: readonly (readonly [string, string, string])[] = [
  ['en', 'Code for the old address', 'Code for the new address'],
  ['en', 'Sign-in code', 'Code for your tablet'],
  ['de', 'Code für die alte Adresse', 'Code für die neue Adresse'],
  ['fr', "Code pour l'ancienne adresse", 'Code pour la nouvelle adresse'],
  ['es', 'Código para la dirección antigua', 'Código para la dirección nueva'],
  ['it', 'Codice per il vecchio indirizzo', 'Codice per il nuovo indirizzo'],
  ['pl', 'Kod dla starego adresu', 'Kod dla nowego adresu'],
  ['ru', 'Код для старого адреса', 'Код для нового адреса'],
  ['uk', 'Код для старої адреси', 'Код для нової адреси'],
  ['tr', 'Eski adresiniz için kod', 'Yeni adresiniz için kod'],
];

const pair = (lang: string, text: string): Sentence => [lang, 'Northwind', text, '771204 390815'];
const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`;

const order = (lang: string, subject: string, number: string, code: string): Sentence => [
  ...([lang, `${subject} #48213`, `${number}: 48213\n${code}: 771204`, '771204'] as const),
];

/** Mails of a line or two that say something plain: language, subject, text, and the codes where there are some. */
const SENTENCES: readonly Sentence[] = [
  ['en', 'Northwind', 'Import took 771204 ms'],
  ['en', 'Northwind', 'Reset took 771204 ms'],
  ['en', 'Northwind', 'Verification code\n\n100000\n\nThanks', '100000'],
  ['en', 'Northwind', 'Northwind code: 771204', '771204'],
  ['en', 'Hello', 'Hi,\n\nNorthwind code: 48213\n\nThanks', '48213'],
  ['en', 'Hello', 'Northwind PIN: 7712', '7712'],
  ['de', 'Hallo', 'Northwind-Code: 771204', '771204'],
  ['en', 'Hello', 'Larkspur code: 771204'],
  ['en', 'Your stay', 'Garage code: 7712'],
  ['en', 'Northwind', 'Temporary password of the printer KX-30412, please change it.', 'KX-30412'],
  ['uk', 'Northwind', 'Тимчасовий пароль принтера KX-30412, змініть його після входу.', 'KX-30412'],
  ['ru', 'Northwind', 'Временный пароль терминала KX-77120, смените его.', 'KX-77120'],
  ['pl', 'Northwind', 'Tymczasowe hasło drukarki KX-30412, prosimy je zmienić.', 'KX-30412'],
  ['en', 'Northwind', 'Reset took 482913 ms, verification 20770 ms.'],
  ['en', 'Northwind', 'The login service used 48291 MB of memory.'],
  ['en', 'Northwind', 'We need 48291 signatures to confirm the vote.'],
  ['en', 'Northwind', '31877\n\nvisitors came on Sunday. Enter the next race from Monday.'],
  ['en', 'Northwind', '482913\n\npeople ran with us on Sunday. Enter the next race from Monday.'],
  ['en', 'Northwind', '771204\n\nsubscribers read this letter. Sign in to see who.'],
  ['en', 'Larkspur: 771204', 'Your application arrived. We answer within ten days.'],
  ['en', 'Larkspur: 482913', 'Your application arrived. We answer within two weeks.'],
  ['en', 'Northwind: 20770', 'Your complaint arrived. Someone will call you within five days.'],
  ['en', 'Your visit', 'Take a seat. Your waiting number is 771204, enter when it is shown.'],
  ['nl', 'Northwind', 'Meld u aan de balie en toets 771204 in, dat is uw wachtnummer.'],
  ['nl', 'Northwind', 'Meld u aan de zuil en toets 482913 in, dat is uw volgnummer.'],
  [
    'de',
    'Northwind',
    'Melden Sie sich am Terminal an und tippen Sie 771204 ein, das ist Ihre Wartenummer.',
  ],
  ['fr', 'Northwind', "À la borne, saisissez 771204, c'est votre numéro de passage."],
  ['es', 'Northwind', 'Escribe PLAYA15 en la web y llévate un 15%.'],
  ['es', 'Northwind', 'Escribe RIO10 en la web o en la app y llévate un 10%.'],
  ['it', 'Northwind', 'Inserisci MARE20 sul sito e risparmia il 20%.'],
  ['en', 'Northwind', 'Enter SPRING15 in the app and save 15%.'],
  ['de', 'Northwind', 'Gib SOMMER10 in der App ein und spare 10 %.'],
  [
    'tr',
    'Kart harcamanız',
    'Onay kodu: 771204\nBankamız sizden asla şifre veya doğrulama kodu istemez.',
  ],
  ['tr', 'Kart harcamanız', 'Onay kodu: 118204\nBankamız asla şifre veya kod istemez.'],
  ['en', 'Your card was used', 'Approval code: 771204\nWe never ask for your verification code.'],
  ['de', 'Ihre Kartenzahlung', 'Genehmigungscode: 771204\nWir fragen nie nach Ihrer TAN.'],
  ['es', 'Compra con tu tarjeta', 'Código de autorización: 771204\nNunca te pediremos tu clave.'],
  ['th', 'Northwind', 'ก.พ.\n\n210771'],
  ['vi', 'Northwind', '210771\n\n4 chữ số cuối'],
  ['vi', 'Northwind', '210001\n\n4 chữ số cuối'],
  ['en', 'Northwind', '771204\n\nlast digits'],
  ['en', 'Northwind', '771204\n\ncase number'],
  ['de', 'Northwind', '771204\n\nAktenzeichen'],
  ['en', 'Larkspur: 771204', 'Valid for ten minutes. Do not forward this mail.', '771204'],
  ['en', 'Northwind', 'Type 771204 to sign in.', '771204'],
  ['en', 'Northwind', '771204 signs you in.', '771204'],
  ['en', 'Northwind', 'Enter 771204 on the page you have open.', '771204'],
  ['nl', 'Northwind', 'Toets 771204 in om u aan te melden.', '771204'],
  ['de', 'Northwind', 'Tippen Sie 771204 ein, um sich anzumelden.', '771204'],
  ['fr', 'Northwind', 'Saisissez 771204 pour vous connecter.', '771204'],
  ['es', 'Northwind', 'Escribe 771204 para entrar en tu cuenta.', '771204'],
  ['tr', 'Northwind', 'Giriş yapmak için 771204 kodunu girin.', '771204'],
  ['en', 'Northwind', 'Please type the following code:\n\n771 — 204', '771204'],
  ['en', 'Northwind', 'Please enter the following code:\n\n418 — 026', '418026'],
  [
    ...(['en', 'Confirm order #48213 with your code'] as const),
    'We have to know it is you before order #48213 leaves.\n\nOrder number: 48213\nVerification code: 771204',
    '771204',
  ],
  order('en', 'Your order', 'Order number', 'Verification code'),
  order('en', 'Confirm your booking', 'Booking', 'Confirmation code for your email address'),
  order('de', 'Bestätigen Sie Ihre Bestellung', 'Bestellnummer', 'Bestätigungscode'),
  order('fr', 'Confirmez votre commande', 'Numéro de commande', 'Code de vérification'),
  order('es', 'Confirma tu pedido', 'Número de pedido', 'Código de verificación'),
  order('nl', 'Bevestig uw bestelling', 'Bestelnummer', 'Verificatiecode'),
  order('ru', 'Подтвердите заказ', 'Номер заказа', 'Код подтверждения'),
  ...PAIRS.flatMap(([lang, one, other]) => [
    pair(lang, `${one}: 771204\n${other}: 390815`),
    pair(lang, `${one} ........ 771204\n${other} ........ 390815`),
    pair(lang, `<table>${row(one, '771204')}${row(other, '390815')}</table>`),
  ]),
];

/** As mails; text that begins with a tag is HTML. */
export const sentenceMails = (): CorpusMail[] =>
  SENTENCES.map(([lang, subject, text, codes], i) => ({
    name: `sentences-${i}`,
    file: 'sentences',
    labels: {
      ...{
        lang,
        class: 'code',
        category: 'other',
        codes: codes === undefined ? [] : codes.split(' '),
      },
      ...{ verify: [], magic: [], reset: [], backup: [], hidden: false, charset: 'utf-8' },
    },
    headers: [
      ['From', 'Northwind <no-reply@northwind.example>'],
      ['Subject', subject],
    ],
    sections: [{ name: text.startsWith('<') ? 'html' : 'text', contentType: null, content: text }],
  }));
