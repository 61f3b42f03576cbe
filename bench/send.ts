import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpCalibratorCommands } from './calibrators/smtp.js';
import { call, createInboxes, scalar, withDatabase, type BenchInbox } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { SinkCommands } from './generators/sink.js';
import { withService, type BenchService } from './service.js';
import { spreadOf, type Spread } from './statistics.js';
import { withBareRuns, type Load, type Runs } from './workflows.js';

const BULK = 100;
// Warmed up as the runs that do nothing are.
const WARM_UP = { runs: 100, inFlight: 8 };
// Single mails, and how many of them at once.
const SINGLES = [
  { what: 'one after the other', inFlight: 1, quick: 100, full: 400 },
  { what: 'eight at once', inFlight: 8, quick: 240, full: 800 },
  { what: 'fifty at once', inFlight: 50, quick: 400, full: 800 },
] as const;
const ACCEPTS = { quick: 12, full: 40 };
const BULKS = { quick: 24, full: 100 };
// Bulk sends whose requests are under way at once.
const BULKS_IN_FLIGHT = 3;
const SETTLED_WITHIN = 120_000;

/** From a request to a mail at the other server, one by one and in bulk; each mail there once. */
export const send: Bench = (options) =>
  withBareRuns(options, (bare) =>
    withProgram('generators/sink', async (sink: Program<SinkCommands>) => {
      const port = await sink.ask('start');
      const settings = { OUTBOUND_URL: `smtp://127.0.0.1:${port}?tls=never` };
      const dataDir = join(options.directory, 'service');
      return withService({ dataDir, settings }, async (service) => {
        const [inbox] = await createInboxes(service, 1);
        const parts: Parts = { service, sink, inbox: inbox!, bare };
        await bulks(parts, 3);
        await singles(parts, WARM_UP);
        const size = options.full ? 'full' : 'quick';
        const single: Figure[] = [];
        for (const { what, inFlight, [size]: runs } of SINGLES) {
          single.push(...(await singleFigures(parts, what, { inFlight, runs })));
        }
        const accepted = await accepting(parts, ACCEPTS[size]);
        const nodemailer = await bareMails(port);
        const rate = await bulks(parts, BULKS[size]);
        await checkOnce(parts);
        return { figures: [...single, ...bulkFigures({ accepted, nodemailer, rate })] };
      });
    }),
  );

/** What bulk sends need. */
interface BulkParts {
  readonly service: BenchService;
  readonly sink: Program<SinkCommands>;
  readonly inbox: BenchInbox;
}

interface Parts extends BulkParts {
  /** Runs that do nothing, to compare single mails with. */
  readonly bare: (load: Load) => Promise<Runs>;
}

interface Rate {
  readonly perSecond: number;
  /** A mail. */
  readonly cpuMs: number;
  readonly n: number;
}

interface Measured {
  readonly accepted: Spread;
  readonly nodemailer: number;
  readonly rate: Rate;
}

function bulkFigures({ accepted, nodemailer, rate }: Measured): Figure[] {
  const ratio = rate.perSecond / nodemailer;
  return [
    {
      what: 'bulk of 100 accepted',
      value: accepted.p50,
      unit: 'ms',
      ...accepted,
      goal: atMost(accepted.p50, 120),
    },
    { what: 'bare pooled nodemailer', value: nodemailer, unit: 'mails/s' },
    {
      what: 'through bulk, with ledger rows',
      value: rate.perSecond,
      unit: 'mails/s',
      n: rate.n,
      cpuMs: rate.cpuMs,
      goal: atLeast(rate.perSecond, 800),
    },
    { what: '  of bare nodemailer', value: ratio, unit: 'times', ratio },
  ];
}

/** Mails, with half of the runs that do nothing before them and half behind: the machine's speed changes. */
async function singleFigures(parts: Parts, what: string, load: Load): Promise<Figure[]> {
  const half = { ...load, runs: load.runs / 2 };
  const before = await parts.bare(half);
  const { perSecond, p50, p99, n, cpuMs } = await singles(parts, load);
  const after = await parts.bare(half);
  const bare = load.runs / (half.runs / before.perSecond + half.runs / after.perSecond);
  const ratio = perSecond / bare;
  return [
    { what: `sends, ${what}`, value: perSecond, unit: 'mails/s', p50, p99, n, cpuMs },
    {
      what: '  of runs that do nothing',
      value: bare,
      unit: 'runs/s',
      ratio,
      cpuMs: (before.cpuMs + after.cpuMs) / 2,
      goal: atLeast(ratio, 0.7),
    },
  ];
}

