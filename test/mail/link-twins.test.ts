import { expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { expectMost } from './misread.js';
import { readServiceMail as read } from './service-mail.js';

const ACTIONS: readonly string[] = ['verify', 'magic', 'reset'];
const actionsOf = ({ links }: Analysis) =>
  links.filter(({ kind }) => ACTIONS.includes(kind)).map(({ kind, url }) => [kind, url]);

const KEY = '9f3Kd82mPq';
const at = (path: string) => `https://app.northwind.example/${path}`;
const ACCEPT = at(`invitation/accept?id=7&key=${KEY}`);
const DECLINE = at(`invitation/decline?id=7&key=${KEY}`);

/** A change of address, with a link to each answer in its sentence. */
const CHANGES: readonly (readonly [subject: string, ask: string, yes: string, no: string])[] = [
  ['Confirm the change of your email', 'Please', 'confirm', 'reject this change'],
  ['Bestätigung der neuen E-Mail-Adresse', 'Bitte', 'bestätigen', 'Änderung ablehnen'],
  ['Confirmez le changement d’adresse', 'Vous pouvez', 'confirmer', 'refuser ce changement'],
  ['Confirma el cambio de correo', 'Por favor', 'confirme', 'rechazar este cambio'],
  ['Conferma il cambio di email', 'Ti preghiamo di', 'confermare', 'rifiutare la modifica'],
  ['Confirme a alteração de email', 'Por favor', 'confirme', 'rejeitar esta alteração'],
  ['Potwierdź zmianę adresu', 'Prosimy', 'potwierdzić', 'odrzucić tę zmianę'],
  ['Подтвердите смену адреса', 'Пожалуйста,', 'подтвердите', 'отклонить изменение'],
];

it('of two links with one key the one that does not take back confirms', () => {
  expectMost(CHANGES, ([subject, ask, yes, no]) => {
    const body = `<p>robin.new@inbox.example</p><p>${ask} <a href="${ACCEPT}">${yes}</a>.</p><p><a href="${DECLINE}">${no}</a></p>`;
    return JSON.stringify(actionsOf(read(subject, body))) === JSON.stringify([['verify', ACCEPT]]);
  });
});

it('an address that is written out below a button does what the button does', () => {
  const url = at(`?accountDeletionConfirm=${KEY}${KEY}${KEY}`);
  const mail = read(
    'Please confirm the deletion of your account',
    `<p>You asked us to delete your account. To confirm this, click the link below:</p><p><a href="${url}" style="background:#06c;color:#fff;padding:9px">Confirm the deletion of my account</a></p>` +
      `<p>If the button above does not work, copy this address:<br>${url}</p>`,
  );
  expect(actionsOf(mail)).toEqual([]);
});

it.each([
  ['a file', 'export-2026-11-20.zip', 'Download your data'],
  ['a survey', 'index.php/survey/index/sid/771204/token/9f3kd82m', 'Take the survey'],
  ['a page to register at', `auth/register/${KEY}`, 'Join us'],
])('%s is no link that signs in or confirms', (_what, path, text) => {
  const url = at(path);
  const mail = read('Northwind', `<p>Here it is.</p><p><a href="${url}">${text}</a></p>`);
  expect(actionsOf(mail)).toEqual([]);
});

/** Asked to approve a sign-in, and told of one. */
const DEVICES: readonly (readonly [
  subject: string,
  text: string,
  button: string,
  acts: boolean,
])[] = [
  [
    'Verify login from a new location',
    'It looks like someone tried to log into your account from a new location. If this is you, follow the link below.',
    'Verify Login',
    true,
  ],
  ['Authorize new device', 'You tried to sign in from a new device.', 'Authorize device', true],
  ['Neues Gerät', 'Ein neues Gerät möchte sich anmelden. Sind Sie das?', 'Gerät bestätigen', true],
  ['New sign-in', 'A new browser just signed in to your account.', 'Review devices', false],
  [
    'Security alert',
    'A new sign-in on Windows. If this was you, there is nothing to do.',
    'Check activity',
    false,
  ],
  [
    'Nouvelle connexion',
    'Votre compte a été ouvert sur un nouvel appareil.',
    'Voir mes appareils',
    false,
  ],
];

it('a sign-in is approved by one link and looked at by another', () => {
  expectMost(DEVICES, ([subject, text, button, acts]) => {
    const body = `<p>${text}</p><p>198.51.100.24</p><p><a href="${at(`d/${KEY}${KEY}${KEY}`)}" style="background:#06c;color:#fff;padding:9px">${button}</a></p>`;
    return (actionsOf(read(subject, body)).length === 1) === acts;
  });
});
