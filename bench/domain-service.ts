import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type pg from 'pg';
import { addressOf, findTemporalOrphan } from '../src/embedded/temporal-process.js';
import { RECORD_KEYS } from '../src/resources/domains/records.js';
import {
  call,
  createInboxes,
  scalar,
  unsettled,
  withDatabase,
  within,
  type BenchInbox,
} from './client.js';
import { atLeast, atMost, type BenchOptions, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { ResolverCommands } from './generators/resolvers.js';
import type { SinkCommands } from './generators/sink.js';
import type { SmtpCommands } from './generators/smtp.js';
import { WARM_UP } from './mail-calibrator.js';
import { bulks } from './send.js';
import { withService, type BenchService } from './service.js';
import { mean, spreadOf } from './statistics.js';

const MAIL_DOMAIN = 'bench.test';
const RESOLVER_MS = 20;
const VERIFIES = { quick: 12, full: 300 };
const WITHOUT_TEMPORAL = { quick: 3, full: 20 };
const DOMAINS = { quick: 100, full: 10_000 };
// All of them are to be looked at in ten minutes.
const LOOKS_PER_SECOND = 17;
const INGEST = { sessions: 10, seconds: { quick: 3, full: 30 } };
// Of each kind of turn; what is told is the median.
const ROUNDS = { quick: 4, full: 3 };
// Milliseconds before each.
const PAUSE_MS = 3_000;
// Seconds in which all runs are told when they are due, before they are.
const TOLD_BEFORE = { quick: 3, full: 240 };
const TOLD_AT_ONCE = 20;
const BULKS = { quick: 2, full: 60 };
// Milliseconds for looks at all of them: on a busy machine they give way, and what was done by then counts.
const LOOKED_WITHIN = { quick: 10_000, full: 600_000 };
const SETTLED_WITHIN = 600_000;
// Milliseconds after which a process no longer signs with a key that is gone.
const KEY_KEPT = 6_000;

/** A service whose resolvers see every domain as it was told to be, and what is around it. */
export interface DomainParts {
  readonly service: BenchService;
  readonly dataDir: string;
  readonly database: pg.Client;
  readonly resolvers: Program<ResolverCommands>;
  readonly sink: Program<SinkCommands>;
  readonly generator: Program<SmtpCommands>;
  readonly inboxes: readonly BenchInbox[];
  readonly size: 'quick' | 'full';
}

/** What domains cost a service that runs: its own figures, and what mail feels of them. */
export const serviceFigures = (options: BenchOptions): Promise<Figure[]> =>
  withDomainService(options, measure);

/** Runs `work` with such a service. */
export const withDomainService = <T>(
  { directory, full }: BenchOptions,
  work: (parts: DomainParts) => Promise<T>,
): Promise<T> =>
  withProgram('generators/resolvers', (resolvers: Program<ResolverCommands>) =>
    withProgram('generators/sink', (sink: Program<SinkCommands>) =>
      withProgram('generators/smtp', async (generator: Program<SmtpCommands>) => {
        const dataDir = join(directory, 'service');
        const settings = {
          MAIL_DOMAIN,
          DOH_URL: await resolvers.ask('start', { mailDomain: MAIL_DOMAIN, delay: RESOLVER_MS }),
          OUTBOUND_URL: `smtp://127.0.0.1:${await sink.ask('start')}?tls=never`,
        };
        return withService({ dataDir, settings }, (service) =>
          withDatabase(service.databaseUrl, async (database) => {
            const inboxes = await createInboxes(service, 20);
            const size = full ? 'full' : 'quick';
            return work({
              ...{ service, dataDir, database, resolvers, sink, generator, inboxes, size },
            });
          }),
        );
      }),
    ),
  );

async function measure(parts: DomainParts): Promise<Figure[]> {
  return [
    await verifying(parts, VERIFIES[parts.size], 60),
    await withoutTemporal(parts),
    ...(await signedBulks(parts)),
    ...(await manyDomains(parts)),
  ];
}

interface Made {
  readonly id: string;
  readonly dns_records: { readonly verification: Told; readonly dkim: Told };
}

interface Told {
  readonly value: string;
}

let names = 0;

/** Verifications of domains that are right, one after the other. */
async function verifying(
  { service, resolvers }: DomainParts,
  count: number,
  goal: number,
): Promise<Figure> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const domain = `verified${++names}.example`;
    const made = await call<Made>(service, '/v1/domains', { domain });
    const { verification, dkim } = made.dns_records;
    await resolvers.ask('publish', [
      { domain, verification: verification.value, dkim: dkim.value },
    ]);
    const from = performance.now();
    const path = `/v1/domains/${made.id}/verify`;
    const { status } = await call<{ status: string }>(service, path, {});
    times.push(performance.now() - from);
    if (status !== 'ACTIVE') throw new Error(`a domain that is right is ${status}`);
  }
  const spread = spreadOf(times);
  const what = `verify, three resolvers of ${RESOLVER_MS} ms`;
  return { what, value: spread.p50, unit: 'ms', ...spread, goal: atMost(spread.p50, goal) };
}

