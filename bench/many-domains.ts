import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type pg from 'pg';
import { addressOf, findTemporalOrphan } from '../src/embedded/temporal-process.js';
import { RECORD_KEYS } from '../src/resources/domains/records.js';
import { inLanes, scalar, unsettled, within } from './client.js';
import { MAIL_DOMAIN, type DomainParts } from './domain-parts.js';
import { atLeast, atMost, type Figure } from './figures.js';
import { WARM_UP } from './mail-calibrator.js';
import { spreadOf } from './statistics.js';

const DOMAINS = { quick: 100, full: 10_000 };
// All of them are to be looked at in ten minutes.
const LOOKS_PER_SECOND = 17;
const INGEST = { sessions: 10, seconds: { quick: 3, full: 30 } };
// Of each kind of turn; what is told is the median.
const ROUNDS = 3;
// Milliseconds before each.
const PAUSE_MS = 2_000;
// Seconds in which all runs are told when they are due, before they are.
const TOLD_BEFORE = { quick: 2, full: 240 };
export const TASK_QUEUE = 'mail';
// Milliseconds for looks at all of them: on a busy machine they give way, and what was done by then counts.
const LOOKED_WITHIN = { quick: 10_000, full: 600_000 };
const SETTLED_WITHIN = 600_000;

/** Thousands of domains: what each takes of Temporal, and what mail feels of them, and of looks at all of them. */
export async function manyDomains(parts: DomainParts): Promise<Figure[]> {
  const { database, dataDir, size } = parts;
  const count = DOMAINS[size];
  const bytes = await temporalBytes(dataDir);
  await add(parts, count);
  await leftAfterLooks(parts);
  const begun = await scalar(database, BEGUN);
  const each = ((await temporalBytes(dataDir)) - bytes) / 1_000 / begun;
  const { without, beside, due, looks } = await inTurns(parts);
  const perSecond = median(looks.map((one) => one.perSecond));
  const cpuMs = median(looks.map((one) => one.cpuMs));
  return [
    { what: 'Temporal a domain', value: each, unit: 'kB', n: begun, goal: atMost(each, 75) },
    rateFigure(`ingest beside ${count} domains`, beside, without, 0.97),
    rateFigure('  while all of them are due', due, beside, 0.95),
    {
      what: '  looks, once mail leaves room',
      ...{ value: perSecond, unit: '/s', n: count, cpuMs },
      goal: atLeast(perSecond, LOOKS_PER_SECOND),
    },
  ];
}

const KINDS = ['without', 'beside', 'due'] as const;
type Turn = (typeof KINDS)[number];

/** Rates of mail without the domains, beside them and while they are due, in turns: the machine's speed changes. */
async function inTurns(parts: DomainParts) {
  const { database, generator } = parts;
  const rates: Record<Turn, number[]> = { without: [], beside: [], due: [] };
  const looks: Looks[] = [];
  await generator.ask('load', { ...mailLoad(parts), ...WARM_UP });
  for (const turn of turns(ROUNDS)) {
    await within(SETTLED_WITHIN, async () => (await unsettled(database)) === 0);
    if (turn === 'without') await database.query(HIDE);
    await (turn === 'due' ? becomeDue(parts) : sleep(PAUSE_MS));
    rates[turn].push(await ingest(parts));
    if (turn === 'without') await database.query(SHOW);
    if (turn === 'due') looks.push(await looksFromNow(parts));
  }
  return { ...rates, looks };
}

/** Each kind once a round, each round beginning with the next one: none follows the same one always. */
const turns = (rounds: number): Turn[] =>
  Array.from({ length: rounds }, (_, round) =>
    KINDS.map((_kind, index) => KINDS[(round + index) % KINDS.length]!),
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

interface Looks {
  readonly perSecond: number;
  /** CPU milliseconds of a look, over all processes of the service. */
  readonly cpuMs: number;
}

/** Looks at those that mail has left due. */
async function looksFromNow(parts: DomainParts): Promise<Looks> {
  await within(SETTLED_WITHIN, async () => (await unsettled(parts.database)) === 0);
  const [begin, cpuMs] = [performance.now(), await parts.service.cpuMs()];
  const before = await unlooked(parts.database);
  const looked = before - (await leftAfterLooks(parts));
  return {
    perSecond: looked / ((performance.now() - begin) / 1_000),
    cpuMs: ((await parts.service.cpuMs()) - cpuMs) / looked,
  };
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
    inLanes(
      rows.map(({ id }) => id),
      // A run that read while its domain was hidden has ended.
      (id) =>
        workflow.signalWithStart('verifyDomain', {
          taskQueue: TASK_QUEUE,
          workflowId: `verifyDomain:${id}`,
          args: [{ domainId: id }],
          signal: 'domainChanged',
        }),
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
