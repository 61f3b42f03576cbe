import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { closeAll } from '../egress/fixture.js';
import { providerYes, type ProviderReply } from '../support/provider-server.js';
import { fullMail, settingsOf, startProvider, way } from './api-fixture.js';
import { closeOutbound, mailTo, testOutbound } from './fixture.js';
import { timeByHand } from './time-by-hand.js';

const { server, send } = await startProvider();

beforeEach(() => {
  server.forget();
  server.script({ body: { id: 'taken' } });
});
afterEach(async () => {
  await closeOutbound();
  await closeAll();
});
afterAll(() => server.close());

describe('SES', () => {
  it('gets the mail as it is, and whom it goes to', async () => {
    server.script(providerYes('id-1')['SES']!);
    const mail = await fullMail();
    await send('SES', mail);
    const [call] = server.calls;
    expect(call!.json).toMatchObject({
      FromEmailAddress: 'agent@agents.example.com',
      Destination: {
        ToAddresses: ['bob@example.org', 'carol@example.org'],
        CcAddresses: ['dave@example.org'],
        BccAddresses: ['hidden@example.org'],
      },
    });
    const { Content } = call!.json as { Content: { Raw: { Data: string } } };
    expect(Buffer.from(Content.Raw.Data, 'base64').equals(mail.raw)).toBe(true);
    expect((await simpleParser(mail.raw)).messageId).toBe('<one@agents.example.com>');
    expect(call!.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/ses\/aws4_request/,
    );
  });

  it('needs a region that is one', async () => {
    const outbound = testOutbound({ way });
    for (const region of [undefined, '', 'eu-west-1.evil.test/#', 'x'])
      expect(await outbound.send({ ...settingsOf('SES', server.url), region }, mailTo())).toEqual({
        kind: 'refused',
        response: 'region is needed',
      });
  });

  it('names the kind of its no', async () => {
    server.script({
      status: 400,
      headers: { 'x-amzn-errortype': 'MessageRejected:http://x' },
      body: { message: 'not verified' },
    });
    expect((await send('SES', mailTo())).response).toBe('400 MessageRejected: not verified');
  });
});