/** The same while the server of Temporal hangs. */
async function withoutTemporal(parts: DomainParts): Promise<Figure> {
  const temporal = await findTemporalOrphan(parts.dataDir);
  const { pid } = temporal!.process;
  process.kill(pid, 'SIGSTOP');
  try {
    const figure = await verifying(parts, WITHOUT_TEMPORAL[parts.size], 1_300);
    return { ...figure, what: 'verify while Temporal hangs' };
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Mail through bulk with the key of MAIL_DOMAIN and without it, in turns: the machine's speed changes. */
async function signedBulks(parts: DomainParts): Promise<Figure[]> {
  const { service, sink, database } = parts;
  const [inbox] = parts.inboxes;
  const rate = async () =>
    (await bulks({ service, sink, inbox: inbox! }, BULKS[parts.size])).perSecond;
  const setSigning = async (isSigned: boolean) => {
    await database.query(
      `UPDATE dkim_keys SET state = $1 WHERE domain_id IS NULL AND state IN ('signing', 'bench')`,
      [isSigned ? 'signing' : 'bench'],
    );
    await sleep(KEY_KEPT);
  };
  await rate();
  const signed = [await rate()];
  await setSigning(false);
  const unsigned = [await rate(), await rate()];
  await setSigning(true);
  signed.push(await rate());
  const [with_, without] = [mean(signed), mean(unsigned)];
  const ratio = with_ / without;
  return [
    { what: 'through bulk, not signed', value: without, unit: 'mails/s' },
    {
      what: '  and signed',
      ...{ value: with_, unit: 'mails/s', ratio, goal: atLeast(ratio, 0.8, 'ratio ') },
    },
  ];
}

/** Thousands of domains: what each takes of Temporal, and what mail feels of them, and of looks at all of them. */
async function manyDomains(parts: DomainParts): Promise<Figure[]> {
  const { database, dataDir, size } = parts;
  const count = DOMAINS[size];
  const bytes = await temporalBytes(dataDir);
  await add(parts, count);
  await leftAfterLooks(parts);
  const begun = await scalar(database, BEGUN);
  const each = ((await temporalBytes(dataDir)) - bytes) / 1_000 / begun;
  const { without, beside, due, looksPerSecond } = await inTurns(parts);
  const looks = median(looksPerSecond);
  return [
    { what: 'Temporal a domain', value: each, unit: 'kB', n: begun, goal: atMost(each, 75) },
    rateFigure(`ingest beside ${count} domains`, beside, without, 0.97),
    rateFigure('  while all of them are due', due, beside, 0.95),
    {
      what: '  looks, once mail leaves room',
      ...{ value: looks, unit: '/s', n: count, goal: atLeast(looks, LOOKS_PER_SECOND) },
    },
  ];
}

type Turn = 'without' | 'beside' | 'due';

/** Rates of mail without the domains, beside them and while they are due, in turns: the machine's speed changes. */
async function inTurns(parts: DomainParts) {
  const { database, generator, size } = parts;
  const rates: Record<Turn, number[]> = { without: [], beside: [], due: [] };
  const looksPerSecond: number[] = [];
  await generator.ask('load', { ...mailLoad(parts), ...WARM_UP });
  for (const turn of turns(ROUNDS[size])) {
    await within(SETTLED_WITHIN, async () => (await unsettled(database)) === 0);
    if (turn === 'without') await database.query(HIDE);
    await (turn === 'due' ? becomeDue(parts) : sleep(PAUSE_MS));
    rates[turn].push(await ingest(parts));
    if (turn === 'without') await database.query(SHOW);
    if (turn === 'due') looksPerSecond.push(await looksFromNow(parts));
  }
  return { ...rates, looksPerSecond };
}

/** Each kind once a round, every other one backwards: what was before a turn counts for none. */
const turns = (rounds: number): Turn[] =>
  Array.from({ length: rounds }, (_, round): Turn[] =>
    round % 2 === 0 ? ['without', 'beside', 'due'] : ['due', 'beside', 'without'],
  ).flat();

const mailLoad = ({ service, inboxes }: DomainParts) => ({
  smtp: service.smtp,
  recipients: inboxes.map(({ address }) => address),
  sessions: INGEST.sessions,
});

async function ingest(parts: DomainParts): Promise<number> {
  const load = { ...mailLoad(parts), seconds: INGEST.seconds[parts.size] };
  const { sent, seconds } = await parts.generator.ask('load', load);
  return sent / seconds;
}

/** Looks a second at those that mail has left due. */
async function looksFromNow(parts: DomainParts): Promise<number> {
  const [begin, before] = [performance.now(), await unlooked(parts.database)];
  const looked = before - (await leftAfterLooks(parts));
  return looked / ((performance.now() - begin) / 1_000);
}

// Their runs sleep for half a day at least: none of them notices. Those that are still due stay.
const HIDE = `
CREATE TABLE hidden_domains AS
SELECT * FROM domains WHERE id LIKE 'dom_many%' AND next_look_at > now() + interval '1 hour';
DELETE FROM domains WHERE id IN (SELECT id FROM hidden_domains)`;
const SHOW = `
INSERT INTO domains SELECT * FROM hidden_domains;
DROP TABLE hidden_domains`;

function rateFigure(
  what: string,
  rates: readonly number[],
  than: readonly number[],
  limit: number,
): Figure {
  const [value, n] = [median(rates), rates.length];
  const ratio = value / median(than);
  return { what, value, unit: 'mails/s', n, ratio, goal: atLeast(ratio, limit, 'ratio ') };
}

const median = (values: readonly number[]): number => spreadOf(values).p50;

/** Domains that are right, with a run each that is to look at once. */
async function add(parts: DomainParts, count: number): Promise<void> {
  await insertDue(parts, count);
  await parts.database.query(
    `INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id)
     SELECT 'start', 'verifyDomain', 'verifyDomain:' || id, org_id, id FROM domains
     WHERE id LIKE 'dom_many%'`,
  );
  await parts.database.query('NOTIFY outbox_ready');
}

/** Domains that were right when they were last looked at, and are due, without runs; answers their ids. */
export async function insertDue(
  { database, resolvers }: DomainParts,
  count: number,
): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string; domain: string }>(
    `WITH numbers AS (SELECT n FROM generate_series(1, $1::int) AS n),
     org AS (SELECT id FROM orgs ORDER BY created_at LIMIT 1), added AS (
       INSERT INTO domains (id, org_id, domain, token, status, verified_at, next_look_at, results)
       SELECT 'dom_many' || n, org.id, 'many' || n || '.example', 't' || n, 'ACTIVE', now(), now(),
         (SELECT jsonb_object_agg(record, '{"status": "ok", "found": []}'::jsonb)
          FROM unnest($2::text[]) AS record)
       FROM numbers, org RETURNING id, domain), keys AS (
       INSERT INTO dkim_keys (label, org_id, domain_id, domain, selector, state, public_key,
         sealed_private_key, signs_since)
       SELECT 'many' || n, org.id, 'dom_many' || n, 'many' || n || '.example', 'rst1', 'signing',
         repeat('M', 392), '', now() FROM numbers, org)
     SELECT id, domain FROM added`,
    [count, RECORD_KEYS],
  );
  await resolvers.ask(
    'publish',
    rows.map(({ domain }) => {
      const number = /\d+/.exec(domain)![0];
      const verification = `restante-verification=t${number}`;
      return { domain, verification, dkim: `many${number}.dkim.${MAIL_DOMAIN}` };
    }),
  );
  return rows.map(({ id }) => id);
}

