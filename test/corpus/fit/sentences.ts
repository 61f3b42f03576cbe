import type { CorpusMail } from '../read.js';
import { BOUND, BOUND_ELSEWHERE } from './bound-sentences.js';
import { numberFor } from './chance.js';
import { DETAIL_SENTENCES } from './detail-sentences.js';
import { LETTER_CODES } from './letter-codes.js';
import { madeMail } from './made-mail.js';
import { ODD_SENTENCES, type Sentence } from './odd-sentences.js';
import { PLAIN } from './plain-sentences.js';

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

const ANN = 'Ann Lee <ann.lee@a.example>';

/**
 * Mails of a line or two that say something plain: language, subject, text, the codes where there are some, and who
 * wrote it where that is a person.
 */
const SENTENCES: readonly Sentence[] = [
  ...ODD_SENTENCES,
  ...DETAIL_SENTENCES,
  ...BOUND,
  ['en', 'Northwind', 'The confirmation code is "771204".', '771204'],
  ['en', 'Sign-in', 'This is your confirmation code: “771204”', '771204'],
  ['en', 'Northwind', '7712\n\nis the code that confirms your e-mail.', '7712'],
  ['de', 'Northwind', '7712\n\nist der Code, der Ihre Adresse bestätigt.', '7712'],
  ['fr', 'Northwind', '7712\n\nest le code pour confirmer votre adresse.', '7712'],
  ['de', 'Northwind', 'Ihr Bestätigungscode lautet „771204“.', '771204'],
  ['fr', 'Northwind', 'Votre code de confirmation est « 771204 ».', '771204'],
  ['es', 'Northwind', 'Su código de confirmación es «771204».', '771204'],
  ['ja', 'Northwind', '確認コードは「771204」です。', '771204'],
  ['en', 'Sign-in', 'Your sign-in code was used on a new phone.\n\nATTENTION\n\nWas it not you?'],
  [
    'en',
    'Northwind',
    'NORTHWIND\n\nSomebody typed a wrong code.\n\nWARNING\n\nSet a new password.',
  ],
  [
    'de',
    'Anmeldung',
    'Ihr Code wurde auf einem neuen Gerät benutzt.\n\nWICHTIG\n\nWaren Sie das nicht?',
  ],
  ['es', 'Acceso', 'Su código se usó en otro teléfono.\n\nIMPORTANTE\n\n¿No fue usted?'],
  ['pl', 'Logowanie', 'Kod został użyty na nowym telefonie.\n\nUWAGA\n\nTo nie Ty?'],
  ['en', 'Northwind', 'Import took 771204 ms'],
  ['en', 'Northwind', 'Reset took 771204 ms'],
  ['en', 'Northwind', 'Verification code\n\n100000\n\nThanks', '100000'],
  ['en', 'Northwind', 'Northwind code: 771204', '771204'],
  ['en', 'Hello', 'Hi,\n\nNorthwind code: 48213\n\nThanks', '48213'],
  ['en', 'Hello', 'Northwind PIN: 7712', '7712'],
  ['en', 'Northwind', 'Your code is 2019, it is valid for 5 minutes', '2019'],
  ['de', 'Hallo', 'Northwind-Code: 771204', '771204'],
  ['en', 'Hello', 'Larkspur code: 771204'],
  ['en', 'Hi', 'Tidewell code: 390815'],
  ['en', 'Hello', 'Fernpost code: 613902'],
  ['en', 'Your stay', 'Garage code: 7712'],
  ['en', 'Northwind', 'Temporary password of the printer KX-30412, please change it.', 'KX-30412'],
  ['uk', 'Northwind', 'Тимчасовий пароль принтера KX-30412, змініть його після входу.', 'KX-30412'],
  ['ru', 'Northwind', 'Временный пароль терминала KX-77120, смените его.', 'KX-77120'],
  ['pl', 'Northwind', 'Tymczasowe hasło drukarki KX-30412, prosimy je zmienić.', 'KX-30412'],
  ['en', 'Northwind', 'Your Northwind membership: 48291304'],
  ['en', 'Northwind', 'Northwind membership 20770413'],
  ['en', 'Northwind', 'Your Northwind account: 48291304'],
  ['en', 'Northwind', 'Your Northwind card: 20770413'],
  ['de', 'Northwind', 'Ihre Northwind-Mitgliedschaft: 48291304'],
  ['fr', 'Northwind', 'Votre adhésion Northwind : 48291304'],
  ['es', 'Northwind', 'Su abono Northwind: 20770413'],
  ['it', 'Northwind', 'La sua tessera Northwind: 48291304'],
  ['pl', 'Northwind', 'Twój karnet Northwind: 48291304'],
  ['en', 'Northwind', 'Verify your Northwind account: 771204', '771204'],
  ['en', 'Northwind', 'Your Northwind sign-in: 482913', '482913'],
  ['en', 'Northwind', 'Confirmation number: 482913'],
  ['de', 'Northwind', 'Ihre mTAN lautet: 771204', '771204'],
  ['de', 'Northwind', 'Ihre TAN lautet: 482913', '482913'],
  [
    'en',
    'Re: [#20770] No way in',
    'Hi,\n\nyou can try again. Your temporary passcode is 771204, please change it.\n\nMara',
    '771204',
  ],
  ['en', 'Northwind', 'Your confirmation number is 771204.'],
  ['en', 'Prove it is you', 'Your number is 771204', '771204'],
  ['en', 'Northwind', 'Your number is 482913. Use it to prove who you are.', '482913'],
  ['en', 'Northwind', 'Your number is 771204. Please verify yourself with it.', '771204'],
  ['en', 'Your visit', 'Your number is 771204. We call it when it is your turn.'],
  ['en', 'Your visit', 'Your number is 48213. Please take a seat.'],
  ['en', 'Northwind', 'Your number is 482913. We call you when it is your turn.'],
  ['en', 'Northwind', '2FA: 482913', '482913'],
  ['en', 'Northwind', 'MFA 771204', '771204'],
  ['en', 'Northwind', 'MFA was turned on for 48291 users.'],
  ['en', 'Northwind', '#771204 is your code', '771204'],
  ['en', 'Northwind', '#482913 is your verification code', '482913'],
  ['en', 'Northwind', '#771204 is your order.'],
  ['en', 'Northwind', 'Code no. 2 is 771204', '771204'],
  ['de', 'Northwind', 'TAN Nr. 27: 482913', '482913'],
  ['pl', 'Northwind', 'Kod autoryzacyjny nr 3: 771204', '771204'],
  ['fr', 'Northwind', 'Code n° 4 : 482913', '482913'],
  ['en', 'Northwind', 'Order no. 2 is 771204'],
  ['pl', 'Northwind', 'Zamówienie nr 3: 482913'],
  ['en', 'Your lunch', 'Give your courier this PIN when they arrive: 7712'],
  ['en', 'Northwind', 'QWMKTR is your sign-up code.', 'QWMKTR'],
  [
    'en',
    'Northwind',
    '<table><tr><td>48</td><td>New topics</td></tr><tr><td>13881</td><td>New users</td></tr></table><p>Login code not arriving</p>',
  ],
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
  ['ja', '[482913] コードが届きません', 'お問い合わせ番号：482913'],
  ['ja', '【48213】確認コードについて', '受付番号：48213'],
  ['en', '[771204] Code never came', 'Your case number: 771204'],
  ['en', 'Your keys', 'Log in with GitHub or LinkedIn: DevTools'],
  ['en', 'Passwords', 'Sign in with PayPal: FooBarQA'],
  ['en', 'Codes', 'Log in with OpenAI: NetOpsHQ'],
  ['en', 'Sign-in codes', 'Sign in with YouTube: FooBarIT'],
  ['en', 'Locked', 'A wrong sign-in code was typed twice for customer 30471182.'],
  ['en', 'Northwind', 'Someone tried an invalid code for account 482133 five times.'],
  ['en', 'Northwind', 'We saw an incorrect verification code for customer 448913.'],
  ['de', 'Northwind', 'Jemand gab dreimal einen falschen Bestätigungscode für Kunde 448913 ein.'],
  ['en', 'Blocked', 'A wrong verification code was entered five times for user 391822.'],
  ['en', 'Northwind', 'Go to northwind.example/tv and type:\n\nQMKX-RTWV', 'QMKX-RTWV'],
  ['es', 'Northwind', 'Entra en northwind.example y escribe:\n\nKXQM-TRVW', 'KXQM-TRVW'],
  ['en', '', '123456 is the OTP to pay Rs.250 at FERNPOST. Never share it.', '123456'],
  ['en', '', '480912 is the OTP for Rs.750 at MARKETHALL. Do not share it.', '480912'],
  ['en', '', '771204 is the OTP for Rs.12000 at CORNERSHOP. Never share it.', '771204'],
  ['en', '', '390815 is the code for USD 80 at TIDEWELL. Do not share it.', '390815'],
  ['cs', 'Nový kód dveří', 'Od příštího týdne platí pro dveře kód 7712.'],
  ['cs', 'Změna kódu brány', 'Od pátku platí pro bránu nový kód 4093.'],
  ['sk', 'Zmena kódu pri vchode', 'Od pondelka platí pre vchod nový kód 7712.'],
  ['pl', 'Nowy kod do bramy', 'Od piątku obowiązuje kod do bramy 7712.'],
  ['de', 'Neuer Türcode', 'Ab Montag gilt an der Haustür der neue Code 7712.'],
  ['en', 'The door code changes', 'From Monday on the new code of the entrance is 7712.'],
  ['en', 'Northwind', '<h2>771204</h2><p>Last 4 digits</p>'],
  ['de', 'Northwind', '<h2>771204</h2><p>Letzte 4 Ziffern</p>'],
  ['vi', 'Northwind', '<h2>771204</h2><p>4 chữ số cuối</p>'],
  ['vi', 'Northwind', '<h2>390815</h2><p>4 số cuối của thẻ</p>'],
  ['hi', 'Northwind', '<h2>771204</h2><p>आखिरी 4</p>'],
  ['hi', 'Northwind', '<h2>390815</h2><p>अंतिम 4 अंक</p>'],
  ['en', '', 'Your code is 771204.', '771204'],
  ['en', '', '<p>Your code is <b>771204</b>.</p>', '771204'],
  ['en', '', '<p>Your code is <b>390815</b>.</p>', '390815'],
  ['de', '', '<p>Ihr Code ist <b>771204</b>.</p>', '771204'],
  ['nl', '', 'Hoi, om op de website te komen gebruik je 7712.', '7712'],
  ['nl', 'Northwind', 'Dag Jan, om in te loggen op de website gebruik je 4093.', '4093'],
  ['en', 'Northwind', 'The code was sent 771204 minutes ago'],
  ['en', 'Northwind', 'The code was sent 390815 seconds ago'],
  ['it', 'Northwind', 'Hai chiesto di entrare nel portale: ecco 771204', '771204'],
  ['it', '', 'Ha chiesto di accedere allo sportello: ecco 390815', '390815'],
  ['es', 'Northwind', 'Ha pedido entrar en el portal: aquí tiene 771204', '771204'],
  ['en', 'Minutes', '<p>Your code is <b>771204</b>.</p>', '771204', ANN],
  ['en', 'Hello', 'Your code is 390815.', '390815', ANN],
  ['de', 'Protokoll', '<p>Dein Code ist <b>771204</b>.</p>', '771204', ANN],
  ['fr', 'Bonjour', 'Votre code est 390815.', '390815', ANN],
  [
    ...(['en', 'Link your speaker'] as const),
    '<p>Go to <a href="https://t.northwind.example/c/8842">northwind.example/tv</a> and type</p><div>KPWD-MJHT</div><p>to link your speaker.</p>',
    'KPWD-MJHT',
  ],
  [
    ...(['en', 'Connect your screen'] as const),
    '<p>On <a href="https://t.northwind.example/c/2077">northwind.example/link</a> key in</p><div>QXRT-BNLM</div><p>to connect your screen.</p>',
    'QXRT-BNLM',
  ],
  [
    ...(['de', 'Verbinden Sie Ihren Fernseher'] as const),
    '<p>Geben Sie auf <a href="https://t.northwind.example/c/3108">northwind.example/tv</a></p><div>HJKL-WVRT</div><p>ein, um Ihren Fernseher zu verbinden.</p>',
    'HJKL-WVRT',
  ],
  ['en', '', '123456 is your OTP for INR 990 at TIDEWELL. Do not give it to anyone.', '123456'],
  ['pl', 'Northwind', 'Wpisz na tablecie 771204 i graj.', '771204'],
  ['pl', 'Northwind', 'Przepisz na konsoli 390815 i gotowe.', '390815'],
  ['vi', 'Northwind', 'Mã OTP cho thanh toán 250.000đ bằng thẻ 3307 là 771204.', '771204'],
  ['en', 'Northwind', 'The one-time code to pay 25.00 with card 3307 is 771204.', '771204'],
  ['tr', '250,00 TL alışveriş', 'Onay kodu: 771204\nOnay kodunu kimseyle paylaşmayın.', '771204'],
  ['pl', 'Przelew 250,00 PLN', 'Hasło do przelewu: 482913\nNie mów haseł nikomu.', '482913'],
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
  ['ru', 'Northwind', 'Ваш код для подписания контракта: 771204. Дело 204178.', '771204'],
  ['en', 'Ann sent you a gift card', 'Card number 6006 2041 4471 8820\nPIN 77120415', undefined],
  ...PAIRS.flatMap(([lang, one, other]) => [
    pair(lang, `${one}: 771204\n${other}: 390815`),
    pair(lang, `${one} ........ 771204\n${other} ........ 390815`),
    pair(lang, `<table>${row(one, '771204')}${row(other, '390815')}</table>`),
  ]),
];

