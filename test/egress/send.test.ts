import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer, Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EgressOptions } from '../../src/egress/egress.js';
import type { AnsweredRequest } from '../../src/egress/send.js';
import {
  closeAll,
  createDetour,
  listening,
  makeCertificate,
  NAME,
  PUBLIC_ADDRESS,
  startReceiver,
  testEgress,
  type Certificate,
} from './fixture.js';

let certificate: Certificate;
beforeAll(async () => {
  certificate = await makeCertificate(NAME);
});
afterEach(closeAll);

/** A receiver behind `NAME`, and the way out that trusts it. */
async function setUp(answer?: RequestListener, options: Partial<EgressOptions> = {}) {
  const receiver = await startReceiver(certificate, answer);
  const detour = createDetour(receiver.port);
  const authorities = certificate.cert;
  const egress = testEgress({ open: detour.open, authorities, ...options });
  const url = `https://${NAME}/hook?a=1`;
  return { receiver, detour, egress, url };
}

const answered = (outcome: unknown) => outcome as AnsweredRequest;
const FAILED_IN_TIME = { kind: 'failed', reason: 'timeout', message: 'timed out' };
/** Milliseconds of a whole request: where nothing comes, and where a handshake has to fit in. */
const SHORT = { timeouts: { send: 200 } };
const ENOUGH = { timeouts: { send: 2_000 } };

