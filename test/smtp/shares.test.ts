import { afterEach, describe, expect, it } from '@jest/globals';
import { ByteBudget, type BudgetOptions } from '../../src/byte-budget.js';
import type { Acceptance, Delivery } from '../../src/store/mail/delivery.js';
import { until } from '../support/mail-api.js';
import { closeFixtures, startFixture } from './fixture.js';
import { connect, type RawClient } from './raw-client.js';

const KiB = 1024;
const MiB = 1024 * KiB;
const PEER_BUSY = '451 4.7.1 Too much large mail from your address at once, try again later';
const INBOX_BUSY = '451 4.7.1 Too much large mail for this recipient at once, try again later';
const BUSY = '452 4.3.1 Too much mail at once, try again later';

afterEach(closeFixtures);

interface Stalled {
  readonly budget: ByteBudget;
  readonly accepting: Delivery[];
  client(address: string): Promise<RawClient>;
  /** Ends what storage was asked for so far. */
  store(): void;
}

/** A server whose storage does not answer before it is told to. */
async function startStalled(options: Partial<BudgetOptions> = {}, storageMs = 60_000) {
  const budget = new ByteBudget({ bytes: 8 * MiB, sharePercent: 25, ...options });
  const accepting: Delivery[] = [];
  let waiting: (() => void)[] = [];
  const accept: Acceptance['accept'] = async (delivery) => {
    accepting.push(delivery);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return ['eml_1'];
  };
  const limits = { storageMs };
  const { port } = await startFixture({ budget, acceptance: { accept }, limits });
  const store = () => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const client = (address: string) => connect(port, address);
  return { budget, accepting, client, store } satisfies Stalled;
}

const mailOf = (bytes: number) => `${'x'.repeat(bytes - 2)}\r\n`;

/** The replies to MAIL, RCPT and DATA, up to the first that refuses. */
async function begin(client: RawClient, size: number | null, to = 'in'): Promise<string> {
  await client.command('RSET');
  let reply = '';
  const parameter = size === null ? '' : ` SIZE=${size}`;
  const lines = [`MAIL FROM:<a@b.test>${parameter}`, `RCPT TO:<${to}@restante.test>`, 'DATA'];
  for (const line of lines) {
    reply = await client.command(line);
    if (!/^[23]/.test(reply)) return reply;
  }
  return reply;
}

async function greeted({ client }: Stalled, address: string): Promise<RawClient> {
  const one = await client(address);
  await one.command('EHLO client.test');
  return one;
}

/** Sends a mail of `bytes` for which storage is asked, and does not wait for its answer. */
async function leave(server: Stalled, address: string, bytes: number, to = 'in') {
  const client = await greeted(server, address);
  expect(await begin(client, bytes, to)).toMatch(/^354 /);
  const asked = server.accepting.length;
  client.send(`${mailOf(bytes)}.\r\n`);
  await until(() => server.accepting.length > asked);
  return client;
}