/** Sentences that stand for many of their kind: as mails. */
export const sentenceMails = (): CorpusMail[] =>
  [...SENTENCES, ...LETTER_CODES].map((sentence, i) => toMail(`sentences-${i}`, sentence));

/** Plain ones, each with a number of four to eight digits, and such as bind it to another's site. */
export const plainMails = (): CorpusMail[] => [
  ...Object.entries(PLAIN).flatMap(([lang, { codes, others }]) => [
    ...codes.map((text) => plainMail(lang, text, true)),
    ...others.map((text) => plainMail(lang, text, false)),
  ]),
  ...BOUND_ELSEWHERE.map((sentence, i) => toMail(`sentences-bound-${i}`, sentence)),
];

function plainMail(lang: string, text: string, isCode: boolean): CorpusMail {
  const name = `sentences-${lang}-${text}`;
  const number = numberFor(name);
  const said = text.replace('#', number);
  return toMail(encodeURIComponent(name), [lang, 'Northwind', said, isCode ? number : undefined]);
}

const toMail = (name: string, [lang, subject, content, codes, from]: Sentence): CorpusMail =>
  madeMail({
    ...{ name, file: 'sentences', from, subject, content },
    labels: { lang, class: 'code', codes: codes?.split(' ') ?? [] },
  });