describe('a request that leaves', () => {
  it('carries the name it was sent to, though the address was pinned', async () => {
    const { receiver, detour, egress, url } = await setUp();
    const outcome = answered(await egress.send({ url, body: '{}', headers: { 'X-Own': 'yes' } }));
    expect({ ...outcome, body: outcome.body.toString() }).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'thanks',
      isCut: false,
    });
    expect(detour.opened).toEqual([`${PUBLIC_ADDRESS} 443`]);
    expect(receiver.servernames).toEqual([NAME]);
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({ host: NAME, 'x-own': 'yes', 'content-length': '2' });
    expect([request?.method, request?.url, request?.httpVersion]).toEqual([
      'POST',
      '/hook?a=1',
      '1.1',
    ]);
  });

  it('uses a kept connection again, and looks nothing up for it', async () => {
    const { receiver, detour, egress, url } = await setUp();
    for (let i = 0; i < 5; i++) {
      await egress.send({ url, body: '{}' });
      // undici takes a connection back a turn of the event loop after the answer.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(receiver.requests).toHaveLength(5);
    expect(detour.opened).toHaveLength(1);
  });

  it('is not held up by others to the same host that hang', async () => {
    const held: ServerResponse[] = [];
    const { egress, url } = await setUp((request, response) => {
      if (request.headers['x-hang'] === undefined) response.end();
      else held.push(response);
    });
    const hanging = Array.from({ length: 20 }, () =>
      egress.send({ url, headers: { 'X-Hang': '1' } }),
    );
    expect(await egress.send({ url })).toMatchObject({ status: 200 });
    while (held.length < hanging.length) await new Promise((resolve) => setImmediate(resolve));
    for (const response of held) response.end();
    expect(await Promise.all(hanging)).toEqual(
      hanging.map(() => expect.objectContaining({ status: 200 })),
    );
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const { receiver, detour, egress, url } = await setUp((_request, response) =>
      response.writeHead(status, { Location: 'https://127.0.0.1/' }).end(),
    );
    const outcome = answered(await egress.send({ url, body: '{}' }));
    expect(outcome).toMatchObject({ status, headers: { location: 'https://127.0.0.1/' } });
    expect([receiver.requests.length, detour.opened.length]).toEqual([1, 1]);
  });

  it.each([
    ['20 KB', 20 * 1024, 20 * 1024, false],
    ['a byte more', 20 * 1024 + 1, 20 * 1024, true],
    ['10 MB', 10 * 1024 * 1024, 20 * 1024, true],
  ])('reads 20 KB of an answer of %s', async (_what, size, read, isCut) => {
    const { egress, url } = await setUp((_request, response) => response.end(Buffer.alloc(size)));
    const outcome = answered(await egress.send({ url }));
    expect([outcome.status, outcome.body.length, outcome.isCut]).toEqual([200, read, isCut]);
  });

  it('does not read on after 20 KB of an endless answer', async () => {
    const closed: boolean[] = [];
    const { egress, url } = await setUp((_request, response) => {
      const more = () => response.write(Buffer.alloc(64 * 1024), more);
      response.on('close', () => closed.push(true));
      more();
    });
    expect(await egress.send({ url })).toMatchObject({ status: 200, isCut: true });
    while (closed.length === 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it.each<[string, RequestListener]>([
    ['answers nothing', () => {}],
    ['drips its headers', (request) => void drip(request.socket, 'HTTP/1.1 200 OK\r\nX-A: ')],
  ])('ends in time when the other side %s', async (_what, answer) => {
    const { egress, url } = await setUp(answer, SHORT);
    expect(await egress.send({ url })).toEqual(FAILED_IN_TIME);
  });

  it('ends in time when the body drips: the status counts', async () => {
    const { egress, url } = await setUp((request) => {
      void drip(request.socket, 'HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n');
    }, ENOUGH);
    expect(await egress.send({ url })).toMatchObject({ status: 200, isCut: true });
  });

  it.each([
    ['the look-up', { lookup: () => new Promise<never>(() => {}) }],
    ['the handshake', { send: 200 }],
  ])('ends in time when %s hangs', async (what, options) => {
    const silent = createServer();
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    const { open } = createDetour(await listening(silent));
    const egress = testEgress({ open, ...options, timeouts: { connect: 200, send: 300 } });
    expect([what, await egress.send({ url: `https://${NAME}/` })]).toEqual([what, FAILED_IN_TIME]);
    for (const socket of sockets) socket.destroy();
    await once(silent.close(), 'close');
  });

  it('is not sent any more when the connection comes too late', async () => {
    const receiver = await startReceiver(certificate);
    const late = new Socket();
    let opened = 0;
    const open = (): Socket =>
      opened++ === 0 ? late : createDetour(receiver.port).open(NAME, 443);
    const egress = testEgress({ open, authorities: certificate.cert, ...ENOUGH });
    expect(await egress.send({ url: `https://${NAME}/late` })).toEqual(FAILED_IN_TIME);
    late.connect({ host: '127.0.0.1', port: receiver.port });
    await once(late, 'connect');
    // By then the first would have come as well.
    expect(await egress.send({ url: `https://${NAME}/next` })).toMatchObject({ status: 200 });
    expect(receiver.requests.map(({ url }) => url)).toEqual(['/next']);
  });

  it.each<[string, RequestListener, string]>([
    ['closes', (request) => request.socket.destroy(), 'the connection was closed'],
    [
      'answers in no HTTP',
      (request) => request.socket.end('220 hello\r\n'),
      'the answer is not HTTP',
    ],
    [
      'sends headers without end',
      (request) => request.socket.end(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n`),
      'the headers of the answer are too large',
    ],
  ])('fails when the other side %s', async (_what, answer, message) => {
    const { egress, url } = await setUp(answer);
    expect(await egress.send({ url })).toEqual({ kind: 'failed', reason: 'connection', message });
  });

  it('never lets a user say where it goes or ends', async () => {
    const { receiver, egress, url } = await setUp();
    const headers = { Host: 'internal', 'Content-Length': '1', 'Transfer-Encoding': 'chunked' };
    expect(await egress.send({ url, body: '{}', headers })).toMatchObject({ status: 200 });
    expect(receiver.requests[0]?.headers).toMatchObject({ host: NAME, 'content-length': '2' });
    expect(receiver.servernames).toEqual([NAME]);
  });

  it.each([{ 'X-A': 'a\r\nX-B: b' }, { 'X-A\r\nX-B': 'b' }, { 'X A': 'b' }])(
    'is not sent with %j',
    async (headers) => {
      const { receiver, egress, url } = await setUp();
      const message = 'a header of the request is not valid';
      expect(await egress.send({ url, headers })).toMatchObject({
        kind: 'failed',
        message,
      });
      expect(receiver.requests).toEqual([]);
    },
  );

  it('is refused when its address is no longer permitted', async () => {
    const { egress, detour } = await setUp();
    expect(await egress.send({ url: 'https://127.0.0.1/' })).toEqual({
      kind: 'failed',
      reason: 'forbidden',
      message: 'url must not be a private or reserved address',
    });
    expect(detour.opened).toEqual([]);
  });

  it('fails when the name has no address', async () => {
    const { egress } = await setUp();
    expect(await egress.send({ url: 'https://nowhere.example/' })).toEqual({
      kind: 'failed',
      reason: 'unresolved',
      message: 'the name has no address',
    });
  });

  it('uses no proxy of the environment', async () => {
    const proxy = createServer();
    const asked: Socket[] = [];
    proxy.on('connection', (socket) => asked.push(socket.destroy()));
    const address = `http://127.0.0.1:${await listening(proxy)}`;
    const before = { ...process.env };
    Object.assign(process.env, { HTTPS_PROXY: address, https_proxy: address, ALL_PROXY: address });
    const { egress, url } = await setUp();
    expect(await egress.send({ url })).toMatchObject({ status: 200 });
    process.env = before;
    expect(asked).toEqual([]);
    await once(proxy.close(), 'close');
  });
});

/** Writes `beginning`, then a byte every few milliseconds until nobody listens. */
async function drip(socket: NodeJS.WritableStream & { destroyed?: boolean }, beginning: string) {
  socket.on('error', () => {});
  socket.write(beginning);
  while (!socket.destroyed) {
    socket.write('a');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
