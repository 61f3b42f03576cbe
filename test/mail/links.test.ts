import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { Link } from '../../src/mail/analysis.js';
import { linkRisks } from '../../src/mail/links/link-risk.js';
import { findUrls } from '../../src/mail/text/text-urls.js';

function linksOf(subject: string, body: string, type = 'text/html'): readonly Link[] {
  const raw = Buffer.from(
    `From: Northwind <no-reply@northwind.example>\r\nSubject: ${subject}\r\n` +
      `Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );
  const { links } = analyse(raw, { receivedAt: new Date() });
  return links;
}

const kindsOf = (subject: string, body: string, type?: string) =>
  linksOf(subject, body, type).map(({ kind }) => kind);

const TOKEN = 'c9f0f895fb98ab9159f51fd0297e236d';

describe('links of HTML', () => {
  it.each([
    ['verify', 'Verify your email address', `https://n.example/v/${TOKEN}`],
    ['verify', 'Confirm my account', `https://n.example/c?u=1&t=${TOKEN}`],
    ['verify', 'Activate account', `https://click.n.example/x/${TOKEN}`],
    ['verify', 'E-Mail-Adresse bestätigen', `https://n.example/b/${TOKEN}`],
    ['verify', 'Confirmer mon adresse', `https://n.example/c/${TOKEN}`],
    ['verify', 'Confirmar mi correo', `https://n.example/c/${TOKEN}`],
    ['verify', 'Подтвердить почту', `https://n.example/c/${TOKEN}`],
    ['verify', 'メールアドレスを確認', `https://n.example/c/${TOKEN}`],
    ['verify', '验证邮箱', `https://n.example/c/${TOKEN}`],
    ['verify', 'تأكيد البريد الإلكتروني', `https://n.example/c/${TOKEN}`],
    ['magic', 'Sign in to Northwind', `https://n.example/magic/${TOKEN}`],
    ['magic', 'Log in', `https://n.example/auth?token=${TOKEN}`],
    ['magic', 'Jetzt anmelden', `https://n.example/login/${TOKEN}`],
    ['reset', 'Reset your password', `https://n.example/r/${TOKEN}`],
    ['reset', 'Passwort zurücksetzen', `https://n.example/r/${TOKEN}`],
    ['reset', 'Choose your own password', `https://click.n.example/x/${TOKEN}`],
    ['reset', 'Definir minha senha', `https://click.n.example/x/${TOKEN}`],
    ['reset', '初回パスワードを設定', `https://click.n.example/x/${TOKEN}`],
    ['reset', 'Pick a new password', 'https://n.example/#reset-password/Tq0-Lm3'],
    ['unsubscribe', 'Unsubscribe', `https://n.example/u/${TOKEN}`],
    ['unsubscribe', 'Se désabonner', `https://n.example/u/${TOKEN}`],
    ['unsubscribe', 'Manage preferences', 'https://n.example/prefs'],
    ['other', 'Log in', 'https://n.example/login'],
    ['other', 'Help center', 'https://n.example/help'],
    ['other', 'View your order', `https://n.example/o/${TOKEN}`],
    ['other', 'Read more', `https://click.n.example/x/${TOKEN}`],
    ['other', 'Confirm appointment', `https://n.example/confirm/${TOKEN}`],
    ['other', 'Termin bestätigen', `https://n.example/t/${TOKEN}`],
    ['other', 'Confirmer le rendez-vous', `https://n.example/confirmer/${TOKEN}`],
    ['other', 'Activate discount', `https://n.example/activate/${TOKEN}`],
    ['other', 'Activar descuento', `https://n.example/activar/${TOKEN}`],
    ['other', 'Review activity', `https://n.example/security/${TOKEN}`],
    ['other', 'Check activity', `https://n.example/verify/${TOKEN}`],
  ])('knows as %s what says %j', (kind, text, url) => {
    expect(kindsOf('News', `<p>Hello</p><p><a href="${url}">${text}</a></p>`)).toEqual([kind]);
  });

  it.each([
    ['verify', 'Byte av adress', 'Byt till nya adressen'],
    ['verify', 'Neue Adresse', 'Neue Adresse übernehmen'],
    ['verify', 'Смена адреса', 'Сменить адрес'],
    ['verify', '이메일 변경', '변경 완료하기'],
    ['verify', 'New sign-in', 'Approve this sign-in'],
    ['verify', '新登入', '允許這次登入'],
    ['verify', 'Yeni cihazdan giriş', 'Girişi onayla'],
    ['verify', 'Authorize new device', 'Authorize New Device'],
    ['verify', 'New browser', 'Allow this browser'],
    ['verify', 'Neues Gerät', 'Neues Gerät bestätigen'],
    ['verify', '新しい端末からのログイン', '新しい端末を承認する'],
    ['verify', '新设备授权', '授权新设备'],
    ['verify', 'Novo dispositivo', 'Autorizar novo dispositivo'],
    ['verify', 'Confirm withdrawal of 0.05 BTC', 'Confirm withdrawal'],
    ['other', 'Your withdrawal', 'See details'],
    ['other', 'Your week', 'See new sign-ins'],
    ['other', 'Dinner', 'Confirm your attendance'],
    ['other', 'הערב', 'אישור הגעה'],
    ['other', 'Wizyta', 'Potwierdzam wizytę'],
    ['other', 'Entrega', 'Confirmar recebimento'],
    ['other', 'Devis', 'Accepter le devis'],
    ['other', 'Team', 'Rejoindre l’équipe'],
    ['other', '招待', '招待を承認する'],
    ['other', 'Ticket', 'Sì, confermo: tutto risolto'],
    ['other', 'Your statement is ready', 'Sign in'],
    ['other', 'Nachricht', 'Anmelden und lesen'],
    ['other', 'Your account has been verified', 'Open Northwind'],
    ['other', 'E-Mail-Adresse bestätigt', 'Zu Northwind'],
    ['other', 'Correo verificado', 'Ir a Northwind'],
    ['other', 'Two-factor authentication enabled', 'See settings'],
    ['other', 'Did you just sign in?', 'Review this login'],
  ])('tells what is confirmed, as %s below %j: %j', (kind, subject, text) => {
    const html = `<p>Hello</p><p><a href="https://click.n.example/x/${TOKEN}">${text}</a></p>`;
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;

    expect(kindsOf(encoded, html)).toEqual([kind]);
  });

  it.each([
    ['Please confirm that order 48291 has arrived.', 'Yes, it arrived'],
    ['Please confirm that everything is there.', 'Yes, all of it'],
  ])('takes no order for an account: %s', (lead, text) => {
    const html = `<p>${lead}</p><p><a href="https://n.example/o/${TOKEN}">${text}</a></p>`;

    expect(kindsOf('Your order 48291', html)).toEqual(['other']);
  });

  it('counts once what two terms of the foot of a mail say together', () => {
    const html =
      '<p><a href="https://click.n.example/view">在浏览器中查看</a></p><p>系统检测到新设备登录。</p>' +
      `<p><a href="https://n.example/d/${TOKEN}">授权新设备</a></p>` +
      '<p><a href="https://click.n.example/unsub">退订</a></p>';
    const subject = `=?utf-8?B?${Buffer.from('新设备授权').toString('base64')}?=`;

    expect(kindsOf(subject, html)).toEqual(['other', 'verify', 'unsubscribe']);
  });

  it('takes no campaign for a token', () => {
    const html = '<p><a href="https://n.example/login?utm_campaign=summer30">Log in</a></p>';

    expect(kindsOf('News', html)).toEqual(['other']);
  });

  it('reads a link without words of its own by the words before it', () => {
    const html = `<p>Please confirm your email address by clicking <a href="https://n.example/e/${TOKEN}">here</a>.</p>`;

    expect(kindsOf('Welcome', html)).toEqual(['verify']);
  });

  it.each([
    'https://docs.n.example/articles/2093-configuring-2fa',
    'https://help.n.example/en/1177-recovery-methods',
    'https://n.example/kb/verify-your-account-2fa-2026',
  ])('knows the page of help %s, whatever is said of it', (url) => {
    const html = `<p>To verify your devices and reset your password by yourself, see <a href="${url}">${url}</a>.</p>`;

    expect(kindsOf('Verify your device', html)).toEqual(['other']);
  });

  it.each([
    'https://apps.n.example/id951812684',
    'https://play.n.example/store/apps/details?id=n.example.app',
  ])('knows that %s is where everybody gets an app', (url) => {
    const html = `<p>Your code is 482913.</p><p><a href="${url}">Get the app</a></p>`;

    expect(kindsOf('Confirm your email address', html)).toEqual(['other']);
  });

  it('knows the articles of a newsletter', () => {
    const html =
      `<p>This week:</p><p><a href="https://n.example/r/${TOKEN}">How to verify email addresses</a></p>` +
      '<p><a href="https://n.example/u">Unsubscribe</a></p>';

    expect(kindsOf('Addresses, considered', html)).toEqual(['other', 'unsubscribe']);
  });

  it('knows links in one line of a footer, whatever stands above', () => {
    const html =
      `<p>Use 482913 to confirm it's you.</p><p><a href="https://n.example/a/${TOKEN}">n.example</a> · ` +
      `<a href="https://n.example/b/${TOKEN}">Help</a></p>`;

    expect(kindsOf("Confirm it's you", html)).toEqual(['other', 'other']);
  });

  it('reads a picture by its description', () => {
    const html =
      `<a href="https://n.example/e/${TOKEN}"><img alt="Verify email"></a>` +
      '<p>Once it is verified you can upload your first notes.</p>';

    expect(linksOf('Welcome', html)).toMatchObject([{ kind: 'verify', text: 'Verify email' }]);
  });

  it('names each address once and leaves out what is no web address', () => {
    const html =
      '<a href="https://n.example/a?x=1&amp;y=2">one</a><a href="https://n.example/a?x=1&amp;y=2">two</a>' +
      '<a href="mailto:a@b.test">mail</a><a href="javascript:alert(1)">no</a><a href="#top">no</a>';

    expect(linksOf('x', html).map(({ url }) => url)).toEqual(['https://n.example/a?x=1&y=2']);
  });
});

