import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { inLanes, unsettled, within } from './client.js';
import { withDomainService, type DomainParts } from './domain-parts.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { idle } from './idle.js';
import { WARM_UP } from './mail-calibrator.js';
import { insertDue, TASK_QUEUE, temporalBytes, unlooked, withTemporal } from './many-domains.js';
import { mean } from './statistics.js';

const DOMAINS = { quick: 1_000, full: 10_000 };
// Mail that is sent as fast as it is taken, for some seconds of each minute: what mail feels, and looks of mail.
const MAIL = { sessions: 10, seconds: 10 };
const BETWEEN_MS = 20_000;
// Rates that are taken before, and once all are looked at.
const RATES = 3;
const FINISHED_WITHIN_MS = 600_000;
// Seconds in which all are to be looked at.
const LOOKED_WITHIN = 600;
// Milliseconds from one look at them, or one try, to the next.
const LOOK_EVERY_MS = 1_000;

/** Domains with their runs that are all due at once: when the last one is looked at, and what mail feels of it. */
export const dueDomains: Bench = (options) =>
  withDomainService(options, async (parts) => {
    const count = DOMAINS[parts.size];
    await mailRate(parts, WARM_UP.seconds);
    const kilobytes = await sleepingRuns(parts, count);
    const before = await mailRates(parts);
    const begin = performance.now();
    await parts.database.query(MAKE_DUE);
    const rates = await ratesUntilLooked(parts);
    const seconds = (performance.now() - begin) / 1_000;
    const after = await mailRates(parts);
    return { figures: figuresOf({ count, seconds, before, rates, after, kilobytes }) };
  });

const MAKE_DUE = `UPDATE domains SET next_look_at = now() WHERE id LIKE 'dom_many%'`;
const MAKE_WELL = `UPDATE domains SET next_look_at = now() + interval '1 day' WHERE id LIKE 'dom_many%'`;

/** Domains that are well, with a run each that sleeps; answers the kilobytes of Temporal that one takes. */
async function sleepingRuns(parts: DomainParts, count: number): Promise<number> {
  const ids = await insertDue(parts, count);
  await parts.database.query(MAKE_WELL);
  const bytes = await temporalBytes(parts.dataDir);
  await beginRuns(parts, ids);
  await idle(parts.service);
  return ((await temporalBytes(parts.dataDir)) - bytes) / 1_000 / count;
}

interface Measured {
  readonly count: number;
  readonly seconds: number;
  /** Mails a second, each time. */
  readonly before: readonly number[];
  readonly rates: readonly number[];
  /** Once all are looked at. */
  readonly after: readonly number[];
  /** Of the store of Temporal, a domain. */
  readonly kilobytes: number;
}

function figuresOf({ count, seconds, before, rates, after, kilobytes }: Measured): Figure[] {
  // The machine's speed changes in ten minutes.
  const ratio = mean(rates) / mean([...before, ...after]);
  return [
    {
      what: `${count} domains due at once, all looked at after`,
      ...{ value: seconds, unit: 's', n: count, goal: atMost(seconds, LOOKED_WITHIN) },
    },
    { what: 'ingest before', value: mean(before), unit: 'mails/s', n: before.length },
    {
      what: '  while they are looked at',
      ...{ value: mean(rates), unit: 'mails/s', n: rates.length, ratio },
      goal: atLeast(ratio, 0.95, 'ratio '),
    },
    { what: '  once they are', value: mean(after), unit: 'mails/s', n: after.length },
    {
      what: 'Temporal a domain',
      ...{ value: kilobytes, unit: 'kB', n: count, goal: atMost(kilobytes, 75) },
    },
  ];
}

/** Some rates, each once what came before is finished. */
async function mailRates(parts: DomainParts): Promise<number[]> {
  const rates: number[] = [];
  while (rates.length < RATES) {
    await within(FINISHED_WITHIN_MS, async () => (await unsettled(parts.database)) === 0);
    rates.push(await mailRate(parts));
  }
  return rates;
}

async function mailRate(parts: DomainParts, duration = MAIL.seconds): Promise<number> {
  const { generator, service, inboxes } = parts;
  const { sent, seconds } = await generator.ask('load', {
    smtp: service.smtp,
    recipients: inboxes.map(({ address }) => address),
    sessions: MAIL.sessions,
    seconds: duration,
  });
  return sent / seconds;
}

/** Starts a run for each, past the outbox, which lets such runs begin a few at a time. */
const beginRuns = ({ dataDir }: DomainParts, ids: readonly string[]): Promise<void> =>
  withTemporal(dataDir, (client) => inLanes(ids, (id) => begun(client, id)));

/** A server that has too much to do refuses now and then. */
async function begun(client: Client, id: string): Promise<void> {
  const start = () =>
    client.workflow.start('verifyDomain', {
      taskQueue: TASK_QUEUE,
      workflowId: `verifyDomain:${id}`,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [{ domainId: id }],
    });
  while (
    !(await start().then(
      () => true,
      () => false,
    ))
  )
    await sleep(LOOK_EVERY_MS);
}

/** Rates of mail, taken again and again until none is due any more. */
async function ratesUntilLooked(parts: DomainParts): Promise<number[]> {
  const rates: number[] = [];
  do {
    rates.push(await mailRate(parts));
    await settledOr(BETWEEN_MS, parts);
  } while ((await unlooked(parts.database)) > 0);
  return rates;
}

/** Resolves once none is due, or the time is up. */
async function settledOr(milliseconds: number, { database }: DomainParts): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end && (await unlooked(database)) > 0) await sleep(LOOK_EVERY_MS);
}
