import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { closeAll } from '../egress/fixture.js';
import type { SinkScript } from '../support/smtp-sink.js';
import {
  closeOutbound,
  composed,
  mailTo,
  plainMail,
  settingsOf,
  sink,
  testOutbound,
} from './fixture.js';
import { secured, setUp, way } from './smtp-fixture.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

describe('a mail by SMTP', () => {
  it('arrives as it is, over TLS, with dots doubled on the wire only', async () => {
    const { server, outbound, settings } = await setUp();
    const mail = mailTo(['bob@example.org', 'eve@example.net']);
    expect(await outbound.send(settings, mail)).toEqual({
      kind: 'accepted',
      providerMessageId: 'SINK1',
      response: '250 2.0.0 Ok: queued as SINK1',
      refused: [],
    });
    const [taken] = server.mails;
    expect(taken).toMatchObject({
      from: 'agent@agents.example.com',
      to: ['bob@example.org', 'eve@example.net'],
      secure: true,
      parameters: `SIZE=${mail.raw.length}`,
    });
    expect(taken!.data.equals(mail.raw)).toBe(true);
    expect(taken!.wire.toString()).toContain('\r\n..dot\r\n...dots\r\n..\r\nend\r\n.\r\n');
    expect(server.sessions[0]!.commands[0]).toBe('EHLO agents.example.com');
  });

  it('is read back by another parser as it was written', async () => {
    const { server, outbound, settings } = await setUp();
    const raw = await composed({
      from: 'Agent <agent@agents.example.com>',
      to: 'bob@example.org',
      subject: 'Größe',
      text: 'Grüße\n.\n..\nEnde',
      attachments: [{ filename: 'a.bin', content: Buffer.from([0, 13, 10, 46, 13, 10, 255]) }],
    });
    await outbound.send(settings, mailTo(['bob@example.org'], raw));
    const read = await simpleParser(server.mails[0]!.data);
    expect(read.subject).toBe('Größe');
    expect(read.text?.trim()).toBe('Grüße\n.\n..\nEnde');
    expect([...read.attachments[0]!.content]).toEqual([0, 13, 10, 46, 13, 10, 255]);
  });

  it('has no bare CR or LF on the wire, whatever its bytes', async () => {
    const { server, outbound, settings } = await setUp();
    const bytes = fc.array(fc.constantFrom('\r', '\n', '.', 'a', '\r\n', '\r\n.\r\n'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(bytes, async (pieces) => {
        server.forget();
        const raw = plainMail(pieces.join(''));
        expect((await outbound.send(settings, mailTo(['b@example.org'], raw))).kind).toBe(
          'accepted',
        );
        const wire = server.mails[0]!.wire.toString('latin1');
        expect(wire.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
        expect(server.mails).toHaveLength(1);
        const expected = raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
        const got = server.mails[0]!.data.toString('latin1');
        expect(got === expected || got === `${expected}\r\n`).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('says 8BITMIME and SMTPUTF8 where it needs them', async () => {
    const { server, outbound, settings } = await setUp();
    await outbound.send(settings, mailTo(['jörg@bücher.example'], plainMail('Grüße\r\n')));
    expect(server.mails[0]).toMatchObject({ to: ['jörg@xn--bcher-kva.example'] });
    expect(server.mails[0]!.parameters).toMatch(/^SMTPUTF8 BODY=8BITMIME SIZE=\d+$/);
  });

  it('goes only to ASCII addresses where the server takes no others', async () => {
    const server = await sink({ ...secured, extensions: ['8BITMIME'] });
    const outbound = testOutbound({ way });
    const mail = mailTo(['jörg@example.org', 'bob@bücher.example']);
    expect(await outbound.send(settingsOf(server), mail)).toMatchObject({
      kind: 'accepted',
      refused: [{ address: 'jörg@example.org', temporary: false }],
    });
    expect(server.mails[0]!.to).toEqual(['bob@xn--bcher-kva.example']);
    expect((await outbound.send(settingsOf(server), mailTo(['jörg@x.example']))).kind).toBe(
      'refused',
    );
  });

  it('never carries an address that is more than one', async () => {
    const { server, outbound, settings } = await setUp();
    for (const address of ['b@y.test>\r\nRCPT TO:<evil@z.test', 'a\n@b.c', '<a@b.c>', 'a\0@b.c'])
      expect((await outbound.send(settings, mailTo([address]))).kind).toBe('refused');
    const said = Buffer.concat(server.sessions.map(({ bytes }) => bytes)).toString();
    expect(said).not.toMatch(/RCPT|MAIL/);
  });

  it('is not sent when it is larger than the server says', async () => {
    const server = await sink({ ...secured, extensions: ['SIZE 100'] });
    expect(await testOutbound({ way }).send(settingsOf(server), mailTo())).toEqual({
      kind: 'refused',
      response: 'the mail is larger than the server allows',
    });
    expect(server.sessions[0]!.commands).not.toContain('DATA');
  });
});

describe('recipients', () => {
  it('are refused one by one, for now or for good', async () => {
    const { server, outbound, settings } = await setUp({
      RCPT: ({ text }) =>
        text.startsWith('full')
          ? '452 4.2.2 full'
          : text.startsWith('no')
            ? '550 5.1.1 unknown'
            : undefined,
    });
    const mail = mailTo(['full@x.test', 'no@x.test', 'bob@x.test']);
    expect(await outbound.send(settings, mail)).toMatchObject({
      kind: 'accepted',
      refused: [
        { address: 'full@x.test', response: '452 4.2.2 full', temporary: true },
        { address: 'no@x.test', response: '550 5.1.1 unknown', temporary: false },
      ],
    });
    expect(server.mails[0]!.to).toEqual(['bob@x.test']);
  });

  it.each([
    ['all for good', ['550 a', '551 b'], 'refused'],
    ['one for now', ['550 a', '450 b'], 'deferred'],
  ])('make no mail when all are refused: %s', async (_case, answers, kind) => {
    for (const extensions of [['PIPELINING'], []]) {
      const server = await sink({ ...secured, extensions });
      server.script({ RCPT: ({ turn }) => answers[(turn - 1) % 2] });
      const outcome = await testOutbound({ way }).send(
        settingsOf(server),
        mailTo(['a@x.test', 'b@x.test']),
      );
      expect(outcome.kind).toBe(kind);
      expect(server.mails).toHaveLength(0);
    }
  });
});

describe('an answer', () => {
  const table: [string, SinkScript, string, string | RegExp][] = [
    ['451 to the greeting', { greeting: '421 4.3.2 busy' }, 'deferred', /421 4.3.2 busy/],
    ['554 to the greeting', { greeting: '554 5.7.1 go away' }, 'refused', /go away/],
    ['450 to MAIL', { MAIL: '450 4.7.1 later' }, 'deferred', '450 4.7.1 later'],
    ['550 to MAIL', { MAIL: '550 5.7.1 not you' }, 'refused', '550 5.7.1 not you'],
    ['421 to RCPT', { RCPT: { say: '421 4.3.2 bye', then: 'end' } }, 'deferred', /421/],
    ['451 to DATA', { DATA: '451 4.3.0 later' }, 'deferred', '451 4.3.0 later'],
    ['554 to DATA', { DATA: '554 5.6.0 no' }, 'refused', '554 5.6.0 no'],
    ['451 to the dot', { dot: '451 4.3.0 later' }, 'deferred', '451 4.3.0 later'],
    [
      '552 to the dot',
      { dot: '552-5.2.3 too\r\n552 5.2.3 large' },
      'refused',
      '552-5.2.3 too 552 5.2.3 large',
    ],
    ['354 to the dot', { dot: '354 what?' }, 'unknown', /354 what/],
    ['a 2xx to DATA', { DATA: '250 2.0.0 OK' }, 'deferred', /out of turn/],
    ['an early 250', { DATA: { say: '354 go\r\n250 taken' } }, 'deferred', /out of turn/],
    ['an early 554', { DATA: { say: '354 go\r\n554 5.6.0 virus' } }, 'refused', '554 5.6.0 virus'],
    ['another 354', { DATA: { say: '354 go\r\n354 go' } }, 'deferred', /354 go/],
    ['noise', { greeting: 'HTTP/1.1 400 Bad Request' }, 'deferred', /HTTP/],
  ];

  it.each(table)('of %s counts', async (_case, script, kind, response) => {
    const { server, outbound, settings } = await setUp(script);
    const outcome = await outbound.send(settings, mailTo());
    expect(outcome).toEqual({
      kind,
      response: typeof response === 'string' ? response : expect.stringMatching(response),
    });
    expect(server.mails).toHaveLength(0);
  });

  it('is shown in a line of at most 1,000 characters', async () => {
    const { outbound, settings } = await setUp({
      MAIL: `550-${'x'.repeat(700)}\r\n550 ${'y'.repeat(700)}`,
    });
    const { response } = await outbound.send(settings, mailTo());
    expect(response).toHaveLength(1_000);
  });
});