describe('links of plain text', () => {
  it.each([
    ['verify', `Confirm your email address:\n\nhttps://n.example/c/${TOKEN}\n`],
    ['magic', `Click to sign in: https://n.example/login?token=${TOKEN}\n`],
    ['magic', `Use this link to sign in: https://n.example/m/${TOKEN}\n`],
    ['magic', 'Hier klikken en je bent ingelogd: https://n.example/in/kf93jd82\n'],
    ['reset', `To reset your password, open\nhttps://n.example/p/${TOKEN}\n`],
    ['unsubscribe', `To unsubscribe: https://n.example/u/${TOKEN}\n`],
  ])('knows %s by the words before it', (kind, text) => {
    expect(kindsOf('Northwind', text, 'text/plain')).toEqual([kind]);
  });
});

describe('findUrls', () => {
  it.each([
    ['see https://a.example/b.', 'https://a.example/b'],
    ['(https://a.example/b)', 'https://a.example/b'],
    ['https://a.example/b_(c)', 'https://a.example/b_(c)'],
    ['<https://a.example/b>', 'https://a.example/b'],
    ['<https://a.example/b\nc>', 'https://a.example/bc'],
    ['"https://a.example/b?c=d&e=f#g",', 'https://a.example/b?c=d&e=f#g'],
    ['请访问https://a.example/b。谢谢', 'https://a.example/b'],
    ['(https://a.example/b)।', 'https://a.example/b'],
    ['https://a.example/b؟', 'https://a.example/b'],
    ['https://a.example/bから登録', 'https://a.example/b'],
    ['https://a.example/wiki/日本', 'https://a.example/wiki/日本'],
    ['www.a.example/b', 'http://www.a.example/b'],
    ['HTTPS://A.EXAMPLE/B', 'HTTPS://A.EXAMPLE/B'],
  ])('finds the address in %j', (text, url) => {
    expect(findUrls(text).map((found) => found.url)).toEqual([url]);
  });

  it.each(['http://', 'no address', 'a@b.example'])('finds none in %j', (text) => {
    expect(findUrls(text)).toEqual([]);
  });
});

