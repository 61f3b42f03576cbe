import { describe, expect, it } from '@jest/globals';
import { fallbackAnalysis } from '../../src/mail/reading/fallback.js';

const CONTEXT = { receivedAt: new Date('2026-11-20T10:00:03Z') };
const read = (raw: string | Buffer) => fallbackAnalysis(Buffer.from(raw), CONTEXT);

describe('fallbackAnalysis', () => {
  it('reads the header and nothing else', () => {
    const raw =
      'From: =?utf-8?Q?Ren=C3=A9?= <rene@people.example>\r\nTo: a@b.test\r\nSubject: Re: one\r\n two\r\n' +
      'Message-ID: <m@people.example>\r\nIn-Reply-To: <o@people.example>\r\n\r\nYour code is 482913';

    expect(read(raw)).toMatchObject({
      from: { name: 'René', address: 'rene@people.example' },
      to: [{ name: null, address: 'a@b.test' }],
      subject: 'Re: one two',
      bareSubject: 'one two',
      isReply: true,
      messageId: '<m@people.example>',
      inReplyTo: '<o@people.example>',
      textBody: '',
      otpCodes: [],
      category: 'other',
      attachments: [],
      summary: 'Mail from René: Re: one two',
    });
  });

  it.each([
    ['nothing', ''],
    ['no header', '\r\nbody'],
    ['bytes', Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256))],
    ['a folded line first', ' folded\r\nFrom: a@b.test\r\n\r\n'],
    ['no end', 'Subject: '.padEnd(100_000, 'x')],
    ['many fields', 'X-Y: z\r\n'.repeat(100_000)],
    ['many mailboxes', `To: ${'a@b.test, '.repeat(100_000)}\r\n\r\n`],
    ['NUL', 'Subject: a\0b\r\n\r\n'],
  ])('takes %s', (_case, raw) => {
    const { subject, summary } = read(raw);

    expect(`${subject}${summary}`).not.toContain('\0');
    expect(summary).not.toBe('');
  });
});
