import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { findTerms } from '../../src/mail/text/lexicon.js';
import { detectLanguage } from '../../src/mail/text/language.js';

const CONTEXT = { receivedAt: new Date('2026-03-03T10:00:03Z') };
const LINK = 'https://go.northwind.example/c/9fK2vLq81xTz';

const read = (subject: string, html: string) =>
  analyse(
    Buffer.from(
      'From: Northwind <hello@northwind.example>\r\nDate: Tue, 03 Mar 2026 10:00:00 +0000\r\n' +
        `Subject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
    ),
    CONTEXT,
  );

describe('the link a mail was sent for', () => {
  it.each([
    ['One more step', 'Tap the button so we know this is really your inbox.', 'Continue'],
    ['Fast geschafft', 'Wir möchten nur wissen, ob die Adresse wirklich Ihnen gehört.', 'Weiter'],
    ['Plus qu’une étape', 'Il ne reste plus qu’à nous dire que c’est bien vous.', 'Continuer'],
    ['Ya casi está', 'Queremos asegurarnos de que eres tú.', 'Seguir'],
    ['Остался один шаг', 'Хотим убедиться, что это вы.', 'Дальше'],
    ['あと一歩です', 'ご本人であることを確かめるため、ボタンを押してください。', '次へ'],
    ['还差最后一步', '点一下就可以开始阅读。', '开始'],
    ['बस एक कदम और', 'हम पक्का करना चाहते हैं कि यह आप ही हैं।', 'आगे बढ़ें'],
  ])('confirms, though neither its text nor its address says so: %s', (...words) => {
    const [subject, text, button] = words;
    const html = `<p>${text}</p><p><a href="${LINK}">${button}</a></p>`;

    const { verificationLinks, category } = read(subject, html);

    expect(verificationLinks).toEqual([LINK]);
    expect(category).toBe('verification');
  });

  it('is the first of those that are counted', () => {
    const other = 'https://go.northwind.example/c/77Qa81xTz0';
    const html =
      `<p>One more step: tell us that it is you.</p><p><a href="${LINK}">Yes, it’s me</a></p>` +
      `<p><a href="${other}">Privacy</a></p>`;

    expect(read('Almost there', html).verificationLinks).toEqual([LINK]);
  });

  it('signs in where no password is needed', () => {
    const html = `<p>No password needed, this takes you straight in:</p><p><a href="${LINK}">Open</a></p>`;

    expect(read('Your link', html).magicLinks).toEqual([LINK]);
  });

  it('is told from the button beside it, even without a blank between them', () => {
    const html = `<a href="${LINK}">Imposta nuova password</a><a href="https://b.example/login">Torna al login</a>`;
    const { links } = read('Hai dimenticato la password?', html);

    expect(links.map(({ kind, text }) => [kind, text])).toEqual([
      ['reset', 'Imposta nuova password'],
      ['other', 'Torna al login'],
    ]);
  });

  it('signs in who is told to be signed in then', () => {
    const html = `<p>Ein Klick genügt, Sie sind dann angemeldet.</p><a href="${LINK}">Zum Portal</a>`;

    expect(read('Ihr Gästezugang', html).magicLinks).toEqual([LINK]);
  });

  it.each([
    ['Your order has shipped', 'Order 774210 is on its way. Follow your parcel:', 'Track'],
    ['New sign-in to your account', 'Was it you? Then all is well.', 'See activity'],
    ['Thanks for coming', 'Here are the photos of the evening.', 'Open'],
  ])('is for nothing special where the mail says nothing: %s', (subject, text, button) => {
    const html = `<p>${text}</p><p><a href="${LINK}">${button}</a></p>`;

    const { verificationLinks, magicLinks } = read(subject, html);

    expect([...verificationLinks, ...magicLinks]).toEqual([]);
  });
});

describe('neighbours among languages', () => {
  it.each([
    ['ms', 'Sila masukkan kod ini untuk meluluskan bayaran anda. Ia sah selama lima minit.'],
    ['id', 'Silakan masukkan kode ini untuk menyetujui pembayaran Anda. Berlaku lima menit.'],
    ['nb', 'Hei Ola, fakturaen din forfaller snart. Passordet ditt er ikke endret.'],
    ['da', 'Hej Ole, din adgangskode er ikke blevet ændret. Brug koden nu.'],
    ['sv', 'Hej Olle, din faktura har inte betalats från ditt konto och förfaller snart.'],
    ['cs', 'Dobrý den, pro potvrzení platby opište tento kód. Platí pět minut.'],
    ['ru', 'Спасибо, зайду после шести. Ключи у соседки.'],
    [
      'ru',
      'Код входа / Sign-in code. Введите код 270945 в приложении / Type the code into the app.',
    ],
    ['bg', 'Издадена е фактура за април. Сума за плащане 38 лв. Моля, платете в срок.'],
    ['uk', 'Дякую, зайду після шостої. Ключі в сусідки.'],
    ['cs', 'Potvrzení adresy. Dobrý den, prosíme o potvrzení adresy kliknutím na odkaz.'],
    ['hi', 'Namaste Ravi, aapka order ship ho gaya hai aur kal tak aa jayega.'],
    [
      'zh-Hans',
      '您好：这是您在新设备上登录的验证码，十分钟内有效。 Use the verification code above to sign in on ' +
        'your new device. The code is valid for ten minutes. Trusted devices stay signed in.',
    ],
    [
      'hr',
      'Vaš kod za prijavu. Kod vrijedi 20 minuta i možete ga unijeti samo jednom na svoj račun.',
    ],
    ['sr', 'Vaša porudžbina je poslata. Ako niste vi tražili ovaj kod, proverite svoj nalog.'],
    ['sr', 'Ваша поруџбина је послата. Ако нисте ви тражили овај код, занемарите ову поруку.'],
    ['sk', 'Ak ste o kód nežiadali, túto správu ignorujte. Ďakujeme, že ste sa prihlásili.'],
    ['lt', 'Jūsų užsakymas išsiųstas. Jei to neprašėte, nekreipkite dėmesio į šį laišką.'],
    ['ca', 'La vostra comanda és en camí. Si no heu estat vós, ignoreu aquest missatge.'],
    ['fil', 'Kung hindi ikaw ang humiling nito, huwag pansinin ang mensaheng ito.'],
    ['fa', 'اگر این درخواست از طرف شما نبوده، این پیام را نادیده بگیرید.'],
    ['ur', 'اگر آپ نے یہ درخواست نہیں کی تو اس پیغام کو نظر انداز کر دیں۔'],
    ['bn', 'আপনি যদি এটি অনুরোধ না করে থাকেন, তাহলে এই বার্তাটি উপেক্ষা করুন।'],
    ['ta', 'இதை நீங்கள் கோரவில்லை என்றால், இந்தச் செய்தியைப் புறக்கணிக்கவும்.'],
    ['is', 'Kóðinn gildir í 15 mínútur. Ef þú baðst ekki um hann skaltu hunsa þennan póst.'],
    [
      'sw',
      'Sahau ujumbe huu ikiwa hukuomba msimbo. Agizo lako limetumwa leo na litafika kesho kwa mjumbe wetu ' +
        'kutoka ghala kubwa mjini.',
    ],
  ])('%s', (language, text) => expect(detectLanguage(text)).toBe(language));

  it.each([
    ['it', 'Codice di verifica: 447747 Northwind'],
    ['hr', 'Verifikacijski kod: 447747 Northwind'],
    ['ca', 'Codi de verificació: 447747 Northwind'],
  ])('%s by what it calls a code, where letters tell little', (language, text) =>
    expect(detectLanguage(text, findTerms(text))).toBe(language),
  );
});
