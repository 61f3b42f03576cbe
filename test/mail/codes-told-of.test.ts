import { describe, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { expectMost } from './misread.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

/** Codes of a mail with this subject and body. */
function codesOf(subject: string, body: string) {
  const raw = Buffer.from(
    `From: Northwind <no-reply@northwind.example>\r\nSubject: ${subject}\r\n` +
      `Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`,
  );
  const { otpCodes } = analyse(raw, { receivedAt: RECEIVED_AT });
  return otpCodes;
}

type Told = readonly [subject: string, body: string, code?: string];

/** Mail that tells of a code and holds none. */
const TOLD: readonly Told[] = [
  [
    'Покупка по карте *7712',
    'Сумма: 2 349 ₽\nКод авторизации: 204817\nНикому не сообщайте коды из СМС.',
  ],
  ['عملية شراء ببطاقتك', 'المبلغ: 215 ريال\nرمز التفويض: 083412\nلا تشارك رمز التحقق مع أي شخص.'],
  ['信用卡消费提醒', '消费人民币328.00元\n授权码：551204\n请勿向任何人透露验证码。'],
  ['카드 승인 안내', '이용금액 32,500원\n승인번호 55120418\n인증번호를 타인에게 알려주지 마세요.'],
  ['Скидання пароля', 'Якщо це були не ви, зателефонуйте за номером 0 800 503 112.'],
  ['תוצאות הבדיקה מוכנות', 'מספר חבר 0338812. קוד בדיקה 70112. לצפייה היכנס לאזור האישי.'],
  ['开发者月报', '测试通道固定使用“666666”作为验证码，不会真正下发短信。退订请点击此处。'],
  ['안내 41호', '"인증번호 [482913]을 입력하세요"라는 문자를 받았다면 의심하세요. 구독 해지'],
  ['Ваше звернення 4412088', 'Ви писали, що код 771204 не спрацював. Замовте новий у застосунку.'],
  [
    'You spent $41.18 at Corner Grocer',
    'Approval: 084417\nNot you? Call 0800 555 0199. We will never ask you for a verification code.',
  ],
  ['Platba kartou 389 Kč', 'Autorizace: 118204\nNikdy po vás nebudeme chtít ověřovací kód.'],
  ['Köp för 219 kr', 'Godkännandekod 118204\nLämna aldrig ut koder från din bankdosa.'],
  ['Kart harcamanız', 'Onay kodu: 118204\nBankamız sizden asla şifre veya doğrulama kodu istemez.'],
  ['Weekly report', '482913 verification codes were sent this week, 48291 sign-ins.'],
  ['Wochenbericht', 'Verschickt: 482913 Bestätigungscodes, 2041 weniger als in der Woche davor.'],
  ['[octo/app] Login broken (#48)', '> Your verification code is 482913\n\nI typed it, no luck.'],
  ['Hello', 'Trips this month: 17, credit: $12.50.\n\n@larkspur.example #482913'],
  ['Sam sent you a $25 eGift', 'Card number 6094 4188 2044 7719\nPIN 55201833'],
];

/** Mail about something else. */
const OTHERS: readonly Told[] = [
  ['Your exam', 'Code participant : 482913. Salle 214.'],
  ['Webinar', 'Meeting ID: 844 7182 0417\n\nPasscode: 330918\n\nSee you there'],
  ['A code', 'The code 482913 you requested was used at 09:00. Not you? Call us.'],
  ['Your results', 'Prüflingscode: 482913'],
  ['Receipt', 'Amount 84.20 EUR, paid by card.\nApproval code: 482913\nNever share your PIN.'],
  ['Счёт за воду', 'Сумма 1 240,50 ₽. Код для оплаты: 482913'],
  ['Din anmälan', 'Tack för din anmälan till loppet. Anmälningskod: 482913'],
  ['Check-in', 'The code of the front door is 4829#, see you soon.'],
  ['New sign-in', 'Somebody signed in with a code sent by SMS. Device: Redmi 23053RN02Y.'],
  ['Change your number', 'Please confirm the change of the number of account XX2207.'],
  ['Your certificate', 'Check its authenticity with the verification code 8K2Q-X7M4.'],
  ['Votre ordonnance est prête', "Casier 12.\nPour l'ouvrir, saisissez 582 091 sur le clavier."],
  ['Změna kódu u vchodu', 'Od pondělí platí pro vchod nový kód 2580.'],
  ['Seu pedido saiu para entrega', 'Informe ao entregador a palavra-chave: 8213'],
  ['Blocked', 'Someone entered an incorrect verification code three times for client 448210.'],
  ['[GRL-40821] Verification codes not arriving', 'Sorry to hear that. Tom'],
  ['【771204】認証コードが届かない件', 'お問い合わせ番号:771204'],
  ['Larkspur: 482913', 'Your application arrived. We answer within ten days.'],
  ['Kfz', 'Mit dieser eVB-Nummer lassen Sie Ihr Fahrzeug zu:\n\nK7R4QX2\n\nBitte angeben.'],
];

/** Mail with a code that warns of thieves, or has other numbers, and the code. */
const PAYMENTS: readonly Told[] = [
  [
    'Підпис договору',
    'Для підпису договору (авто AA4412KX) надішліть код 20884 у формі на сайті.',
    '20884',
  ],
  ['Оплата', 'Для оплаты введите код авторизации 204817', '204817'],
  [
    'Przelew 480,00 PLN',
    'Hasło do przelewu na rachunek ..4471: 447188\nNie podawaj haseł nikomu.',
    '447188',
  ],
  [
    '480,00 TL internet alışverişi',
    'Onay kodu: 447188\nOnay kodunu bankamız çalışanları dahil kimseye söylemeyin.',
    '447188',
  ],
  [
    'Withdrawal of 0.25 ETH',
    'Request 20448817\n\n620417\n\nGood for 10 minutes. We never ask for 2FA codes by phone.',
    '620417',
  ],
  ['Belépés', 'Írja be: 441820. A kód 2026. március 3. 14:10-ig használható.', '441820'],
];

/** Each row is a trap. */
const FEW = 0.1;

describe('mail that tells of codes', () => {
  it('gives those that it holds', () => {
    const isRead = ([subject, body, code = '']: Told) => codesOf(subject, body).join() === code;
    expectMost([...TOLD, ...OTHERS, ...PAYMENTS], isRead, FEW);
  });
});