describe('threading, lists, answers and inline images', () => {
  const threading = {
    'Message-ID': '<one@agents.example.com>',
    'In-Reply-To': '<zero@example.org>',
    References: '<first@example.org> <zero@example.org>',
    'X-Campaign': 'seven',
    'List-Unsubscribe': '<https://example.org/u>',
  };
  const pdf = Buffer.from('%PDF').toString('base64');
  const png = Buffer.from([1, 2]).toString('base64');

  it('reach SendGrid', async () => {
    server.script(providerYes('id-1')['SENDGRID']!);
    await send('SENDGRID', await fullMail());
    expect(server.calls[0]!.headers.authorization).toBe('Bearer SG.key-of-the-customer');
    expect(server.calls[0]!.headers).not.toHaveProperty('x-campaign');
    expect(server.calls[0]!.json).toEqual({
      from: { email: 'agent@agents.example.com', name: 'Agent "X" Ö' },
      personalizations: [
        {
          to: [{ email: 'bob@example.org', name: 'Bob' }, { email: 'carol@example.org' }],
          cc: [{ email: 'dave@example.org', name: 'Dave' }],
          bcc: [{ email: 'hidden@example.org' }],
        },
      ],
      reply_to: { email: 'replies@agents.example.com' },
      subject: 'Grüße',
      content: [
        { type: 'text/plain', value: expect.stringMatching(/^Hallo\s*$/) },
        { type: 'text/html', value: expect.stringContaining('cid:logo@x') },
      ],
      headers: threading,
      attachments: [
        {
          content: png,
          filename: 'logo.png',
          type: 'image/png',
          disposition: 'inline',
          content_id: 'logo@x',
        },
        { content: pdf, filename: 'a.pdf', type: 'application/pdf', disposition: 'attachment' },
      ],
    });
  });

  it('reach Postmark, with our Message-ID kept', async () => {
    server.script(providerYes('id-1')['POSTMARK']!);
    await send('POSTMARK', await fullMail());
    expect(server.calls[0]!.headers['x-postmark-server-token']).toBe('SG.key-of-the-customer');
    const { Headers, ...rest } = server.calls[0]!.json as {
      Headers: { Name: string; Value: string }[];
    };
    expect(rest).toEqual({
      From: '"Agent \\"X\\" Ö" <agent@agents.example.com>',
      To: '"Bob" <bob@example.org>, carol@example.org',
      Cc: '"Dave" <dave@example.org>',
      Bcc: 'hidden@example.org',
      ReplyTo: 'replies@agents.example.com',
      Subject: 'Grüße',
      TextBody: expect.stringMatching(/^Hallo\s*$/),
      HtmlBody: expect.stringContaining('cid:logo@x'),
      Attachments: [
        { Name: 'logo.png', Content: png, ContentType: 'image/png', ContentID: 'cid:logo@x' },
        { Name: 'a.pdf', Content: pdf, ContentType: 'application/pdf', ContentID: null },
      ],
    });
    expect(Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]))).toEqual({
      ...threading,
      'X-PM-KeepID': 'true',
    });
  });

  it('reach Resend, with the same key for the same mail', async () => {
    const outbound = testOutbound({ way });
    const settings = settingsOf('RESEND', server.url);
    const mail = await fullMail();
    await outbound.send(settings, mail);
    await outbound.send(settings, mail);
    await outbound.send(settings, { ...mail, messageId: '<two@agents.example.com>' });
    expect(server.calls[0]!.headers.authorization).toBe('Bearer SG.key-of-the-customer');
    expect(server.calls[0]!.json).toEqual({
      from: '"Agent \\"X\\" Ö" <agent@agents.example.com>',
      to: ['"Bob" <bob@example.org>', 'carol@example.org'],
      cc: ['"Dave" <dave@example.org>'],
      bcc: ['hidden@example.org'],
      reply_to: ['replies@agents.example.com'],
      subject: 'Grüße',
      text: expect.stringMatching(/^Hallo\s*$/),
      html: expect.stringContaining('cid:logo@x'),
      headers: threading,
      attachments: [
        { filename: 'logo.png', content: png, content_type: 'image/png', content_id: 'logo@x' },
        { filename: 'a.pdf', content: pdf, content_type: 'application/pdf' },
      ],
    });
    const keys = server.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('recipients', () => {
  it('that are not open any more get nothing', async () => {
    await send('RESEND', await fullMail(['carol@example.org', 'hidden@example.org']));
    expect(server.calls[0]!.json).toMatchObject({
      to: ['carol@example.org'],
      bcc: ['hidden@example.org'],
    });
    expect(server.calls[0]!.json).not.toHaveProperty('cc');
  });

  it('that are all hidden do not see each other', async () => {
    server.script((call) =>
      JSON.stringify(call.json!.to).includes('full')
        ? { status: 429, body: { name: 'rate_limit_exceeded', message: 'slow' } }
        : { body: { id: 'id-1' } },
    );
    const outcome = await send('RESEND', await fullMail(['one@hidden.test', 'full@hidden.test']));
    expect(server.calls.map(({ json }) => json!.to).sort()).toEqual([
      ['full@hidden.test'],
      ['one@hidden.test'],
    ]);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      refused: [{ address: 'full@hidden.test', temporary: true }],
    });
  });
});

describe('Resend', () => {
  it('is asked again with the same key where it gave no answer', async () => {
    server.script((_call, turn) => (turn === 1 ? { then: 'cut' } : { body: { id: 'id-2' } }));
    expect(await send('RESEND', mailTo())).toMatchObject({
      kind: 'accepted',
      providerMessageId: 'id-2',
    });
    const keys = server.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('leaves a doubt where it says no to the repetition alone', async () => {
    const { end } = timeByHand();
    const answers: ProviderReply[] = [
      { then: 'cut' },
      { status: 401, body: { message: 'revoked' } },
    ];
    server.script((_call, turn) => answers[turn - 1] ?? (end(), { then: 'stall' }));
    expect((await send('RESEND', mailTo())).kind).toBe('unknown');
    expect(server.calls).toHaveLength(3);
  });

  it('that knows the key for another mail will say so again', async () => {
    server.script({ status: 409, body: { name: 'invalid_idempotent_request', message: 'other' } });
    expect((await send('RESEND', mailTo())).kind).toBe('refused');
    server.script({
      status: 409,
      body: { name: 'concurrent_idempotent_requests', message: 'busy' },
    });
    expect((await send('RESEND', mailTo())).kind).toBe('deferred');
  });
});

describe('Postmark', () => {
  it('says no by a code in an answer of 200 as well', async () => {
    server.script({ body: { ErrorCode: 300, Message: 'bad' } });
    expect(await send('POSTMARK', mailTo())).toEqual({ kind: 'refused', response: '200 300 bad' });
  });
});
