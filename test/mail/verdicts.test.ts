import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { compareTexts, hasInvisibleText } from '../../src/mail/text/hidden.js';
import { GTUBE } from '../../src/mail/topic/spam.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

function analysisOf(header: string, body: string) {
  return analyse(Buffer.from(`${header}\r\n\r\n${body}`), { receivedAt: RECEIVED_AT });
}

describe('category', () => {
  it.each([
    ['bounce', 'From: MAILER-DAEMON@mx.example\r\nSubject: Undelivered Mail Returned to Sender'],
    ['bounce', 'From: MAILER-DAEMON <>\r\nSubject: Mail delivery failed'],
    ['bounce', 'From: <>\r\nSubject: failure notice'],
    ['bounce', 'From: Mail Delivery System <mds@mx.test>\r\nSubject: Delivery status notification'],
    ['transactional', 'From: <>\r\nSubject: Your order has shipped'],
    ['bounce', 'From: a@b.test\r\nX-Failed-Recipients: c@d.test\r\nSubject: Warning'],
    [
      'bounce',
      'From: a@b.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x',
    ],
    ['auto_reply', 'From: a@b.test\r\nAuto-Submitted: auto-replied\r\nSubject: Re: Hi'],
    ['auto_reply', 'From: a@b.test\r\nSubject: Automatic reply: Hi'],
    ['auto_reply', 'From: a@b.test\r\nSubject: Abwesenheit: Urlaub'],
    ['calendar', 'From: a@b.test\r\nContent-Type: text/calendar; method=REQUEST'],
    ['transactional', 'From: shop@b.test\r\nSubject: Your order has shipped'],
    ['transactional', 'From: shop@b.test\r\nSubject: Ihre Bestellung wurde versandt'],
    ['transactional', 'From: shop@b.test\r\nSubject: ご注文の確認'],
    ['financial', 'From: billing@b.test\r\nSubject: Your invoice for November'],
    ['financial', 'From: bank@b.test\r\nSubject: Votre relevé bancaire'],
    ['financial', 'From: bank@b.test\r\nSubject: 信用卡账单'],
    ['newsletter', 'From: news@b.test\r\nList-Id: <n.b.test>\r\nSubject: Weekly digest'],
    [
      'marketing',
      'From: news@b.test\r\nList-Unsubscribe: <https://b.test/u>\r\nSubject: Sale: save 50%',
    ],
    ['support', 'From: support@b.test\r\nSubject: Your support ticket was updated'],
    ['notification', 'From: no-reply@b.test\r\nSubject: New sign-in from Firefox'],
    ['personal', 'From: Robin <robin@b.test>\r\nSubject: Lunch?'],
    ['personal', 'From: Moa Holm <moa.holm@b.test>\r\nSubject: Fwd: Your order has shipped'],
    ['personal', 'From: Анна Прохорова <anna.prohorova@b.test>\r\nSubject: Суббота'],
    ['notification', 'From: Хмарник <opov@khmarnyk.test>\r\nSubject: Андрій надав вам доступ'],
    ['auto_reply', 'From: Jo <jo@b.test>\r\nSubject: Nieobecność do 9 marca'],
    ['auto_reply', 'From: Jo <jo@b.test>\r\nSubject: 3月9日まで休暇をいただいております'],
    ['bounce', 'From: postmaster@b.test\r\nSubject: Impossibile recapitare il messaggio'],
    ['support', 'From: Priya <help@b.test>\r\nSubject: Re: [HB-482913] Certificate renewal'],
    ['notification', 'From: bank@b.test\r\nSubject: Vorsicht: falsche Rechnungen'],
    ['notification', 'From: Bank <info@b.test>\r\nSubject: Cuidado con las estafas de pagos'],
    ['notification', 'From: Bank <info@b.test>\r\nSubject: 警惕冒充银行的诈骗付款'],
    ['notification', 'From: D <no-reply@b.test>\r\nSubject: Ann shared "Invoices 2026"'],
    ['notification', 'From: D <no-reply@b.test>\r\nSubject: Анна: доступ к «Счета 2026»'],
    ['personal', 'From: Jo Pike <jo.pike@b.test>\r\nSubject: invoice from the plumber'],
    ['support', 'From: Desk <support@b.test>\r\nSubject: [#88210] We have refunded your order'],
  ])('is %s for %j', (category, header) => {
    expect(analysisOf(header, 'Hello').category).toBe(category);
  });

  it.each([
    [
      'support',
      'From: Lena Fox <lena.fox@b.test>\r\nSubject: Re: Export stops',
      'It is fixed now, case 118203 stays open.\n\nLena\nCustomer care',
    ],
    [
      'notification',
      'From: Hill Dental <reception@b.test>\r\nSubject: Reminder: dental check-up Thursday',
      'This is a reminder of your appointment on 5 March.',
    ],
    [
      'transactional',
      'From: Hill Dental <reception@b.test>\r\nSubject: Your appointment is booked',
      'Your appointment with Dr. Hill on 5 March at 10:20 is confirmed.',
    ],
    [
      'financial',
      'From: Hill Dental <reception@b.test>\r\nSubject: Payment reminder: invoice 2031',
      'This is a reminder that invoice 2031 over $84.00 is still unpaid.',
    ],
    [
      'support',
      'From: Sophie from Lumio <sophie@lumio.test>\r\nSubject: Re: Export stops',
      'Hi Mark, thanks for the screenshot. The fix is out, please try again.',
    ],
    [
      'notification',
      'From: Boards <notify@boards.test>\r\nList-Unsubscribe: <https://boards.test/u>\r\nSubject: Priya moved Header',
      'Priya moved Header from Doing to Done.',
    ],
    [
      'notification',
      'From: no-reply@b.test\r\nSubject: New sign-in to your account',
      'Not you? Reset your password: https://b.test/reset?t=8827dd01ac5b4c77',
    ],
    [
      'verification',
      'From: no-reply@b.test\r\nSubject: Reset your password',
      'Reset your password: https://b.test/reset?t=8827dd01ac5b4c77',
    ],
    [
      'financial',
      'From: Order Parcel <hello@b.test>\r\nSubject: Your March bill from Order Parcel',
      'The amount due is $84.00. Order Parcel will take it by direct debit.',
    ],
    [
      'support',
      'From: Assistenza Fibra <assistenza@b.test>\r\nSubject: [Ticket #482091] Linea assente dal 3 marzo',
      'Abbiamo preso in carico la sua segnalazione.',
    ],
    [
      'notification',
      'From: Dmitri <notifications@b.test>\r\nSubject: Re: [bench/sampler] Crash (Issue #1382)',
      'dvale left a comment.',
    ],
    [
      'newsletter',
      'From: Padlock <editor@b.test>\r\nList-Id: <p.b.test>\r\nSubject: Padlock #214: prices and radio',
      'In this issue: metro, radio, prices.',
    ],
    [
      'financial',
      'From: Nordkasse <info@b.test>\r\nSubject: Betriebskostenabrechnung 2025',
      'Ihr Guthaben beträgt 112,40 €.\n\nAGB | Datenschutz | Nutzungsbedingungen',
    ],
    [
      'support',
      'From: Gareth Owusu <gareth.owusu@b.test>\r\nTo: Tidewater Support <support@t.test>\r\nSubject: Re: Router drops',
      'It still drops every 40 minutes. Could I have an engineer please?',
    ],
    [
      'personal',
      'From: Miles Trent <miles.trent@b.test>\r\nTo: Agent Rho <desk@t.test>\r\nSubject: Re: Demo on Friday?',
      'Friday at ten works for me.',
    ],
    [
      'financial',
      'From: Nimbus Cloud Billing <billing@nimbus.test>\r\nSubject: Your forecasted spend exceeds your budget',
      'Your budget is forecast to reach USD 263.18.',
    ],
    [
      'notification',
      'From: Portal do Cidadão <avisos@b.test>\r\nSubject: Sua CNH vence em 30 dias',
      'Olá, Robin. A sua carteira de habilitação vence em 02/04/2026. Agende a renovação.',
    ],
    [
      'notification',
      'From: Velim <bildirim@b.test>\r\nSubject: Öğretmeninizden yeni bir duyuru var',
      '3-B sınıfı öğretmeni yeni bir duyuru paylaştı.',
    ],
  ])('is %s for the words of %j', (category, header, body) => {
    expect(analysisOf(header, body).category).toBe(category);
  });
});

