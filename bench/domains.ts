import { createSocket } from 'node:dgram';
import { createPrivateKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from 'dns-packet';
import * as entities from '../src/composition/entities.js';
import { domainLooking } from '../src/composition/services.js';
import { Database } from '../src/db/database.js';
import { negativeAnswer } from '../src/dns/answer.js';
import { startEmbeddedPostgres } from '../src/embedded/postgres.js';
import { createLog } from '../src/log.js';
import { startNameserver } from '../src/nameserver/server.js';
import { newKeyPair } from '../src/dkim/keys.js';
import { createKeyFinder } from '../src/dkim/published.js';
import { dkimSignature } from '../src/dkim/signature.js';
import { keyText } from '../src/resources/domains/records.js';
import { createRecipientFinder } from '../src/store/mail/recipients.js';
import { serviceFigures } from './domain-service.js';
import { atLeast, type Bench, type Figure } from './figures.js';
import { spreadOf } from './statistics.js';

const log = createLog('warn');
const zone = {
  mailDomain: 'bench.test',
  mxHosts: ['mx1.bench.test', 'mx2.bench.test'],
  dkimZone: 'dkim.bench.test',
  nameserver: 'ns1.bench.test',
};
// As many looks as activities run at once.
const IN_FLIGHT = 16;
const RESOLVER_MS = 20;

/** What looking after domains, their keys and their mail costs. */
export const domains: Bench = async ({ directory, full }) => {
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
  const database = await Database.open({
    url: postgres.url,
    poolSize: IN_FLIGHT,
    queryTimeout: 10_000,
    entities: Object.values(entities),
  });
  try {
    await database.migrate();
    const lookUps = full ? 20_000 : 5_000;
    const before = await finding(database, lookUps);
    await fill(database, 10_000);
    const figures = [
      await looks(database, full ? 10_000 : 300),
      recipients(await finding(database, lookUps), before),
      await answers(database, full ? 50_000 : 10_000),
      await signing(full ? 10_000 : 2_000),
    ];
    return { figures: [...figures, ...(await serviceFigures({ directory, full }))] };
  } finally {
    await database.close();
    await postgres.stop();
  }
};

const fill = (database: Database, count: number) =>
  database.query(
    `WITH numbers AS (SELECT n FROM generate_series(1, $1::int) AS n), rows AS (
       INSERT INTO domains (id, org_id, domain, token, status, verified_at)
       SELECT 'dom_' || n, 'org_1', n || '.example', 't' || n, 'ACTIVE', now() FROM numbers)
     INSERT INTO dkim_keys (label, org_id, domain_id, domain, selector, state, public_key,
       sealed_private_key, signs_since)
     SELECT 'l' || n, 'org_1', 'dom_' || n, n || '.example', 'rst1', 'signing', repeat('M', 392),
       '', now() FROM numbers`,
    [count],
  );

/** Runs `work` so many times, so many at once; answers what each took. */
async function times(count: number, inFlight: number, work: (index: number) => Promise<unknown>) {
  const taken: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = ++next;
      const from = performance.now();
      await work(index);
      taken.push(performance.now() - from);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return { perSecond: count / ((performance.now() - begin) / 1_000), ...spreadOf(taken) };
}

/** Ten thousand that are due at once are to be looked at in ten minutes. */
async function looks(database: Database, count: number): Promise<Figure> {
  const resolvers = ['one', 'two', 'three'].map((name) => ({
    name,
    async ask() {
      await sleep(RESOLVER_MS);
      return negativeAnswer('no_name', 60);
    },
  }));
  const looking = domainLooking({ database, resolvers, zone });
  const { perSecond, p50, p99, n } = await times(count, IN_FLIGHT, async (index) => {
    const report = await looking.look(`dom_${index}`);
    if (report?.status !== 'ACTIVE') throw new Error('a look did not end as it should');
  });
  const what = `looks, three resolvers of ${RESOLVER_MS} ms`;
  return { what, value: perSecond, unit: '/s', p50, p99, n, goal: atLeast(perSecond, 17) };
}

/** Look-ups of recipients at MAIL_DOMAIN, as each mail asks for one. */
async function finding(database: Database, count: number) {
  const find = createRecipientFinder(database);
  await times(count, IN_FLIGHT, (index) => find(`a${index}@bench.test`));
  return times(count, IN_FLIGHT, (index) => find(`a${index}@bench.test`));
}

type Times = Awaited<ReturnType<typeof times>>;

function recipients({ perSecond, p50, p99, n }: Times, without: Times): Figure {
  const ratio = perSecond / without.perSecond;
  const what = 'recipients found with 10,000 domains';
  return { what, value: perSecond, unit: '/s', p50, p99, n, ratio };
}

async function answers(database: Database, count: number): Promise<Figure> {
  const text = createKeyFinder(database, keyText);
  const served = { name: zone.dkimZone, server: zone.nameserver, mailbox: 'h.bench.test', text };
  const server = await startNameserver({ host: '127.0.0.1', port: 0, log, zone: served });
  const socket = createSocket('udp4');
  const waiting = new Map<number, () => void>();
  socket.on('message', (message) => waiting.get(message.readUInt16BE(0))?.());
  const ask = (index: number) => {
    const id = index % 65_536;
    const name = `l${(index % 1_000) + 1}.${zone.dkimZone}`;
    const questions = [{ name, type: 'TXT' as const }];
    socket.send(encode({ type: 'query', id, questions }), server.port, '127.0.0.1');
    return new Promise<void>((resolve) => waiting.set(id, resolve));
  };
  const before = process.cpuUsage();
  const { perSecond, p50, p99, n } = await times(count, 100, ask);
  const cpuMs = cpuMsSince(before) / n;
  socket.close();
  await server.close();
  const what = 'answers of the role dns, client in the same process';
  const goal = atLeast(perSecond, 5_000);
  return { what, value: perSecond, unit: '/s', p50, p99, n, cpuMs, goal };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function signing(count: number): Promise<Figure> {
  const key = createPrivateKey((await newKeyPair()).privateKey);
  const head =
    'From: a@b.example\r\nTo: c@d.example\r\nSubject: Hello\r\nMessage-ID: <1@b.example>';
  const raw = Buffer.from(`${head}\r\n\r\n${'A line of text\r\n'.repeat(200)}`);
  const before = process.cpuUsage();
  await times(count, IN_FLIGHT, () =>
    dkimSignature(raw, { domain: 'b.example', selector: 'rst1', key }),
  );
  const perSecond = count / (cpuMsSince(before) / 1_000);
  const goal = atLeast(perSecond, 2_500);
  return { what: 'signatures, mails of 3 kB', value: perSecond, unit: '/s a core', n: count, goal };
}
