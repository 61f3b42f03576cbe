import { describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { readAddress } from '../../src/mail/links/link-address.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const TOKEN = '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d';
const counted = (i: number) => `https://click.tavira.example/ls/${i}${TOKEN}`;
const BUTTON = 'background:#1a56db;color:#fff;padding:12px 24px';

const read = (subject: string, html: string): Analysis =>
  analyse(
    Buffer.from(
      'From: Tavira <hello@tavira.example>\r\nDate: Tue, 03 Mar 2026 10:00:00 +0000\r\n' +
        `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n` +
        `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
    ),
    { receivedAt: new Date('2026-03-03T10:00:03Z') },
  );

const actionsOf = ({ links }: Analysis) =>
  links.filter(({ kind }) => kind !== 'other' && kind !== 'unsubscribe').map(({ url }) => url);

describe('links in languages without a list', () => {
  it.each([
    ['eo', 'Konfirmu vian adreson', 'Bonvolu konfirmi vian retadreson por fini.', 'Konfirmi'],
    ['gd', 'Dearbhaich an seòladh agad', 'Feuch an dearbh thu an seòladh agad.', 'Dearbhaich'],
    ['so', 'Xaqiiji cinwaankaaga', 'Fadlan xaqiiji cinwaankaaga iimaylka.', 'Xaqiiji'],
    ['am', 'ኢሜይልዎን ያረጋግጡ', 'እባክዎ የኢሜይል አድራሻዎን ያረጋግጡ።', 'አረጋግጥ'],
  ])('are told by the only button that is made for the receiver: %s', (...words) => {
    const [, subject, sentence, button] = words;
    const html =
      `<p>${sentence}</p><p><a href="${counted(1)}" style="${BUTTON}">${button}</a></p>` +
      '<p>Tavira</p><p style="font-size:11px"><a href="https://tavira.example/about">Tavira</a></p>';

    expect(actionsOf(read(subject, html))).toEqual([counted(1)]);
  });
});

describe('links of sites that are being built', () => {
  it.each([
    ['Verify', 'http://localhost:3000/auth/confirm?token=abc', 'to confirm your sign up'],
    ['Sign in', 'http://127.0.0.1:8080/magic?token=xyz', 'to sign in'],
  ])('act without a token that is long: %s, %s', (subject, url, what) => {
    expect(actionsOf(read(subject, `<p>Use <a href="${url}">${url}</a> ${what}.</p>`))).toEqual([
      url,
    ]);
  });
});

describe('what stands around the link that a mail was sent for', () => {
  it.each([
    ['a logo', `<a href="${counted(2)}"><img alt="Tavira"></a>`],
    ['a picture without words', `<a href="${counted(2)}"><img></a>`],
  ])('is no such link: %s before it', (_what, before) => {
    const html =
      `${before}<p>Please confirm your email address.</p>` +
      `<p><a href="${counted(1)}" style="${BUTTON}">Confirm email</a></p>`;

    expect(actionsOf(read('Confirm your email', html))).toEqual([counted(1)]);
  });

  it.each([
    ['Help', counted(2)],
    ['Community forum', counted(2)],
    ['Why did I get this?', counted(2)],
    ['Remove my address', counted(2)],
    ['Remove my address', `https://tavira.example/remove/${TOKEN}`],
    ['Verify mail missing', 'https://community.tavira.example/t/verify-mail-missing/48291'],
    ['Verify mail missing', 'https://tavira.example/t/verify-mail-missing/48291'],
  ])('is no such link: %s (%s) below it', (text, url) => {
    const html =
      '<p>Please confirm your email address.</p>' +
      `<p><a href="${counted(1)}" style="${BUTTON}">Confirm email</a></p>` +
      `<p style="font-size:11px">© 2026 Tavira · <a href="${url}">${text}</a></p>`;

    expect(actionsOf(read('Confirm your email', html))).toEqual([counted(1)]);
  });

  it('is no such link where the mail has a code and nothing to click', () => {
    const html =
      `<p>Your verification code is</p><h1>482913</h1><p>It works for 10 minutes.</p>` +
      `<p style="font-size:11px"><a href="${counted(1)}">Why did I get this?</a> · <a href="${counted(2)}">Help</a></p>`;

    expect(actionsOf(read('Your verification code', html))).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    ['https://a.example/v/c9f0f895fb98ab9159f51fd0297e236d', 2],
    ['https://a.example/verify#c9f0f895fb98ab9159f51fd0297e236d', 2],
    ['https://a.example/#/verify?token=c9f0f895fb98ab91', 2],
    ['https://a.example/c/550e8400-e29b-41d4-a716-446655440000', 2],
    ['https://a.example/orders/48291', 1],
    ['https://a.example/t/verify-mail-missing/48291', 0],
    ['https://a.example/48291-verify-your-email-address-now', 0],
    ['https://a.example/%d0%ba%d0%b0%d0%ba-%d0%b2%d0%be%d0%b9%d1%82%d0%b8-2026', 0],
    ['https://a.example/guide#what-changed-in-version-2026-and-why', 0],
  ])('tell words from what only a receiver has: %s', (url, strength) => {
    expect(readAddress(new URL(url)).strength).toBe(strength);
  });
});
