import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analyse } from '../../src/mail/reading/analyse.js';
import { expectMost } from './misread.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

/** Codes of a mail with this subject and body. */
function codesOf(subject: string, body: string, type = 'text/plain') {
  const raw = Buffer.from(
    `From: Northwind <no-reply@northwind.example>\r\nSubject: ${subject}\r\n` +
      `Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );
  const { otpCodes } = analyse(raw, { receivedAt: RECEIVED_AT });
  return otpCodes;
}

const isNone = (codes: readonly string[]) => codes.length === 0;
const isOne = (codes: readonly string[], code: string) => codes.length === 1 && codes[0] === code;

describe('codes', () => {
  it('finds the code in a mail of some lines', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['Your verification code is 482913', '482913'],
      ['Your verification code: 482 913', '482913'],
      ['Your verification code: 482-913', '482913'],
      ['Your verification code: 4 8 2 9 1 3', '482913'],
      ['Your verification code: 4829', '4829'],
      ['Your verification code: 1029384756', '1029384756'],
      ['Your verification code: G-482913', 'G-482913'],
      ['Your verification code: AB12-CD34', 'AB12-CD34'],
      ['Your verification code: QKTM 9XVD', 'QKTM9XVD'],
      ['Your verification code:\n\n*** 482913 ***', '482913'],
      ['gib diesen Code ein, um dich anzumelden:\n\n-------\n 40813\n-------\n', '40813'],
      ['Mã xác thực OTP của bạn là 0 4 4 7 1 8. Có hiệu lực trong 120 giây.', '044718'],
      ['A belépéshez szükséges kód: 7 1 8 2 0 4 A kód 10 percig érvényes.', '718204'],
      ['Your TAN is 482 913 for the transfer of EUR 120.00.', '482913'],
      ['Your verification code: X7K9PQ', 'X7K9PQ'],
      ['Your verification code: h7-XK-40', 'h7-XK-40'],
      ['Codul dvs. de verificare este 482913', '482913'],
      ['Ihr Code zum Löschen des Kontos: 482913', '482913'],
      ['Tell your child to enter 482913, the code for parental approval', '482913'],
      ['482913 is your verification code', '482913'],
      ['447 1093 is your one-time passcode', '4471093'],
      ['Please enter the following code:\n\n492 — 038', '492038'],
      ['Type 2096 on the screen of the battery to verify it (series 48291377).', '2096'],
      ['Please read 4829 back to our agent to verify that it is you.', '4829'],
      ['Use 482913 to verify your account', '482913'],
      ['Your login code:\n\n482913', '482913'],
      ['482913\n\nis your login code', '482913'],
      ['Order number: 7788123\nVerification code: 482913', '482913'],
      ['Your code is 2024, it expires in 10 minutes', '2024'],
      [
        'Tu termostato (n.º de serie 9A44180377) está esperando. Entra en lumbre.example y teclea:\n\nWDJB-MJHT',
        'WDJB-MJHT',
      ],
      [
        'Copy and paste this temporary login code:\n\namber-kettle-fjord\n\nIt works once.',
        'amber-kettle-fjord',
      ],
      [
        'You can use the login verification code directly:\n\nbcdfg-hjkmn\n1200 Harbour Road, Floor 9, Northport, NP 48291',
        'bcdfg-hjkmn',
      ],
      ['Tapez sur votre téléphone :\n\n482913\n\nCaméra MC-200', '482913'],
      ['Code de vérification à renseigner sur la page de suivi : 1408', '1408'],
      ['Pro přihlášení (průkazka č. 20 11874) opište tento kód:\n\n40926', '40926'],
      ['Hoi Wim, om op de website te komen gebruik je 1906.', '1906'],
      ['Koden til den nye hjemmeside er 4492.', '4492'],
      ['Bapak/Ibu, pada menu "Tambah Anak" di aplikasi isi KB-7140.', 'KB-7140'],
      ['Ihre Zahl für die Anmeldung: 306.518', '306518'],
      ['Dein Einmalpasswort: 482913', '482913'],
      ['Ihr Login-Code lautet 482913', '482913'],
      ['Votre code à usage unique est le 482913', '482913'],
      ['Su clave dinámica es 482913', '482913'],
      ['Seu código de acesso é 482913', '482913'],
      ['Il codice monouso è 482913', '482913'],
      ['Je eenmalige code is 482913', '482913'],
      ['Din engångskod är 482913', '482913'],
      ['Jednorazowy kod: 482913', '482913'],
      ['Tek kullanımlık şifreniz: 482913', '482913'],
      ['Одноразовый код: 482913', '482913'],
      ['Одноразовий код: 482913', '482913'],
      ['ワンタイムパスワードは 482913 です', '482913'],
      ['確認コード：４８２９１３', '482913'],
      ['인증 코드: 482913', '482913'],
      ['动态码：482913', '482913'],
      ['您的驗證碼是482913', '482913'],
      ['رمز التفعيل: ٤٨٢٩١٣', '482913'],
      ['קוד הכניסה שלך: 482913', '482913'],
      ['आपका ओटीपी 482913 है', '482913'],
      ['Mã OTP của bạn: 482913', '482913'],
      ['รหัส OTP: 482913', '482913'],
      ['Kode OTP Anda: 482913', '482913'],
      ['등록키 PX88-2 를 입력하면 앱에서 대출이 가능합니다.', 'PX88-2'],
      ['Тимчасовий пароль термінала FX-20931, змініть його.', 'FX-20931'],
    ];
    expectMost(rows, ([body, code]) => isOne(codesOf('Northwind', body), code));
  });

  it('finds none among other numbers', () => {
    const rows: readonly string[] = [
      'Your order 482913 has shipped',
      'Order #482913',
      'Invoice number: 482913',
      'Tracking number 4829131122',
      'Your promo code is SAVE20',
      'Use promo code 482913 at checkout',
      'Error code: 482913',
      'Postal code 94104',
      'Your card ending in 4829 was charged',
      'Card **** 4829',
      'Your code for the transfer to GR16 **** 4821',
      'Call +1 555 482 9133 to confirm',
      'You paid $4829.13',
      'Total: 4829 EUR',
      'The year 2026',
      'Confirm by 2026-11-20 at 10:48',
      'https://northwind.example/verify/482913',
      'Write to 482913@northwind.example about your code',
      'The code was sent 482913 minutes ago',
      'Colour code #482913',
      'Ihre Bestellnummer: 482913',
      'Votre commande 482913',
      'Pedido 482913 enviado',
      'Заказ № 482913',
      '注文番号：482913',
      '订单号：482913',
      '주문번호: 482913',
      'رقم الطلب: 482913',
      'הזמנה מספר 482913',
    ];
    expectMost(rows, (body) => isNone(codesOf('Northwind', body)));
  });

  it.each([
    [
      'one digit a cell',
      '<table><tr><td>4</td><td>8</td><td>2</td><td>9</td></tr></table>',
      '4829',
    ],
    ['one digit a span', '<span>4</span><span>8</span><span>2</span><span>9</span>', '4829'],
    ['one digit a block', '<div>4</div><div>8</div><div>2</div><div>9</div>', '4829'],
    ['a heading', '<h1>482913</h1>', '482913'],
    ['a box', '<div style="background:#eee;padding:9px">482913</div>', '482913'],
    ['hard blanks', '<b>482&nbsp;913</b>', '482913'],
    ['soft hyphens', '<b>482&shy;913</b>', '482913'],
  ])('finds a code shown as %s', (_case, shown, code) => {
    const html = `<p>Enter this code to verify your address:</p>${shown}<p>Thank you</p>`;

    expect(codesOf('Northwind', html, 'text/html')).toEqual([code]);
  });

  it('finds none in the word that a button shows', () => {
    const html =
      '<p>We have received a login attempt with the following code:</p><p>Calm Otter</p>' +
      '<p>To go on, click here:</p><a href="https://northwind.example/confirm?t=9Xk2lm0q">VERIFY</a>';

    expect(codesOf('Northwind', html, 'text/html')).toEqual([]);
  });

  it.each([
    ['display', '<div style="display:none">X</div>'],
    ['visibility', '<div style="visibility:hidden">X</div>'],
    ['opacity', '<div style="opacity:0">X</div>'],
    ['size', '<div style="font-size:0px">X</div>'],
    ['colour', '<div style="background:#fff;color:white">X</div>'],
    ['place', '<div style="position:absolute;left:-9999px">X</div>'],
    ['height', '<div style="max-height:0;overflow:hidden">X</div>'],
    ['a class', '<style>.pre{display:none}</style><div class="pre">X</div>'],
    ['the attribute', '<div hidden>X</div>'],
    ['a comment', '<!-- X -->'],
  ])('finds none hidden by %s', (_case, html) => {
    const body = `<p>Hello</p>${html.replace('X', 'Your verification code is 482913')}<p>Bye</p>`;

    expect(codesOf('Northwind', body, 'text/html')).toEqual([]);
  });

  it('tells where and how sure', () => {
    const raw = Buffer.from('Subject: Hi\r\n\r\nYour verification code is 482913.\r\n');

    const { otpCandidates } = analyse(raw, { receivedAt: RECEIVED_AT });

    expect(otpCandidates).toEqual([
      {
        code: '482913',
        confidence: expect.any(Number),
        source: 'text',
        context: 'Your verification code is 482913.',
      },
    ]);
  });

  it('finds any six digits that are called a code, in every layout', () => {
    const layouts = [
      (code: string) => `Your verification code is ${code}.`,
      (code: string) => `Verification code\n\n${code}\n\nThanks`,
      (code: string) => `${code} is your login code.`,
      (code: string) => `Enter ${[...code].join(' ')} as your security code.`,
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 999_999 }).map(String),
        fc.constantFrom(...layouts),
        (code, layout) => {
          expect(codesOf('Northwind', layout(code))).toEqual([code]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reads the column of a table that its head calls a code', () => {
    const table =
      '<table><tr><th>Login code</th><th>Case</th></tr><tr><td>482913</td><td>774129</td></tr></table>';
    expect(codesOf('Northwind', table, 'text/html')).toEqual(['482913']);
  });

  it('reads the code beside another number', () => {
    const rows: readonly (readonly [string, string, string])[] = [
      [
        'Vahvista hakemuksesi 20482913',
        'Hakemus 20482913\nSyötä palveluun tunnusluku 7730.',
        '7730',
      ],
      ['Ihre TAN', 'TAN: 392871\nNicht Sie? TAN nicht eingeben, anrufen: 040 555 018-0.', '392871'],
      ['Phone for the front door', 'To allow it, enter 482913 in the app.', '482913'],
      ['[G-482913] is your sign-in code', 'Use it on the page.', 'G-482913'],
      ['Larkspur: 482913', 'Valid for ten minutes. Do not forward this mail.', '482913'],
    ];
    expectMost(rows, ([subject, body, code]) => isOne(codesOf(subject, body), code));
  });

  it('takes no number that is called something else for a code', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 99_999_999 }).map(String),
        fc.constantFrom('Order', 'Invoice', 'Ticket', 'Customer number', 'Tracking number'),
        (number, name) => {
          const body = `Please verify your address.\n\n${name}: ${number}\n\nThank you`;
          expect(codesOf('Northwind', body)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
