import { afterEach, describe, expect, it } from '@jest/globals';
import { closeAll } from '../egress/fixture.js';
import type { SinkScript } from '../support/smtp-sink.js';
import { closeOutbound, mailTo, plainMail, settingsOf, sink, testOutbound } from './fixture.js';
import { certificate, secured, setUp, until, wait, way } from './smtp-fixture.js';
import { timeByHand } from './time-by-hand.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

describe('a connection that ends', () => {
  const before: [string, SinkScript][] = [
    ['before the greeting', { greeting: { then: 'cut' } }],
    ['after EHLO', { EHLO: { then: 'reset' } }],
    ['at MAIL', { MAIL: { then: 'end' } }],
    ['at RCPT', { RCPT: { then: 'cut' } }],
    ['at DATA', { DATA: { then: 'reset' } }],
  ];
  it.each(before)('%s has sent nothing', async (_case, script) => {
    const { outbound, settings } = await setUp(script);
    expect((await outbound.send(settings, mailTo())).kind).toBe('deferred');
  });

  it.each(['cut', 'reset', 'end'] as const)('after the dot by %s leaves a doubt', async (then) => {
    const { outbound, settings } = await setUp({ dot: { then } });
    expect(await outbound.send(settings, mailTo())).toEqual({
      kind: 'unknown',
      response: expect.stringMatching(/^the connection was lost before the mail was confirmed/),
    });
  });

  it('with half an answer to the dot leaves a doubt', async () => {
    const { outbound, settings } = await setUp({ dot: { say: '550-no', then: 'cut' } });
    expect((await outbound.send(settings, mailTo())).kind).toBe('unknown');
  });

  it.each(['cut', 'reset', 'end'] as const)(
    'within a large mail by %s has sent nothing',
    async (then) => {
      const { outbound, settings } = await setUp({ within: { bytes: 100_000, then } });
      const raw = plainMail(`${'x'.repeat(70)}\r\n`.repeat(300_000));
      expect((await outbound.send(settings, mailTo(['b@x.test'], raw))).kind).toBe('deferred');
    },
  );
});

describe('a server that hangs', () => {
  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'] as const)('at %s', async (point) => {
    const { outbound, settings } = await setUp({ [point]: { then: 'stall' } }, 400);
    expect(await outbound.send(settings, mailTo())).toEqual({
      kind: 'deferred',
      response: 'timed out',
    });
  });

  it('after the dot leaves a doubt', async () => {
    const { end } = timeByHand();
    const { outbound, settings } = await setUp({ dot: () => (end(), { then: 'stall' }) });
    expect((await outbound.send(settings, mailTo())).kind).toBe('unknown');
  });

  it('within a large mail gets no dot, not even afterwards', async () => {
    const { server, outbound, settings } = await setUp(
      { within: { bytes: 1_000, then: 'pause' } },
      1_500,
    );
    const raw = plainMail(`${'x'.repeat(70)}\r\n`.repeat(300_000));
    expect(await outbound.send(settings, mailTo(['b@x.test'], raw))).toEqual({
      kind: 'deferred',
      response: 'timed out',
    });
    expect(server.mails).toHaveLength(0);
  });
});

describe('a connection that is kept', () => {
  it('serves one mail after the other', async () => {
    const { server, outbound, settings } = await setUp();
    for (let i = 0; i < 5; i++) await outbound.send(settings, mailTo());
    expect(server.sessions).toHaveLength(1);
    expect(server.mails).toHaveLength(5);
  });

  it('is closed when idle', async () => {
    const server = await sink(secured);
    const outbound = testOutbound({ way, timeouts: { idle: 50 } });
    await outbound.send(settingsOf(server), mailTo());
    await until(() => !server.sessions[0]!.open);
    expect(server.sessions[0]!.commands.at(-1)).toBe('QUIT');
  });

  it('is one of five at most', async () => {
    const { server, outbound, settings } = await setUp(
      { dot: { after: 30, extra: '250 ok' } },
      20_000,
    );
    const sent = await Promise.all(
      Array.from({ length: 40 }, () => outbound.send(settings, mailTo())),
    );
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect(server.sessions.length).toBeLessThanOrEqual(5);
    expect(server.mails).toHaveLength(0); // Its script answers by `extra`, which does not count.
  });

  it('is not shared by two logins', async () => {
    const server = await sink({ ...secured, users: { ann: 'secret-a', ben: 'secret-b' } });
    const outbound = testOutbound({ way });
    await outbound.send(settingsOf(server, { username: 'ann', password: 'secret-a' }), mailTo());
    await outbound.send(settingsOf(server, { username: 'ben', password: 'secret-b' }), mailTo());
    expect(server.mails.map(({ user }) => user)).toEqual(['ann', 'ben']);
  });

  it.each([
    ['closed it', { dot: { say: '250 ok', after: 20, then: 'end' } }],
    ['reset it', { dot: { say: '250 ok', after: 20, then: 'reset' } }],
    ['said 421', { dot: { say: '250 ok', after: 20, extra: '421 idle', then: 'end' } }],
    ['closes it at MAIL', { MAIL: ({ turn }) => (turn === 2 ? { then: 'cut' } : undefined) }],
    [
      'says 421 at MAIL',
      { MAIL: ({ turn }) => (turn === 2 ? { say: '421 idle', then: 'end' } : undefined) },
    ],
    ['said it twice', { dot: '250 2.0.0 OK\r\n250 2.0.0 OK' }],
    ['said it twice, later', { dot: { say: '250 2.0.0 OK', after: 20, extra: '250 2.0.0 OK' } }],
    ['answers RCPT twice', { RCPT: ({ turn }) => (turn === 2 ? '250 OK\r\n250 OK' : undefined) }],
  ] as [string, SinkScript][])('is replaced when the server %s', async (_case, script) => {
    const isLate = JSON.stringify(script).includes('after');
    for (const pause of isLate ? [60] : [0, 60]) {
      const { server, outbound, settings } = await setUp(script);
      const outcomes = [];
      for (let i = 0; i < 3; i++) {
        const mail = mailTo(['b@x.test'], plainMail(`mail ${i}\r\n`));
        outcomes.push(await outbound.send(settings, mail));
        await wait(pause);
      }
      expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
      const texts = server.mails.map(({ data }) => /mail \d/.exec(data.toString())![0]);
      expect(texts).toEqual(['mail 0', 'mail 1', 'mail 2']);
    }
  });

  it('lets a late second answer harm no mail after it', async () => {
    // It comes when the next mail has begun: every answer is one too early from then on.
    const { server, outbound, settings } = await setUp({
      MAIL: ({ turn }) => (turn === 2 ? '250 left over\r\n250 2.1.0 OK' : undefined),
    });
    for (let i = 0; i < 3; i++)
      expect((await outbound.send(settings, mailTo(['a@x.test', 'b@x.test']))).kind).toBe(
        'accepted',
      );
    expect(server.mails.map(({ to }) => to.length)).toEqual([2, 2, 2]);
  });

  it('is not replaced for a mail that is put off', async () => {
    const { server, outbound, settings } = await setUp({
      RCPT: ({ turn }) => (turn === 2 ? '451 4.7.1 greylisted' : undefined),
    });
    await outbound.send(settings, mailTo());
    expect(await outbound.send(settings, mailTo())).toEqual({
      kind: 'deferred',
      response: '451 4.7.1 greylisted',
    });
    expect(server.sessions).toHaveLength(1);
    expect((await outbound.send(settings, mailTo())).kind).toBe('accepted');
  });

  it('does not keep a no of before', async () => {
    const { server, outbound, settings } = await setUp({
      MAIL: ({ turn }) => (turn === 2 ? '550 5.0.0 left over' : undefined),
    });
    await outbound.send(settings, mailTo());
    expect((await outbound.send(settings, mailTo())).kind).toBe('accepted');
    expect(server.sessions).toHaveLength(2);
  });
});

