import { expect, it } from '@jest/globals';
import { readServiceMail as read } from './service-mail.js';

/** Letters with marks, which programs write as one sign or as several; Unicode calls both the same. */
const MAILS: readonly (readonly [language: string, subject: string, text: string])[] = [
  ['bn', 'সাইন ইন', 'যাচাইকরণ কোডটি লিখুন: 482913। এটি ১৫ মিনিটের মধ্যে মেয়াদোত্তীর্ণ হয়ে যাবে।'],
  ['hi', 'सत्यापन', 'अपना सत्यापन कोड दर्ज करें: 482913। यह 15 मिनट के लिए मान्य है।'],
  ['ko', '로그인', '인증번호는 482913입니다. 15분 동안 유효합니다.'],
  ['vi', 'Đăng nhập', 'Mã xác minh của bạn là 482913. Mã có hiệu lực trong 15 phút.'],
  [
    'fr',
    'Vérification',
    'Votre code de vérification est 482913. Il est valable 15 minutes, jusqu’à son emploi.',
  ],
];
/** Signs that Unicode never puts together again. */
const AS_ONE: readonly (readonly [several: string, one: string])[] = [
  ['\u09af\u09bc', '\u09df'],
  ['\u09a1\u09bc', '\u09dc'],
  ['\u0921\u093c', '\u095c'],
];
const asOne = (text: string) =>
  AS_ONE.reduce((written, [several, one]) => written.replaceAll(several, one), text);

it.each(MAILS)('in %s a word is the same however its letters are put together', (...mail) => {
  const [language, subject, text] = mail;
  for (const spell of [asOne, (plain: string) => plain.normalize('NFD')])
    expect(read(spell(subject), spell(text))).toMatchObject({
      language,
      otpCodes: ['482913'],
      codeExpiry: '2026-11-28T09:15:00.000Z',
    });
});
