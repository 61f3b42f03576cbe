import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeAll, createDetour } from '../egress/fixture.js';
import {
  providerYes,
  startProviderServer,
  type ProviderReply,
} from '../support/provider-server.js';
import {
  certificate,
  fullMail,
  settingsOf,
  startProvider,
  way,
  type ApiName,
} from './api-fixture.js';
import { closeOutbound, composed, mailTo, testOutbound } from './fixture.js';
import { timeByHand } from './time-by-hand.js';

const APIS: readonly ApiName[] = ['SES', 'SENDGRID', 'POSTMARK', 'RESEND'];
const PATHS = {
  SES: '/v2/email/outbound-emails',
  SENDGRID: '/v3/mail/send',
  POSTMARK: '/email',
  RESEND: '/emails',
} as const;
const NO: Readonly<Record<ApiName, object>> = {
  SES: { message: 'not verified' },
  SENDGRID: { errors: [{ message: 'not verified', field: 'from' }] },
  POSTMARK: { ErrorCode: 406, Message: 'not verified' },
  RESEND: { statusCode: 403, name: 'validation_error', message: 'not verified' },
};

const STALL: ProviderReply = { then: 'stall' };

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

describe.each(APIS)('%s', (provider) => {
  it('takes a mail at its own path, and its id is kept', async () => {
    server.script(providerYes('id-1')[provider]!);
    expect(await send(provider, await fullMail())).toMatchObject({
      kind: 'accepted',
      providerMessageId: 'id-1',
      refused: [],
    });
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${PATHS[provider]}`,
    ]);
  });

  it('is reached below the path of a base address', async () => {
    server.script(providerYes('id-1')[provider]!);
    await testOutbound({ way }).send(settingsOf(provider, `${server.url}/mail/`), mailTo());
    expect(server.calls[0]!.path).toBe(`/mail${PATHS[provider]}`);
  });

  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [422, 'refused'],
    [301, 'refused'],
    [408, 'deferred'],
    [409, 'deferred'],
    [429, 'deferred'],
    [500, 'deferred'],
    [503, 'deferred'],
    [502, 'unknown'],
    [504, 'unknown'],
  ])('answers %i: %s, asked once unless a key tells the second time', async (status, kind) => {
    const answer = { status, body: NO[provider], headers: { location: 'https://127.0.0.1:1/' } };
    const { end } = timeByHand();
    // Where a doubt may be settled by asking again, time is up then.
    server.script((_call, turn) => (turn === 1 ? answer : (end(), STALL)));
    const outcome = await send(provider, mailTo());
    expect(outcome).toEqual({ kind, response: expect.stringMatching(`^${status} .*not verified`) });
    const isAskedAgain = provider === 'RESEND' && kind === 'unknown';
    expect(server.calls).toHaveLength(isAskedAgain ? 2 : 1);
  });

  it.each([
    ['cut', { then: 'cut' }],
    ['silent', STALL],
  ] as [string, ProviderReply][])(
    'that is %s after the mail leaves a doubt',
    async (_how, reply) => {
      const { end } = timeByHand();
      server.script(() => (end(), reply));
      const { kind } = await send(provider, mailTo());
      expect(kind).toBe('unknown');
      expect(server.calls).toHaveLength(1);
    },
  );

  it('that goes away within a large mail has taken nothing', async () => {
    server.script({ early: true });
    const raw = await composed({
      from: 'agent@agents.example.com',
      to: 'bob@example.org',
      attachments: [{ filename: 'a', content: Buffer.alloc(8_000_000, 'abc') }],
    });
    expect((await send(provider, mailTo(['bob@example.org'], raw))).kind).toBe('deferred');
  });

  it('has said yes even when its answer breaks off', async () => {
    server.script({
      ...providerYes('id-1')[provider]!,
      body: { long: 'x'.repeat(100) },
      then: 'half',
    });
    expect((await send(provider, mailTo())).kind).toBe('accepted');
  });

  it('is not asked at a forbidden address, by a name that leads there, or without https', async () => {
    const detour = createDetour(server.port);
    const outbound = testOutbound({ way: { ...way, allow: [], open: detour.open } });
    const bases = [
      server.url,
      'https://10.0.0.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://2130706433/',
      'https://localhost/',
      'https://169.254.169.254/latest',
      'http://hooks.example.com/',
      'https://user:pass@hooks.example.com/',
    ];
    for (const base of bases)
      expect((await outbound.send(settingsOf(provider, base), mailTo())).kind).toBe('refused');
    expect(detour.opened).toEqual([]);
  });

  it('is not asked without what it knows its customers by', async () => {
    const outcome = await testOutbound({ way }).send({ provider, baseUrl: server.url }, mailTo());
    expect(outcome.kind).toBe('refused');
    expect(server.calls).toHaveLength(0);
  });

  it('is not asked with a key that would be more than a header', async () => {
    for (const key of ['a\nX-Evil: 1', 'ключ', '\ud800'])
      expect(
        await testOutbound({ way }).send(
          { ...settingsOf(provider, server.url), apiKey: key, username: key },
          mailTo(),
        ),
      ).toEqual({ kind: 'refused', response: expect.stringMatching(/needed/) });
    expect(server.calls).toHaveLength(0);
  });

  it('does not get to show a secret', async () => {
    const said = 'SG.key-of-the-customer and secret-of-the-customer';
    server.script({ status: 401, body: said });
    const { response } = await send(provider, mailTo());
    expect(response).toBe('401 *** and ***');
  });

  it('may be away', async () => {
    const away = await startProviderServer(certificate);
    await away.close();
    const settings = settingsOf(provider, away.url);
    expect(await testOutbound({ way }).send(settings, mailTo())).toEqual({
      kind: 'deferred',
      response: 'the connection was refused',
    });
  });

  it('with a certificate of nobody gets no mail', async () => {
    const { kind } = await testOutbound().send(settingsOf(provider, server.url), mailTo());
    expect(kind).toBe('deferred');
    expect(server.calls).toHaveLength(0);
  });

  it('goes past proxies of the environment', async () => {
    const kept = { ...process.env };
    Object.assign(process.env, {
      HTTPS_PROXY: 'http://127.0.0.1:1',
      https_proxy: 'http://127.0.0.1:1',
    });
    try {
      server.script(providerYes('id-1')[provider]!);
      expect((await send(provider, mailTo())).kind).toBe('accepted');
    } finally {
      process.env = kept;
    }
  });
});