describe('TLS', () => {
  it('is required: a server without STARTTLS gets no mail', async () => {
    const server = await sink();
    expect(await testOutbound({ way }).send(settingsOf(server), mailTo())).toEqual({
      kind: 'refused',
      response: 'STARTTLS was refused: 502 5.5.1 no TLS here',
    });
    expect(server.sessions[0]!.commands).not.toContain('MAIL FROM:<agent@agents.example.com>');
  });

  it('that is not ready may be so later', async () => {
    const { outbound, settings } = await setUp({ STARTTLS: '454 4.7.0 not now' });
    expect((await outbound.send(settings, mailTo())).kind).toBe('deferred');
  });

  it.each([false, true])(
    'takes no certificate of an unknown authority (secure: %s)',
    async (secure) => {
      const server = await sink({ certificate, secure });
      const outcome = await testOutbound().send(settingsOf(server, { secure }), mailTo());
      expect(outcome).toEqual({ kind: 'deferred', response: 'the certificate is not trusted' });
      expect(server.mails).toHaveLength(0);
    },
  );

  it('starts with the first byte when it is told to', async () => {
    const server = await sink({ certificate, secure: true });
    const outbound = testOutbound({ way });
    expect((await outbound.send(settingsOf(server, { secure: true }), mailTo())).kind).toBe(
      'accepted',
    );
    expect(server.sessions[0]!.commands).not.toContain('STARTTLS');
    expect(server.mails[0]!.secure).toBe(true);
  });
});

describe('a login', () => {
  const users = { ann: 'pass-wörd-1' };

  it('is made before the mail', async () => {
    const server = await sink({ ...secured, users });
    const settings = settingsOf(server, { username: 'ann', password: 'pass-wörd-1' });
    expect((await testOutbound({ way }).send(settings, mailTo())).kind).toBe('accepted');
    expect(server.mails[0]!.user).toBe('ann');
  });

  it('that is wrong is final, and its password is not shown', async () => {
    const server = await sink({ ...secured, users });
    server.script({ AUTH: ({ text }) => `535 5.7.8 wrong: wr0ng-secret in ${text}` });
    const settings = settingsOf(server, { username: 'ann', password: 'wr0ng-secret' });
    const outcome = await testOutbound({ way }).send(settings, mailTo());
    expect(outcome).toMatchObject({
      kind: 'refused',
      response: expect.stringMatching(/^535 5.7.8/),
    });
    expect(outcome.response).not.toContain('wr0ng-secret');
    expect(outcome.response).not.toContain(Buffer.from('\0ann\0wr0ng-secret').toString('base64'));
  });

  it('may be impossible for now', async () => {
    const server = await sink({ ...secured, users });
    server.script({ AUTH: '454 4.7.0 later' });
    const settings = settingsOf(server, { username: 'ann', password: 'pass-wörd-1' });
    expect((await testOutbound({ way }).send(settings, mailTo())).kind).toBe('deferred');
  });
});

describe('nobody there', () => {
  it('may be there later', async () => {
    const server = await sink();
    const settings = settingsOf(server);
    await server.close();
    expect(await testOutbound().send(settings, mailTo())).toEqual({
      kind: 'deferred',
      response: 'the connection was refused',
    });
  });

  it('is refused without a host', async () => {
    expect((await testOutbound().send({ provider: 'SMTP' }, mailTo())).kind).toBe('refused');
  });
});