const bareMails = (port: number): Promise<number> =>
  withProgram('calibrators/smtp', async (bare: Program<SmtpCalibratorCommands>) => {
    await bare.ask('rate', { port, mails: 500 });
    return bare.ask('rate', { port, mails: 2_000 });
  });

/** Single mails, each until it is sent. */
async function singles(
  { service, inbox }: Parts,
  { runs: mails, inFlight }: Load,
): Promise<Rate & Spread> {
  const times: number[] = [];
  let next = 0;
  const cpuBefore = await service.cpuMs();
  const begin = performance.now();
  const lane = async () => {
    while (next < mails) {
      const to = `single-${next++}@example.com`;
      const from = performance.now();
      const body = { to, subject: 'Hello', text: 'This is what we have for you this month.' };
      const path = `/v1/inboxes/${inbox.id}/send`;
      const { status } = await call<{ status: string }>(service, path, body);
      if (status !== 'sent') throw new Error(`a mail is ${status}`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - begin) / 1_000;
  const cpuMs = ((await service.cpuMs()) - cpuBefore) / mails;
  return { ...spreadOf(times), perSecond: mails / seconds, cpuMs };
}

/** Requests of a hundred messages that do not wait, each when the one before has left. */
async function accepting(parts: Parts, count: number): Promise<Spread> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = await parts.sink.ask('count');
    const begin = performance.now();
    await sendBulk(parts);
    times.push(performance.now() - begin);
    await taken(parts, before + BULK);
    await sleep(100);
  }
  return spreadOf(times);
}

/** Mails a second from the first request to the last mail at the sink. */
export async function bulks(parts: BulkParts, count: number): Promise<Rate> {
  const before = await parts.sink.ask('count');
  const cpuBefore = await parts.service.cpuMs();
  const begin = performance.now();
  let left = count;
  const lane = async () => {
    while (left-- > 0) await sendBulk(parts);
  };
  await Promise.all(Array.from({ length: BULKS_IN_FLIGHT }, lane));
  const n = count * BULK;
  await taken(parts, before + n);
  const seconds = (performance.now() - begin) / 1_000;
  const cpuMs = ((await parts.service.cpuMs()) - cpuBefore) / n;
  return { perSecond: n / seconds, cpuMs, n };
}

async function sendBulk({ service, inbox }: BulkParts): Promise<void> {
  const { accepted } = await call<{ accepted: number }>(service, '/v1/send/bulk', {
    inbox_id: inbox.id,
    wait: 0,
    defaults: {
      subject: 'Hello {{name}}',
      text: 'Dear {{name}},\n\nthis is what we have for you this month.\n',
    },
    messages: Array.from({ length: BULK }, (_, i) => ({
      to: `person-${i}@example.com`,
      variables: { name: `Person ${i}` },
    })),
  });
  if (accepted !== BULK) throw new Error(`${accepted} of ${BULK} messages were accepted`);
}

async function taken({ sink }: BulkParts, count: number): Promise<void> {
  const end = performance.now() + SETTLED_WITHIN;
  while ((await sink.ask('count')) < count) {
    if (performance.now() > end) throw new Error('not all mails arrived');
    await sleep(5);
  }
}

/** No mail came twice, and the ledger says of each that it was sent. */
async function checkOnce({ service, sink }: Parts): Promise<void> {
  const repeated = await sink.ask('repeated');
  if (repeated > 0) throw new Error(`${repeated} mails came more than once`);
  await withDatabase(service.databaseUrl, async (client) => {
    const end = performance.now() + SETTLED_WITHIN;
    const open = () => scalar(client, `SELECT count(*) FROM sends WHERE status <> 'sent'`);
    while ((await open()) > 0) {
      if (performance.now() > end) throw new Error('not all mails are said to be sent');
      await sleep(50);
    }
  });
}
