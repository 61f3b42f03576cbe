import { expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { expectMost } from './misread.js';
import { readServiceMail as read } from './service-mail.js';

const ACTIONS: readonly string[] = ['verify', 'magic', 'reset'];
const actionsOf = ({ links }: Analysis) =>
  links.map(({ kind }) => kind).filter((kind) => ACTIONS.includes(kind));

const TOKEN = 'f3a91c0de45b7786aa12';
const button = (path: string, text: string) =>
  `<p><a href="https://app.northwind.example/${path}" style="background:#06c;color:#fff;padding:12px 20px">${text}</a></p>`;

/** Mails whose link joins, pays, deletes or unlocks something. */
const ERRANDS: readonly (readonly [subject: string, body: string])[] = [
  [
    'Jonas added you to Design',
    `<p>You have been invited to join the team Design on Northwind.</p>${button(`invite?token=${TOKEN}`, 'Join team')}`,
  ],
  [
    'Invitació a l’equip Design',
    `<p>En Jonas et convida a formar part de l’equip.</p>${button(`invite?secret=${TOKEN}`, 'Accepta la invitació')}`,
  ],
  [
    'Pakvietimas į komandą',
    `<p>Jonas kviečia jus į komandą.</p>${button(`invite?secret=${TOKEN}`, 'Priimti kvietimą')}`,
  ],
  [
    'Confirm your payment',
    `<p>Extra confirmation is needed to process your payment of €49.90.</p>${button(`payment/${TOKEN}`, 'Confirm payment')}`,
  ],
  [
    'Zahlung bestätigen',
    `<p>Für Ihre Zahlung über 49,90 € brauchen wir Ihre Bestätigung.</p>${button(`payment/${TOKEN}`, 'Zahlung bestätigen')}`,
  ],
  [
    'Confirmez votre paiement',
    `<p>Une confirmation est nécessaire pour traiter votre paiement de 49,90 €.</p>${button(`payment/${TOKEN}`, 'Confirmer le paiement')}`,
  ],
  [
    'Confirm account deletion',
    `<p>You asked us to delete your account.</p>${button(`account/delete?token=${TOKEN}`, 'Delete my account')}`,
  ],
  [
    'Löschung bestätigen',
    `<p>Sie möchten Ihr Konto löschen.</p>${button(`account/delete?token=${TOKEN}`, 'Konto löschen')}`,
  ],
];

it('a link that joins, pays or deletes confirms no account', () => {
  expectMost(ERRANDS, ([subject, body]) => {
    const mail = read(subject, body);
    return actionsOf(mail).length === 0 && mail.category !== 'verification';
  });
});

const ASKED: readonly (readonly [action: string, subject: string, text: string])[] = [
  [
    'verify',
    'Verify your email address',
    'Verify your email address below to finish creating your account.\n\nIf you did not ask for this, you can safely ignore this mail.\n\n',
  ],
  [
    'reset',
    'Reset your password',
    'Follow the link to choose a new password. If you did not ask for this, ignore this mail.\n\n',
  ],
  [
    'magic',
    'Sign in to Northwind',
    'Use this link to sign in, no password needed.\n\nIf you did not ask for it, please ignore this email.\n\n',
  ],
];

it.each(ASKED)('what says to ignore a mail is over before its link: %s', (...asked) => {
  const [action, subject, text] = asked;
  const url = `https://app.northwind.example/u/${TOKEN}?k=9c1e77`;
  const { links } = read(subject, `${text}${url}\n`);
  expect(links).toMatchObject([{ url, kind: action }]);
});

/** What a path says of something that ends. */
const ENDED: readonly (readonly [path: string, url: string])[] = [
  ['Special:InvalidateEmail', `wiki/Special:InvalidateEmail/${TOKEN}`],
  ['account-deletion', `confirm/account-deletion?key=${TOKEN}`],
  ['PortalRemove', `confirm/PortalRemove?type=PortalRemove&key=${TOKEN}`],
  ['cancel', `users/confirmation/cancel?t=${TOKEN}`],
];

it.each(ENDED)('where something ends is no link that confirms: %s', (_what, path) => {
  const text = `Please confirm that you asked for it:\n\nhttps://app.northwind.example/${path}\n`;
  expect(actionsOf(read('Confirm your email address', text))).toEqual([]);
});

it('a service that calls all it does a login action resets passwords, too', () => {
  const url = `https://id.northwind.example/realms/x/login-actions/action-token?key=${TOKEN}${TOKEN}`;
  const text = `Somebody asked to reset your password. If it was you, open the link below.\n\n${url}\n`;
  expect(read('Reset password', text).links).toMatchObject([{ url, kind: 'reset' }]);
});

it('titles of threads are no links that act', () => {
  const mail = read(
    'What you missed this week',
    [17, 23, 51].reduce(
      (html, n) =>
        `${html}<p><a href="https://forum.northwind.example/topic/9743${n}/login-with-passkey">Login with passkey</a><br>` +
        `Works since 3.1. <a href="https://forum.northwind.example/topic/9743${n}/login-with-passkey">Read more</a></p>`,
      '<h2>Popular topics</h2>',
    ),
  );
  expect(actionsOf(mail)).toEqual([]);
});

/** What a sentence goes on with behind an address belongs to the sentence. */
const WRITTEN: readonly (readonly [text: string, url: string])[] = [
  [
    '이메일 주소를 확인하려면 https://a.example/c/Nzg2NTQzMjEwOTg3NjU0/을 여세요.',
    'https://a.example/c/Nzg2NTQzMjEwOTg3NjU0/',
  ],
  ['请打开 https://a.example/c?t=77aa01；谢谢', 'https://a.example/c?t=77aa01'],
  ['คลิก https://a.example/c?t=77aa01ที่นี่', 'https://a.example/c?t=77aa01'],
  ['Open https://a.example/c/Ab3x9_', 'https://a.example/c/Ab3x9_'],
  ['Open _https://a.example/c/Ab3x9_', 'https://a.example/c/Ab3x9'],
  ['See https://ja.a.example/search?q=東京 for more.', 'https://ja.a.example/search?q=東京'],
  ['Seen? https://ja.a.example/wiki/東京 for more.', 'https://ja.a.example/wiki/東京'],
];

it.each(WRITTEN)('an address ends where its sentence goes on: %s', (text, url) => {
  const { links } = read('Hello', text);
  expect(links).toMatchObject([{ url }]);
});