describe('links of errands', () => {
  const button = (text: string) => `<p><a href="https://n.example/r/${TOKEN}">${text}</a></p>`;

  it.each([
    ['Leave request from Dana', '<p>Dana asks for three days.</p>', 'Approve'],
    ['Leave request from Dana', '<p>Dana asks for three days.</p>', 'Approve request'],
    ['Urlaubsantrag von Jens', '<p>4. bis 8. Mai</p>', 'Genehmigen'],
    ['Please confirm your appointment', '<p>Tuesday, 09:20</p>', 'Confirm'],
    ['Подтвердите: встреча в пятницу', '<p>В 10?</p>', 'Подтвердить'],
    ['Xác nhận lịch hẹn', '<p>9:00</p>', 'Xác nhận'],
  ])('confirms nothing in %j', (subject, text, own) => {
    expect(kindsOf(subject, text + button(own))).toEqual(['other']);
  });

  it.each([
    ['Confirm your email to finish your booking', 'Confirm'],
    ['Your order 20431', 'Confirm your email address'],
  ])('still confirms an address in %j', (subject, own) => {
    expect(kindsOf(subject, button(own))).toEqual(['verify']);
  });
});

describe('links beside the main one', () => {
  const link = (path: string, text: string) =>
    `<a href="https://n.example/${path}/${TOKEN}">${text}</a>`;

  it('says nothing of a logo above the text that leads to the button', () => {
    const logo = link('l', '<img src="https://n.example/l.png" alt="Northwind">');
    const html = `${logo}<p>Tap below to sign in, no password needed.</p><p>${link('m', 'Sign in')}</p>`;

    expect(kindsOf('Your sign-in link', html)).toEqual(['other', 'magic']);
  });

  it('says nothing of a link for those who did not ask', () => {
    const html = `<p>${link('p', 'New password')}</p><p>Not you? Write to us by ${link('c', 'chat')}.</p>`;

    expect(kindsOf('Recover your account', html)).toEqual(['reset', 'other']);
  });

  it('weighs no words of an address without a token', () => {
    const html = '<p>Go to <a href="https://n.example/activate">n.example/activate</a>.</p>';

    expect(kindsOf('Finish setting up your TV', html)).toEqual(['other']);
  });

  it('reads the route behind a hash', () => {
    const html = `<p><a href="https://n.example/#/pw/${TOKEN}">New password</a></p>`;

    expect(kindsOf('Hello', html)).toEqual(['reset']);
  });
});

describe('linkRisks', () => {
  it.each([
    ['https://northwind.example/', 'Northwind', []],
    ['https://xn--nrthwind-n4a.example/', 'x', ['punycode']],
    ['http://192.0.2.1/', 'x', ['raw_ip']],
    ['http://[2001:db8::1]/', 'x', ['raw_ip']],
    ['https://evil.example/', 'https://northwind.example/login', ['text_mismatch']],
    ['https://mail.northwind.example/', 'northwind.example', []],
    ['https://bit.ly/3abc', 'x', ['shortener']],
    ['https://northwind.example@evil.example/', 'x', ['userinfo']],
    ['https://a.github.io/', 'b.github.io', ['text_mismatch']],
  ])('finds in %s (%s) %j', (url, text, risks) => {
    expect(linkRisks(new URL(url), text)).toEqual(risks);
  });
});
