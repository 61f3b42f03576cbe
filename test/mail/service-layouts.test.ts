import { describe, expect, it } from '@jest/globals';
import { readServiceMail as read } from './service-mail.js';

const codesOf = (subject: string, body: string) => read(subject, body).otpCodes;

const TOKEN = 'c9f0f895fb98ab9159f51fd0297e236d';
const ADDRESS = `https://northwind.example/x/${TOKEN}`;

describe('colours that let through', () => {
  const onCard = (style: string) =>
    `<div style="background:#f6f9fc"><p>Enter the code below to sign in.</p><table style="${style}"><tr><td><p style="font-size:32px;letter-spacing:6px">482913</p></td></tr></table></div>`;

  it.each([
    'background:rgba(0,0,0,.05)',
    'background-color:#0000000d',
    'background:hsl(0 0% 0% / 5%)',
  ])('of a box leave its dark letters to be read: %s', (style) => {
    expect(read('Northwind', onCard(style))).toMatchObject({
      otpCodes: ['482913'],
      hiddenContent: false,
    });
  });

  it.each([
    'color:rgba(255,255,255,.9)',
    'background:rgba(0,0,0,.9);color:rgba(0,0,0,.2)',
    'background:rgba(255,255,255,.5);color:#fff',
  ])('hide what has the colour behind it all the same: %s', (style) => {
    const html = `<p>Your minutes are on the board. See you in May.</p><p style="${style}">Your sign-in code is 482913</p>`;

    expect(read('Northwind', html)).toMatchObject({ otpCodes: [], hiddenContent: true });
  });
});

describe('sentences with an address and a time', () => {
  it.each([
    `Somebody asked to sign in to Northwind with this address, on November 28, 2026 at 9:00 AM UTC. To sign in with your ann@inbox.example account, follow this link:\n\n${ADDRESS}\n\nYou did not ask for it? Then there is nothing to do.`,
    `Somebody asked at 09:00 for a link to sign in as ann@inbox.example with no password. It is this one:\n\n${ADDRESS}\n`,
  ])('introduce no quote: %j', (text) => {
    expect(read('Sign in to Northwind', text)).toMatchObject({ magicLinks: [ADDRESS] });
  });
});

