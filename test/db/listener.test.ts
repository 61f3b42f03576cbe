import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Listener } from '../../src/live/listener.js';
import { until } from '../support/mail-api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ATTEMPTS = 5;

/** What Postgres says to LISTEN where it was demoted to a standby. */
const REFUSAL = Buffer.concat([
  message('E', 'SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0'),
  message('Z', 'I'),
]);

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** Stands before Postgres; once `refusing`, LISTEN is refused and everything else is not. */
async function startRefuser(to: URL) {
  const open = new Set<Socket>();
  const state = { refusing: false, refused: 0 };
  const server = createServer((near) => {
    const far = connect({ host: to.hostname, port: Number(to.port) });
    open.add(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
    near.on('close', () => open.delete(near));
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      if (!state.refusing || !chunk.includes('LISTEN')) far.write(chunk);
      else if (++state.refused) near.write(REFUSAL);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, state, open, port: (server.address() as AddressInfo).port };
}

describe('the listening connection', () => {
  let test: TestDatabase;
  let refuser: Awaited<ReturnType<typeof startRefuser>>;
  let listener: Listener;

  beforeAll(async () => {
    test = await createTestDatabase();
    const url = new URL(test.url);
    refuser = await startRefuser(new URL(test.url));
    url.port = String(refuser.port);
    url.search = '';
    listener = await Listener.start(url.href, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await listener.close();
    refuser.server.close();
    await test.drop();
  });

  it('is one, however often LISTEN was refused, and listens again once it is not', async () => {
    const told: string[] = [];
    const payload = () => told.at(-1);
    listener.on('bulk_ended', (what) => told.push(what));
    refuser.state.refusing = true;
    for (const socket of refuser.open) socket.destroy();

    await until(() => refuser.state.refused >= ATTEMPTS);
    expect(refuser.open.size).toBeLessThanOrEqual(1);

    refuser.state.refusing = false;
    await until(async () => {
      await test.database.query(`SELECT pg_notify('bulk_ended', 'blk_1')`);
      return payload() === 'blk_1';
    });
    expect(refuser.open.size).toBe(1);
  });
});
