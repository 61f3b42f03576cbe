import { describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const SENDER = 'From: Northwind <no-reply@northwind.example>\r\nTo: jo@inbox.example';
const SENT = 'Date: Tue, 03 Mar 2026 10:00:00 +0000';

interface Given {
  readonly head?: string;
  readonly subject?: string;
  readonly type?: 'plain' | 'html';
}

const read = (
  body: string,
  { head = SENDER, subject = 'Your sign-in code', type = 'plain' }: Given = {},
): Analysis =>
  analyse(
    Buffer.from(
      `${head}\r\n${SENT}\r\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n` +
        `Content-Type: text/${type}; charset=utf-8\r\n\r\n${body}\r\n`,
    ),
    { receivedAt: new Date('2026-03-03T10:00:03Z') },
  );

const CODE = 'Your sign-in code is 482913. It expires in 10 minutes.';

const WARNINGS: readonly (readonly [language: string, warning: string])[] = [
  [
    'en',
    'CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.',
  ],
  [
    'de',
    'ACHTUNG: Diese E-Mail stammt von einem externen Absender. Klicken Sie nicht auf Links, wenn Sie den Absender nicht kennen.',
  ],
  [
    'fr',
    'ATTENTION : ce courriel provient de l’extérieur de l’organisation. Ne cliquez pas sur les liens si vous ne connaissez pas l’expéditeur.',
  ],
  ['nl', 'LET OP: deze e-mail komt van buiten de organisatie. Klik niet op links.'],
  ['ja', '注意：このメールは社外から送信されました。リンクをクリックしないでください。'],
];

describe("a gateway's warning above a mail", () => {
  it.each(WARNINGS)('is not what the sender wrote: %s', (_, warning) => {
    const { strippedText, language, otpCodes, textBody } = read(`${warning}\r\n\r\n${CODE}`);

    expect({ strippedText, language, otpCodes }).toEqual({
      strippedText: CODE,
      language: 'en',
      otpCodes: ['482913'],
    });
    expect(textBody).toContain(warning);
  });

  it('is left out of HTML without a blank line below it, too', () => {
    const [[, warning]] = WARNINGS as [(typeof WARNINGS)[number]];
    const html = `<div style="background:#ffeb9c">${warning}</div><div>${CODE}</div>`;

    expect(read(html, { type: 'html' }).strippedText).toBe(CODE);
  });

  it.each([
    ['Hi Jo,', 'an external sender wrote that one should do not click. Please be careful with it.'],
    ['External email', '', 'Hi Jo, do not click the old link, the report has moved.'],
  ])('is none in what somebody writes: %s', (...lines) => {
    const text = lines.join('\n');

    expect(read(text.replaceAll('\n', '\r\n')).strippedText).toBe(text);
  });

  it('takes nothing with it that may be a code', () => {
    const one = `External email, do not click links. ${CODE}`;

    expect(read(one)).toMatchObject({ strippedText: one, otpCodes: ['482913'] });
  });
});

describe('a code comes through', () => {
  it.each([
    [
      'a list',
      { head: `${SENDER}\r\nList-Unsubscribe: <https://u.example/u/8>\r\nPrecedence: bulk` },
    ],
    ['a tag in the subject', { subject: '[EXTERNAL] Your sign-in code' }],
    ['a subject in capitals', { subject: 'YOUR SIGN-IN CODE' }],
  ])('%s', (_, given) => {
    expect(read(CODE, given).otpCodes).toEqual(['482913']);
  });

  it('Apple Mail, which quotes what it forwards', () => {
    const lines = [
      'Begin forwarded message:',
      '',
      'From: Northwind <no-reply@northwind.example>',
      'Subject: Your sign-in code',
      'Date: 3 March 2026 at 10:55:11 CET',
      'To: jo@inbox.example',
      '',
      'Type this code to sign in:',
      '',
      'caper-lunar-motif',
    ];
    const head = 'From: Jo Pike <jo@home.example>\r\nTo: agent@inbox.example';
    const body = lines.map((line) => `> ${line}`).join('\r\n');

    const { otpCodes } = read(`\r\n\r\n${body}`, { head, subject: 'Fwd: Your sign-in code' });

    expect(otpCodes).toEqual(['caper-lunar-motif']);
  });
});

describe('what is no code', () => {
  it.each([
    [
      'a word of the subject',
      'PLEASE CONFIRM YOUR ADDRESS',
      'Please confirm it with the link below.',
    ],
    [
      'how codes are called',
      'Signed in',
      'From now on you need a token:\r\nTOTP\r\nfrom your app.',
    ],
  ])('%s', (_, subject, body) => {
    expect(read(body, { subject }).otpCodes).toEqual([]);
  });
});

describe('the language of an answer', () => {
  it('is its own when it stands below what it quotes', () => {
    const quote = Array.from({ length: 14 }, (_, i) => `> The order ${i} is on its way to you.`);
    const body = ['On 2 March 2026 Ann wrote:', ...quote, '', 'Objednávka faktúra'].join('\r\n');

    expect(read(body, { subject: 'Re: x' }).language).toBe('sk');
  });
});

describe('links around an account', () => {
  const linkTo = (url: string, text: string) =>
    read(`<p>If this was not you, <a href="${url}">${text}</a>.</p>`, {
      subject: 'Two-step verification is on',
      type: 'html',
    });

  it.each([
    ['whose only piece of their own is an address', '/settings/password?email=jo%40inbox.example'],
    ['that switch an account off', '/konto/deaktivieren?token=9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'],
    ['that leave a list', '/email/unsubscribe/9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'],
  ])('%s do nothing that is waited for', (_, path) => {
    const { links } = linkTo(`https://northwind.example${path}`, 'change your password');

    expect(links.map(({ kind }) => ['verify', 'magic', 'reset'].includes(kind))).toEqual([false]);
  });

  it('name their own site in any spelling of its host', () => {
    const { links } = linkTo('https://münchen.example/', 'münchen.example');

    expect(links.map(({ risk }) => risk)).toEqual([['punycode']]);
  });
});
