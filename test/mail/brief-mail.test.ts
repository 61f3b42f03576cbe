import { describe, expect, it } from '@jest/globals';
import { readServiceMail as read } from './service-mail.js';
import { expectMost } from './misread.js';

/** Mails of a line or two: subject, text, and the code where they have one. */
const BRIEF: readonly (readonly [subject: string, text: string, code?: string])[] = [
  ['Test', 'Your code is 123456', '123456'],
  ['Your login code', '4321', '4321'],
  ['', '333333 is your Northwind code', '333333'],
  ['', 'Northwind: 1234 is your verification code.', '1234'],
  ['', 'Northwind ID code: 739216. Do not share it.', '739216'],
  ['', 'WhatsApp code 507-241', '507241'],
  ['', 'Use the code (7746) to log in to your account. Do not forward it!', '7746'],
  ['Ihr Sicherheitscode', 'Hallo,\n\n[ 120937 ]\n\nDanke', '120937'],
  ['', 'Your one time pass is 482919', '482919'],
  ['', 'Your one time pass is 12-34 and lives for 5 minutes', '1234'],
  ['', '19-48 is your code for Northwind', '1948'],
  ['Northwind', 'Enter this code to sign in:\n\n12-34', '1234'],
  ['Sign in', 'Use 740 9163 to sign in to Northwind.', '7409163'],
  ['Northwind', '7F3K 9P2M is your Northwind verification code.', '7F3K9P2M'],
  ['Sign in', 'Your verification code is tulip-fox-otter-lamp.', 'tulip-fox-otter-lamp'],
  ['サインイン', '確認コード…4736104', '4736104'],
  [
    'Your document',
    'Enter a code to complete the document "Lease 2026".\n\nYour code:\n604913',
    '604913',
  ],
  ['Sale', 'Use code SAVE20OFF at the checkout.'],
  ['', '123456 is the OTP for Rs.5000 at BOOKHOUSE. Do not share it.', '123456'],
  ['Tu contraseña', 'Te damos el código: kR7vW2mZq9 para que cambies tu contraseña.', 'kR7vW2mZq9'],
  ['', 'Your verification code will be sent to +44 7700 900126'],
  ['', 'To verify, text YES to 466127.'],
  ['', '5738xx is your OTP for a payment with card ending in 2887.'],
  ['', 'PKR 1,100.00 were paid on 31-01-26 with card no. 53119xxxxxxxx1640.'],
  ['Code', 'Use code 482791 to redeem your gift'],
  ['', 'Your code is valid until 2027. Thanks!'],
  ['Your codes', 'Sign in with OpenTable: DevOpsQA'],
  ['Work', 'If you are willing to put in 10-12 hours per week, this might be for you.'],
  ['Cake', 'Heat it for 30 – 40 minutes, then put in the tin.'],
  ['Reise', 'Bitte geben Sie 10–12 Tage vorher Bescheid.'],
  ['Archive', 'Please enter the years 2019-2021 in the form.'],
  ['会议', '请输入 10-12小时 的内容。'],
];

it('mail of a line or two gives its code, or none', () => {
  expectMost(BRIEF, ([subject, text, code = '']) => {
    return read(subject, text).otpCodes.join() === code;
  });
});

describe('the language of a few words', () => {
  it.each([
    ['Your code is 123456', 'en'],
    ['Votre code : 1234', 'fr'],
    ['Getir onay kodu: 290118', 'tr'],
    ['Kod: 402114', null],
  ])('%s: %s', (text, language) => {
    expect(read('', text).language).toBe(language);
  });
});
