import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';
import { composeRaw, type MessageParts } from '../../src/mail/compose/compose.js';

const PARTS: MessageParts = { from: 'Northwind <no-reply@northwind.example>', to: ['a@b.test'] };
const compose = async (parts: Partial<MessageParts>) =>
  (await composeRaw({ ...PARTS, ...parts })).toString('latin1');
const analyseParts = async (parts: Partial<MessageParts>) =>
  analyse(await composeRaw({ ...PARTS, ...parts }), { receivedAt: new Date() });

describe('composeRaw', () => {
  it('makes a message that says what the parts said', async () => {
    const analysis = await analyseParts({
      subject: 'Ihr Code – 482913',
      text: 'Ihr Bestätigungscode: 482913',
      html: '<p>Ihr Bestätigungscode: <b>482913</b></p>',
      headers: { 'X-Tag': ['one', 'two'], References: '<a@b> <c@d>' },
      attachments: [{ filename: 'réçu.pdf', content_type: 'application/pdf', content: 'JVBERg==' }],
    });

    expect(analysis).toMatchObject({
      from: { name: 'Northwind', address: 'no-reply@northwind.example' },
      to: [{ address: 'a@b.test' }],
      subject: 'Ihr Code – 482913',
      textBody: 'Ihr Bestätigungscode: 482913',
      htmlBody: '<p>Ihr Bestätigungscode: <b>482913</b></p>',
      otpCodes: ['482913'],
      references: ['<a@b>', '<c@d>'],
      attachments: [{ filename: 'réçu.pdf', contentType: 'application/pdf', size: 4 }],
    });
    expect(analysis.headers['x-tag']).toEqual(['one', 'two']);
  });

  it('ends every line in CRLF', async () => {
    expect(await compose({ text: 'a\nb\r\nc' })).not.toMatch(/(?<!\r)\n/);
  });

  it('keeps the Message-ID and the Date it is given', async () => {
    const headers = {
      'message-id': '<mine@people.example>',
      Date: 'Fri, 20 Nov 2026 10:00:00 +0000',
    };

    expect(await analyseParts({ text: 'x', headers })).toMatchObject({
      messageId: '<mine@people.example>',
      date: '2026-11-20T10:00:00.000Z',
    });
  });

  it('gives a message without one a Message-ID of its own', async () => {
    const [one, two] = await Promise.all([
      analyseParts({ text: 'x' }),
      analyseParts({ text: 'x' }),
    ]);

    expect(one.messageId).toMatch(/^<.+@.+>$/);
    expect(one.messageId).not.toBe(two.messageId);
  });

  it('makes the same body of the same parts', async () => {
    const parts = { text: 'x', html: '<p>x</p>', attachments: [{ content: 'eA==' }] };
    const bodyOf = (raw: string) => raw.slice(raw.indexOf('\r\n\r\n'));

    expect(bodyOf(await compose(parts))).toBe(bodyOf(await compose(parts)));
  });

  it('shows the addressees of the header, not those of a blind copy', async () => {
    const raw = await compose({
      to: ['a@b.test', 'blind@b.test'],
      headers: { To: 'A <a@b.test>', Bcc: 'blind@b.test' },
      text: 'x',
    });

    expect(raw).not.toContain('blind');
  });

  it.each<[string, Partial<MessageParts>]>([
    ['the sender', { from: 'a@b.test\r\nX-Evil: 1' }],
    ['an addressee', { to: ['a@b.test\r\nX-Evil: 1'] }],
    ['the subject', { subject: 'x\r\nX-Evil: 1' }],
    ['a header', { headers: { 'X-Fine': 'x\r\nX-Evil: 1' } }],
    ['the name of a header', { headers: { 'X-Fine: y\r\nX-Evil': '1' } }],
    ['a Message-ID', { headers: { 'Message-ID': '<a@b>\r\nX-Evil: 1' } }],
    ['a file name', { attachments: [{ filename: 'x"\r\nX-Evil: 1', content: 'eA==' }] }],
    ['a content type', { attachments: [{ content_type: 'text/x\r\nX-Evil: 1', content: 'eA==' }] }],
  ])('lets %s start no header of its own', async (_what, parts) => {
    expect(await compose({ text: 'x', ...parts })).not.toMatch(/^X-Evil/m);
  });

  it('reads no file and no address for an attachment', async () => {
    const attachment = {
      filename: 'x',
      content: 'eA==',
      path: '/etc/passwd',
      href: 'http://127.0.0.1/',
    };

    expect(await analyseParts({ text: 'x', attachments: [attachment] })).toMatchObject({
      attachments: [{ size: 1 }],
    });
  });

  it('makes a message of nothing but an address', async () => {
    expect(await analyseParts({ subject: '', text: undefined })).toMatchObject({
      subject: '',
      textBody: '',
    });
  });
});
