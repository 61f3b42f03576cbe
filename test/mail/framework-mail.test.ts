import { describe, expect, it } from '@jest/globals';
import { readServiceMail as read } from './service-mail.js';

/** An address that says nothing of what it is for. */
const TRACKED = `https://u71.ct.post.example/ls/click?upn=u001.${'aQ7x'.repeat(16)}`;
const button = (text: string) => `<p><a href="${TRACKED}">${text}</a></p>`;

describe('links to a new password behind a tracked address', () => {
  it.each([
    ['az', 'Şifrənin yenilənməsi', 'Kimsə hesabınız üçün bunu istəyib.', 'Şifrəni dəyiş'],
    ['be', 'Скід пароля', 'Нехта папрасіў пра гэта.', 'Аднавіць пароль'],
    ['ca', 'Restabliment de la contrasenya', 'Algú ho ha demanat.', 'Restablir contrasenya'],
    ['et', 'Parooli taastamine', 'Keegi palus seda.', 'Lähtesta oma parool'],
    ['is', 'Endurstilling lykilorðs', 'Einhver bað um þetta.', 'Breyta lykilorði'],
    ['ka', 'პაროლის აღდგენა', 'ვიღაცამ მოითხოვა ეს.', 'პაროლის შეცვლა'],
    ['kk', 'Құпиясөзді қалпына келтіру', 'Біреу осыны сұрады.', 'Құпиясөзді өзгерту'],
    ['lv', 'Paroles atjaunošana', 'Kāds to lūdza.', 'Nomainīt paroli'],
    ['sl', 'Ponastavitev gesla', 'Nekdo je prosil za to.', 'Spremeni geslo'],
    ['uz', 'Parolni tiklash', 'Kimdir buni so‘radi.', 'Parolni yangilash'],
  ])('are told by two words of the language: %s', (_language, subject, lead, label) => {
    const { links } = read(subject, `<p>${lead}</p>${button(label)}`);

    expect(links).toMatchObject([{ kind: 'reset' }]);
  });

  it('are not told by words of two sentences', () => {
    const body = `<p>Parolni hech kimga aytmang. Yangi buyurtmangiz yo‘lda.</p>${button('Buyurtma')}`;

    expect(read('Buyurtma', body).links).toMatchObject([{ kind: 'other' }]);
  });
});

describe('links', () => {
  it('that take back what was asked for are no action', () => {
    const reset =
      'https://auth.northwind.example/reset-password?token=c9f0f895fb98ab9159f51fd0297e';
    const revoke =
      'https://auth.northwind.example/revoke/reset-password?token=c9f0f895fb98ab9159f5';
    const body = `Reset your password: ${reset}\n\nWas it somebody else? Revoke it: ${revoke}\n`;

    expect(read('Reset your password', body).links).toMatchObject([
      { url: reset, kind: 'reset' },
      { url: revoke, kind: 'other' },
    ]);
  });

  it.each([
    ['Somebody read your document', 'Your lease was opened a moment ago.', 'See who'],
    ['Ana Ruiz asks for access', 'Ana Ruiz would like to read Plan 2027.', 'Look at it'],
  ])('of a notice confirm nothing: %s', (subject, lead, label) => {
    const { links } = read(subject, `<p>${lead}</p>${button(label)}`);

    expect(links).toMatchObject([{ kind: 'other' }]);
  });
});

describe('codes', () => {
  it.each([
    [
      'Your sign-in code is below.\n\nqmwt-k4hz-abod\n\nIt works for ten minutes.',
      'qmwt-k4hz-abod',
    ],
    ['Your login code is hbwrk-tz8pm. It works for ten minutes.', 'hbwrk-tz8pm'],
    ['Your verification code is listed below.\n\nJCD-MFP\n\nThank you!', 'JCD-MFP'],
    ['Paste this temporary login code:\n\nsprout-lemon-42\n\nIt works once.', 'sprout-lemon-42'],
    ['Your one-time code: Copper-Tiger-817', 'Copper-Tiger-817'],
  ])('in groups of letters: %j', (text, code) => {
    expect(read('Sign in', text).otpCodes).toEqual([code]);
  });

  it.each([
    ['DNS records for your domain', 'TYPE\nA\n\nNAME\n@\n\nVALUE\n76.76.21.98'],
    ['Lee Park asks you to sign', 'Lee Park has asked you to sign "Lease 2026-4471.pdf".'],
    ['Dato fundet', 'Vi har en dato:\n\ntirsdag den 8. december 2026\n\n18.00 – 20.00'],
    ['Your project', 'The branch front-p4ges was merged by Lee.'],
    ['New sign-in', 'Somebody signed in on dev-box-57.\n\nMachine:\n\nred-build-agent-12'],
    ['1000 views on Northwind', 'This is Lee. Well done on 1000 views!'],
  ])('are no addresses, files, times or names: %s', (subject, text) => {
    expect(read(subject, text).otpCodes).toEqual([]);
  });

  it('are for a new password where that leads to them, not where it is advice behind them', () => {
    const advice = 'A device we do not know.\n\nCode: 482913\n\nNot you? Change your password.';
    const asked = 'To choose a new password, type this.\n\nCode: 482913';

    expect(read('Northwind', advice).summary).toContain('Verification code 482913');
    expect(read('Northwind', asked).summary).toContain('Password reset code 482913');
  });
});

describe('language', () => {
  it.each([
    [
      'sk',
      'Dobrý deň, tento e-mail dostávate, pretože používateľ zadal vašu adresu. Kód je nižšie.',
    ],
    ['mr', 'तुमच्या खात्यासाठी हा कोड आहे. तुम्ही विनंती केली नसेल तर दुर्लक्ष करा.'],
    ['ne', 'तपाईंको खाताको लागि यो कोड हो। यदि तपाईंले माग्नुभएको छैन भने केही नगर्नुहोस्।'],
    ['hi', 'आपके खाते के लिए यह कोड है। यदि आपने अनुरोध नहीं किया है तो कुछ न करें।'],
    ['az', 'Salam, bu məktubu hesabınız üçün almısınız. Zəhmət olmasa linkə klikləyin.'],
    ['en', 'You have been confirmed as the emergency contact of Lena. You can now ask for access.'],
  ])('is told from its neighbours: %s', (language, text) => {
    expect(read('Northwind', text).language).toBe(language);
  });
});