describe('the share of a peer', () => {
  it('is used up by what it announced, and large mail is deferred before it is sent', async () => {
    const server = await startStalled();
    await leave(server, '127.0.0.1', MiB, 'in1');
    const second = await greeted(server, '127.0.0.1');
    expect(await begin(second, MiB + 1, 'in2')).toBe(PEER_BUSY);
    expect(await begin(second, MiB, 'in2')).toMatch(/^354 /);
    const third = await greeted(server, '127.0.0.1');
    expect(await third.command(`MAIL FROM:<a@b.test> SIZE=${300 * KiB}`)).toBe(PEER_BUSY);
    expect(await begin(third, 256 * KiB, 'in3')).toMatch(/^354 /);
    const other = await greeted(server, '127.0.0.2');
    expect(await begin(other, MiB, 'in3')).toMatch(/^354 /);
  });

  it('lets one at a time come, however small it is', async () => {
    const server = await startStalled({ sharePercent: 10 });
    const one = await leave(server, '127.0.0.1', MiB, 'in1');
    const next = await greeted(server, '127.0.0.1');
    expect(await begin(next, MiB, 'in2')).toBe(PEER_BUSY);
    server.store();
    expect(await one.reply()).toMatch(/^250 /);
    expect(await begin(next, MiB, 'in2')).toMatch(/^354 /);
  });

  it('defers at its end what was not announced', async () => {
    const server = await startStalled();
    await leave(server, '127.0.0.1', 2 * MiB, 'in1');
    const silent = await greeted(server, '127.0.0.1');
    expect(await begin(silent, null, 'in2')).toMatch(/^354 /);
    silent.send(`${mailOf(MiB)}.\r\n`);
    expect(await silent.reply()).toBe(PEER_BUSY);
    expect(server.budget.held).toBe(2 * MiB);
  });

  it('is held until storage is done, also when the client was answered or has left', async () => {
    const server = await startStalled({}, 50);
    const late = await leave(server, '127.0.0.1', MiB);
    expect(await late.reply()).toMatch(/^451 4\.3\.0 /);
    const gone = await leave(server, '127.0.0.1', MiB);
    gone.close();
    const next = await greeted(server, '127.0.0.1');
    expect(await begin(next, 300 * KiB)).toBe(PEER_BUSY);
    server.store();
    await until(() => server.budget.held === 0);
    expect(await begin(next, 300 * KiB)).toMatch(/^354 /);
  });
});

describe('the share of an inbox', () => {
  it('defers large mail of others for it, at RCPT', async () => {
    const server = await startStalled();
    await leave(server, '127.0.0.1', MiB);
    await leave(server, '127.0.0.2', MiB);
    const third = await greeted(server, '127.0.0.3');
    expect(await third.command(`MAIL FROM:<a@b.test> SIZE=${MiB}`)).toMatch(/^250 /);
    expect(await third.command('RCPT TO:<in@restante.test>')).toBe(INBOX_BUSY);
    expect(await third.command('RCPT TO:<in2@restante.test>')).toMatch(/^250 /);
    expect(await third.command('DATA')).toMatch(/^354 /);
    const small = await greeted(server, '127.0.0.3');
    expect(await begin(small, 100 * KiB)).toMatch(/^354 /);
  });
});

describe('the whole budget', () => {
  it('defers large mail of everybody at MAIL, and keeps room for small mail', async () => {
    const server = await startStalled();
    for (let peer = 1; peer <= 3; peer++) await leave(server, `127.0.0.${peer}`, MiB, `in${peer}`);
    const next = await greeted(server, '127.0.0.8');
    expect(await next.command(`MAIL FROM:<a@b.test> SIZE=${MiB}`)).toBe(BUSY);
    for (let mails = 0; mails < 20; mails++) {
      const small = await greeted(server, '127.0.0.8');
      expect(await begin(small, 256 * KiB, 'in8')).toMatch(/^354 /);
    }
    expect(await begin(next, 10, 'in8')).toBe(BUSY);
  });
});

describe('the time of parsing', () => {
  it('that a peer took defers its large mail until it has passed', async () => {
    let now = 0;
    const server = await startStalled({ now: () => now });
    const first = await leave(server, '127.0.0.1', MiB, 'in1');
    server.accepting[0]!.onParsed!(10_000);
    server.store();
    expect(await first.reply()).toMatch(/^250 /);
    expect(await begin(first, MiB, 'in2')).toBe(PEER_BUSY);
    expect(await begin(await greeted(server, '127.0.0.2'), MiB, 'in1')).toBe(INBOX_BUSY);
    expect(await begin(await greeted(server, '127.0.0.2'), MiB, 'in2')).toMatch(/^354 /);
    expect(await begin(first, 10_000, 'in2')).toMatch(/^354 /);
    first.send('.\r\n');
    server.store();
    now = 1_000;
    const later = await greeted(server, '127.0.0.1');
    expect(await begin(later, MiB, 'in3')).toMatch(/^354 /);
  });
});