/** Resolves when all of them are due, at once and by their time: their runs were told of it before. */
async function becomeDue({ database, dataDir, size }: DomainParts): Promise<void> {
  const seconds = TOLD_BEFORE[size];
  const { rows } = await database.query<{ id: string }>(
    `UPDATE domains SET next_look_at = now() + make_interval(secs => $1)
     WHERE id LIKE 'dom_many%' RETURNING id`,
    [seconds],
  );
  const due = sleep(seconds * 1_000);
  await withTemporal(dataDir, ({ workflow }) =>
    each(
      rows.map(({ id }) => id),
      (id) => workflow.getHandle(`verifyDomain:${id}`).signal('domainChanged'),
    ),
  );
  await due;
}

/** Runs `work` with a client of the service's own Temporal. */
export async function withTemporal<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const temporal = await findTemporalOrphan(dataDir);
  const connection = await Connection.connect({ address: addressOf(temporal!.port) });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

/** Tells Temporal of each, some at once. */
export async function each(
  ids: readonly string[],
  tell: (id: string) => Promise<unknown>,
): Promise<void> {
  const left = [...ids];
  const lane = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await tell(id);
  };
  await Promise.all(Array.from({ length: TOLD_AT_ONCE }, lane));
}

/** Those that are still due, once all are looked at or the time for that is up. */
async function leftAfterLooks({ database, size }: DomainParts): Promise<number> {
  const allLooked = async () => (await unlooked(database)) === 0;
  await within(LOOKED_WITHIN[size], allLooked).catch(() => undefined);
  return unlooked(database);
}

const BEGUN = `SELECT count(*) FROM outbox WHERE resource_id LIKE 'dom_many%' AND done_at IS NOT NULL`;

/** How many of them are due. */
export const unlooked = (database: pg.Client) =>
  scalar(
    database,
    `SELECT count(*) FROM domains WHERE id LIKE 'dom_many%' AND next_look_at <= now()`,
  );

/** Bytes of the store of the embedded Temporal. */
export async function temporalBytes(dataDir: string): Promise<number> {
  const files = (await readdir(dataDir)).filter((name) => /^temporal-.*\.db/.test(name));
  const sizes = await Promise.all(files.map((name) => stat(join(dataDir, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