describe('codes', () => {
  it.each([
    ['Northwind', 'code no. 2 is 482913', '482913'],
    ['Northwind', 'Kod autoryzacyjny nr 3: 482913', '482913'],
    ['Northwind', 'Code n° 4 : 482913', '482913'],
    ['Northwind', '#482913 is your code', '482913'],
    ['Northwind', '2FA: 482913', '482913'],
    ['Northwind', 'MFA 482913', '482913'],
    ['Confirm it is you', 'Your number is 482913', '482913'],
    ['Northwind', 'Your number is 482913. Please verify yourself with it.', '482913'],
    ['Northwind', 'Your PIN for this session is 64 02 77 (valid 3 min).', '640277'],
    ['MKRTWL is your Northwind sign-up code', 'It works until 09:20 (UTC).', 'MKRTWL'],
    [
      'Activate your screen',
      'On your TV (model KX55-2041) open northwind.example/tv and enter\n\n    WDJB-MJHT\n\nThis device code works for 15 minutes.',
      'WDJB-MJHT',
    ],
    [
      'Your lease is ready to sign',
      'Type this signing code into the field, capitals matter:\n\nRw58-ktPz\n\nDocument no. 204417',
      'Rw58-ktPz',
    ],
    ['Код для подписания', 'Введите код в окне подписания: ТК-3308\n\nДоговор 118404', 'ТК-3308'],
    [
      'Confirm your payment',
      'Amount: 49.90 EUR\nPayee: Blue Kettle\nCard: **** 2250\nCode: 8826\nValid until: 28 November 2026, 09:10 UTC',
      '8826',
    ],
    [
      'Link your child to your account',
      'The pass phrase to verify your account, type it with the hyphens:\n\nmaple-otter-72-river\n',
      'maple-otter-72-river',
    ],
    [
      'Finish signing in',
      '<p>Use the code in this box:</p><input readonly value="774302">',
      '774302',
    ],
    [
      'Turn on two-step sign-in',
      'Enter 719428 to turn on two-step sign-in.\n\nThen store these backup codes:\n\n1. 5518 2047\n2. 9031 7726\n3. 4410 8893\n4. 2067 5512\n',
      '719428',
    ],
    [
      'Transaction password',
      'TRANSACTION PASSWORD 55120477 FOR PAYMENT OF INR 12,450.00 AT KIRANA MART ON CARD XX7712. VALID FOR 5 MINS. DO NOT SHARE WITH ANYONE. -NORTHWIND',
      '55120477',
    ],
    [
      'Re: [#88120] Locked out',
      'Hi Ann,\n\nI have lifted the lock. Your temporary passcode is 407715, please set a new one.\n\nMara\n',
      '407715',
    ],
  ])('are found in %j, %j', (subject, body, code) => {
    expect(codesOf(subject, body)).toEqual([code]);
  });

  it('are not what the host of the sender is called', () => {
    const html =
      '<p>One click signs you in, no password needed.</p><p><a href="https://service24.example/i/3f">Service24</a></p>' +
      '<p>It works once, within 10 minutes.</p>';
    const from = 'Service24 <shop@mail.service24.example>';

    expect(read('Your way into Service24', html, from).otpCandidates).toEqual([]);
  });

  it.each([
    ['Northwind', 'Order no. 2 is 482913'],
    ['Northwind', 'Zamówienie nr 3: 482913'],
    ['Northwind', '#482913 is your order number'],
    ['Northwind', 'MFA was enabled for 48291 users.'],
    ['Northwind', 'Your number is 482913. We call you when it is your turn.'],
    ['Northwind', 'Your Northwind membership: 48291304'],
    ['Northwind', 'Votre adhésion Northwind : 48291304'],
    ['Your order', 'Give your dasher this PIN when they arrive: 4418\n\nTotal $19.44'],
    [
      'Build #48120 passed: auth/otp-service',
      'otp-service 4.18.2\n verify-code.spec.ts ✓ accepts 482913\n duration 318 s',
    ],
    [
      '[Northwind Forum] Summary',
      '<table><tr><td>48</td><td>New Topics</td></tr><tr><td>13881</td><td>New Users</td></tr></table><p>Login code not arriving - 17 replies</p>',
    ],
  ])('are not found in %j, %j', (subject, body) => {
    expect(codesOf(subject, body)).toEqual([]);
  });

  it('end when the request does', () => {
    const { codeExpiry } = read('Northwind', 'Your code is 482913. This request ends in 1 hour.');

    expect(codeExpiry).toBe('2026-11-28T10:00:00.000Z');
  });
});

describe('the preview that lists of mails print', () => {
  const mailWith = (preview: string) =>
    read(
      'Your sign-in code',
      `<div style="display:none">${preview}</div><p>Your sign-in code is</p><p><b>482913</b></p>`,
    );

  it('says when the code ends', () => {
    expect(mailWith('This code expires in ten minutes.')).toMatchObject({
      otpCodes: ['482913'],
      codeExpiry: '2026-11-28T09:10:00.000Z',
      hiddenContent: false,
    });
  });

  it('says nothing where it hides something', () => {
    expect(mailWith('Code 771204 expires in ten minutes.')).toMatchObject({
      otpCodes: ['482913'],
      codeExpiry: null,
      hiddenContent: true,
    });
  });
});

describe('links beside a code', () => {
  it.each([
    ['reset', 'Recover your account', `Enter 482913, or open ${ADDRESS} to choose a new password.`],
    [
      'reset',
      'Ihr Code zum Zurücksetzen',
      `Ihr Code lautet 482913.\n\nOder setzen Sie Ihr Passwort hier zurück: ${ADDRESS}`,
    ],
    ['magic', 'Northwind', `To sign in use 482913 or ${ADDRESS}`],
    ['verify', 'Verify your email', `Your code is 482913.\n\nOr follow this link: ${ADDRESS}`],
  ])('are of kind %s in %j, %j', (kind, subject, text) => {
    expect(read(subject, text).links).toMatchObject([{ kind, url: ADDRESS }]);
  });

  it('of an administrator who asks for a new password set one', () => {
    const text = `Your administrator asks you to bring your account up to date. What is to be done: Update Password.\n\n${ADDRESS}\n\nIt works for 12 hours.`;

    expect(read('Update Your Account', text).links).toMatchObject([{ kind: 'reset' }]);
  });
});
