import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { problemOfServiceUrl } from '../../src/outbound/service-url.js';
import { closeAll, createRecorder, listening } from '../egress/fixture.js';
import { closeOutbound, mailTo, settingsOf, sink, testOutbound } from './fixture.js';
import { certificate, secured, way } from './smtp-fixture.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

/** An outbound whose guard lets nothing pass. */
const closedOutbound = (serviceUrl: string, trusted = true) =>
  testOutbound({
    serviceUrl,
    way: { allow: [], open: createRecorder().open, ...(trusted ? way : {}) },
  });

describe('the server of OUTBOUND_URL', () => {
  it('may be on this machine and speak without TLS', async () => {
    const server = await sink();
    const outbound = closedOutbound(`smtp://127.0.0.1:${server.port}`);
    expect(outbound.service).toBe('smtp');
    expect((await outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails[0]!.secure).toBe(false);
  });

  it('gets TLS where it offers it, with whatever certificate', async () => {
    const server = await sink(secured);
    const outbound = closedOutbound(`smtp://localhost:${server.port}`, false);
    expect((await outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails[0]!.secure).toBe(true);
  });

  it('gets none where it is told not to', async () => {
    const server = await sink(secured);
    await closedOutbound(`smtp://127.0.0.1:${server.port}?tls=never`).sendByService(mailTo());
    expect(server.mails[0]!.secure).toBe(false);
  });

  it('must offer a trusted one where it is required', async () => {
    const [plain, server] = [await sink(), await sink(secured)];
    const by = (port: number, trusted: boolean) =>
      closedOutbound(`smtp://127.0.0.1:${port}?tls=required`, trusted).sendByService(mailTo());
    expect((await by(plain.port, true)).kind).toBe('refused');
    expect((await by(server.port, false)).kind).toBe('deferred');
    expect((await by(server.port, true)).kind).toBe('accepted');
  });

  it('may speak TLS from the first byte, and know a user', async () => {
    const server = await sink({ certificate, secure: true, users: { 'a@b': 'p/w:1' } });
    const outbound = closedOutbound(`smtps://a%40b:p%2Fw%3A1@127.0.0.1:${server.port}`);
    expect((await outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails[0]).toMatchObject({ user: 'a@b', secure: true });
  });

  it('may be away', async () => {
    const outbound = closedOutbound('smtp://127.0.0.1:1');
    expect(await outbound.sendByService(mailTo())).toEqual({
      kind: 'deferred',
      response: 'the connection was refused',
    });
  });

  it.each([
    ['smtp://mail.example.com', null],
    ['smtps://u:p@mail.example.com:465', null],
    ['smtp://[::1]:25?tls=required', null],
    ['https://mail.example.com', 'must be smtp://host or smtps://host'],
    ['mail.example.com', 'must be smtp://host or smtps://host'],
    ['smtp://', 'must be smtp://host or smtps://host'],
    ['smtp://u:%zz@a', 'has a user or password with a broken % sequence'],
    ['smtp://a?tls=maybe', 'tls must be one of required, opportunistic, never'],
  ])('has an address: %s', (url, problem) => {
    expect(problemOfServiceUrl(url)).toBe(problem);
  });

  it('is none without a setting', async () => {
    const outbound = testOutbound();
    expect(outbound.service).toBeNull();
    expect((await outbound.sendByService(mailTo())).kind).toBe('refused');
  });
});

describe('the guard', () => {
  it.each([
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '2130706433',
    '0x7f.1',
    'localhost',
    '10.1.2.3',
    '169.254.169.254',
    'internal.example.com',
  ])('lets no mail pass to %s', async (host) => {
    const opened: Socket[] = [];
    const server = createServer((socket) => opened.push(socket));
    const port = await listening(server);
    const recorder = createRecorder();
    const lookup = async () => ['93.184.215.14', '192.168.1.1'];
    const outbound = testOutbound({ way: { allow: [], open: recorder.open, lookup } });
    const outcome = await outbound.send(settingsOf({ port } as never, { host, port }), mailTo());
    expect(outcome).toEqual({ kind: 'refused', response: 'the address is private or reserved' });
    expect(recorder.opened).toEqual([]);
    expect(opened).toEqual([]);
    server.close();
  });

  it('refuses what is no host', async () => {
    const outbound = testOutbound({ way: { open: createRecorder().open } });
    const outcome = await outbound.send({ provider: 'SMTP', host: 'a b/c' }, mailTo());
    expect(outcome.kind).toBe('refused');
  });
});