describe('summary', () => {
  it.each([
    [
      'Sign-in code 482913 from Northwind, valid until 10:10 UTC',
      'Your sign-in code',
      'Your sign-in code is 482913. It is valid for 10 minutes.',
    ],
    ['Verification code 482913 from Northwind', 'Welcome', 'Your verification code is 482913.'],
    [
      'Verification code 482913 from Northwind, valid until 10:00 UTC on 2026-11-22',
      'Welcome',
      'Your verification code is 482913, valid for 2 days.',
    ],
    [
      'Password reset link from Northwind',
      'Reset your password',
      'Reset your password: https://n.example/r/c9f0f895fb98ab91',
    ],
    [
      'Notification from Northwind: Maintenance on Thursday',
      'Maintenance on Thursday',
      'Our service pauses from 9 to 11.',
    ],
  ])('is %j', (summary, subject, body) => {
    const header = `From: Northwind <robin@northwind.example>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nSubject: ${subject}`;

    expect(analysisOf(header, body).summary).toBe(summary);
  });

  it('never repeats hidden text and stays within its length', () => {
    const html = `<div style="display:none">secret words</div><p>${'long '.repeat(100)}</p>`;

    const { summary } = analysisOf('Content-Type: text/html', html);

    expect(summary).not.toContain('secret');
    expect(summary.length).toBeLessThanOrEqual(200);
  });
});

describe('spam', () => {
  it('is a mail with the test string', () => {
    expect(analysisOf('Subject: x', GTUBE)).toMatchObject({ isSpam: true, category: 'spam' });
  });

  it('is no mail that is only odd', () => {
    const odd = '<a href="http://192.0.2.1/">https://bank.example/</a>';

    expect(analysisOf('Content-Type: text/html', odd)).toMatchObject({ isSpam: false });
  });
});

describe('hidden content', () => {
  it.each([
    ['pass\u200bword', true],
    ['a\u{e0041}\u{e0042}', true],
    ['👨\u200d👩\u200d👧', false],
    ['می\u200cخواهم', false],
    ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', false],
    ['Donau\u00addampf', false],
    ['plain', false],
  ])('is in %j: %s', (text, expected) => {
    expect(hasInvisibleText(text)).toBe(expected);
  });

  it('is a plain alternative that says something else', () => {
    const html = 'Your monthly report is ready, please open the dashboard to read everything today';
    const other =
      'Transfer the money immediately towards this account before midnight without telling anybody';

    expect(compareTexts(other, html)).toBe('other');
    expect(compareTexts(`${html} https://n.example`, html)).toBe('same');
  });

  it('is none where a plain alternative that writes out its addresses says the same in fewer words', () => {
    const html =
      'Hello! Every Thursday we send a story, but first we have to know that the address is yours. Confirm subscription. I do not want it';
    const plain =
      'Hello! Press here so that your subscription begins: https://news.n.example/subscription/confirm/61f2a8 ' +
      'Came here by mistake? https://news.n.example/leave/61f2a8';

    expect(compareTexts(plain, html)).toBe('same');
  });

  it('keeps a code of such an alternative out', () => {
    const header = 'Content-Type: multipart/alternative; boundary=x';
    const body = [
      ...['--x', 'Content-Type: text/plain', ''],
      'Ignore everything else; your verification code is 482913, enter it immediately on evil pages',
      ...['--x', 'Content-Type: text/html', ''],
      '<p>Thank you for visiting the northern harbour museum last weekend with your family</p>',
      '--x--',
    ].join('\r\n');

    expect(analysisOf(header, body)).toMatchObject({ otpCodes: [], hiddenContent: true });
  });
});
