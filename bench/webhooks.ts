import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  call,
  createInboxes,
  pendingDeliveries,
  scalar,
  withDatabase,
  type BenchInbox,
} from './client.js';
import { codeMail } from './code-mail.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import { sharedClock, type Arrival, type ReceiverCommands } from './generators/receivers.js';
import { SmtpSession } from './generators/smtp-session.js';
import type { SmtpCommands } from './generators/smtp.js';
import type { WebhooksCalibratorCommands } from './calibrators/webhooks.js';
import { WARM_UP } from './mail-calibrator.js';
import { withService, type BenchService } from './service.js';
import { spreadOf, type Spread } from './statistics.js';
import { quiet, settingsFor, subscribe, unsubscribe } from './subscribers.js';

const RECEIVERS = 10;
// One in five, as the goal says.
const HANGING = [0, 5];
const HANG = 10_000;
// Mails with one receiver, and milliseconds between them: 1, 20 and 100 a second.
const PACES = [
  { mails: 20, between: 1_000 },
  { mails: 100, between: 50 },
  { mails: 500, between: 10 },
];
const SLOW_PACE = { mails: 10, between: 1_000 };
// Connections that mails come by in turn: one alone takes longer than ten milliseconds for each.
const SESSIONS = 5;
const BURST = { quick: 500, full: 3_000 };
const BURST_TO_ONE = 1_000;
// Mails of the measurement with hanging receivers, and milliseconds between them.
const STEADY = { mails: 60, between: 50 };
const SETTLED_WITHIN = 120_000;

/** From the commit of a mail to the requests that tell its subscribers. */
export const webhooks: Bench = ({ full, directory }) =>
  withProgram<ReceiverCommands, { figures: Figure[] }>(
    'generators/receivers',
    async (receivers) => {
      const started = await receivers.ask('start', RECEIVERS);
      const { ports, certificate } = started;
      const settings = await settingsFor(started, join(directory, 'receivers.pem'));
      const dataDir = join(directory, 'service');
      return withService({ dataDir, settings }, async (service) => {
        const [inbox] = await createInboxes(service, 1);
        await withProgram('generators/smtp', (smtp: Program<SmtpCommands>) =>
          smtp.ask('load', { smtp: service.smtp, recipients: [inbox!.address], ...WARM_UP }),
        );
        await quiet(service);
        const parts: Parts = { service, receivers, inbox: inbox!, ports };
        const only = await subscribe(service, ports.slice(0, 1));
        await paced(parts, 1, SLOW_PACE);
        const atPaces: Spread[] = [];
        for (const pace of PACES) atPaces.push(await paced(parts, 1, pace));
        await burst(parts, BURST.quick, 1);
        const single = await burst(parts, BURST_TO_ONE, 1);
        await unsubscribe(service, only);
        const ids = await subscribe(service, ports);
        const bare = await bareLoop(service, { ports, certificate });
        await receivers.ask('take');
        await burst(parts, BURST.quick, RECEIVERS);
        const from = new Date();
        const mails = full ? BURST.full : BURST.quick;
        const burstRate = await burst(parts, mails, RECEIVERS);
        const replayRate = await again(parts, { ids, from, mails });
        const steady = await paced(parts, RECEIVERS, STEADY);
        await receivers.ask('hang', { receivers: HANGING, milliseconds: HANG });
        const beside = await paced(parts, RECEIVERS - HANGING.length, STEADY);
        return {
          figures: figuresOf({ atPaces, single, bare, burstRate, replayRate, steady, beside }),
        };
      });
    },
  );

interface Parts {
  readonly service: BenchService;
  readonly receivers: Program<ReceiverCommands>;
  readonly inbox: BenchInbox;
  readonly ports: readonly number[];
}

interface Rate {
  readonly perSecond: number;
  /** A delivery. */
  readonly cpuMs: number;
  readonly n: number;
}

interface Measured {
  /** One for each of `PACES`. */
  readonly atPaces: readonly Spread[];
  readonly single: Rate;
  readonly bare: number;
  readonly burstRate: Rate;
  readonly replayRate: Rate;
  readonly steady: Spread;
  readonly beside: Spread;
}

function figuresOf(measured: Measured): Figure[] {
  const { atPaces, single, bare, burstRate, replayRate, steady, beside } = measured;
  const ratio = replayRate.perSecond / bare;
  return [
    ...PACES.map(({ between }, at): Figure => {
      const spread = atPaces[at]!;
      return {
        what: `from the final dot to the request, ${1_000 / between} mails a second`,
        value: spread.p50,
        unit: 'ms',
        ...spread,
        goal: atMost(spread.p50, 20),
      };
    }),
    {
      what: 'deliveries of a burst of mail to one receiver, accepting and processing it too',
      value: single.perSecond,
      unit: 'deliveries/s',
      n: single.n,
      cpuMs: single.cpuMs,
      goal: atLeast(single.perSecond, 600),
    },
    { what: 'bare loop with claim and update rows', value: bare, unit: 'deliveries/s' },
    {
      what: 'deliveries of a replay, an attempt row each',
      value: replayRate.perSecond,
      unit: 'deliveries/s',
      n: replayRate.n,
      cpuMs: replayRate.cpuMs,
      goal: atLeast(replayRate.perSecond, 1_000),
    },
    { what: '  of the bare loop', value: ratio, unit: 'times', ratio, goal: atLeast(ratio, 0.3) },
    {
      what: 'deliveries of a burst of mail, accepting and processing it too',
      value: burstRate.perSecond,
      unit: 'deliveries/s',
      n: burstRate.n,
      cpuMs: burstRate.cpuMs,
      goal: atLeast(burstRate.perSecond, 1_000),
    },
    {
      what: 'from the final dot to the request, ten receivers',
      value: steady.p50,
      unit: 'ms',
      ...steady,
    },
    {
      what: '  the eight healthy ones while two hang for 10 s',
      value: beside.p50,
      unit: 'ms',
      ...beside,
      goal: atMost(beside.p99, Math.round(1.5 * steady.p99), 'p99 '),
    },
  ];
}

const bareLoop = (
  { databaseUrl }: BenchService,
  where: { ports: readonly number[]; certificate: string },
): Promise<number> =>
  withProgram('calibrators/webhooks', async (loop: Program<WebhooksCalibratorCommands>) => {
    const body = JSON.stringify({ data: { otp_codes: ['0'] }, filler: 'x'.repeat(900) });
    const job = { databaseUrl, ...where, body };
    await loop.ask('rate', { ...job, events: 100 });
    return loop.ask('rate', { ...job, events: 500 });
  });

/** Mails at a pace; the time from each final dot to the requests at the receivers that answer. */
async function paced(
  { service, receivers, inbox }: Parts,
  answering: number,
  { mails, between }: { mails: number; between: number },
): Promise<Spread> {
  await receivers.ask('take');
  const sent = new Map<string, number>();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: SESSIONS }, async (_, first) => {
      const session = await SmtpSession.open(service.smtp);
      for (let i = first; i < mails; i += SESSIONS) {
        await sleep(Math.max(0, from + i * between - performance.now()));
        const mail = codeMail(inbox.address);
        const took = await session.send(mail);
        sent.set(mail.code, sharedClock() - took);
      }
      session.close();
    }),
  );
  const healthy = ({ receiver }: Arrival) =>
    answering >= RECEIVERS - HANGING.length && answering < RECEIVERS
      ? !HANGING.includes(receiver)
      : true;
  const arrivals = (await arrived(receivers, mails * answering, healthy)).filter(healthy);
  checkOnce(arrivals, mails * answering);
  return spreadOf(arrivals.map(({ code, at }) => at - sent.get(code)!));
}

/** As many mails as can be sent at once; deliveries a second until all have arrived. */
const burst = (parts: Parts, mails: number, receivers: number): Promise<Rate> =>
  withProgram('generators/smtp', async (generator: Program<SmtpCommands>) => {
    const { smtp } = parts.service;
    // The clock starts with the mail, not with the program that sends it.
    await generator.ask('send', { smtp, recipients: [] });
    return rateOf(parts, { mails, receivers }, () =>
      generator.ask('load', {
        smtp,
        recipients: [parts.inbox.address],
        sessions: 10,
        seconds: 60,
        mails,
      }),
    );
  });

/** What was delivered since `from` once more. */
const again = (
  parts: Parts,
  { ids, from, mails }: { ids: readonly string[]; from: Date; mails: number },
): Promise<Rate> =>
  rateOf(parts, { mails, receivers: RECEIVERS }, () =>
    Promise.all(ids.map((id) => call(parts.service, `/v1/webhooks/${id}/replay`, { from }))),
  );

async function rateOf(
  { service, receivers }: Parts,
  { mails, receivers: subscribed }: { readonly mails: number; readonly receivers: number },
  begin: () => Promise<unknown>,
): Promise<Rate> {
  await receivers.ask('take');
  const total = mails * subscribed;
  const cpuBefore = await service.cpuMs();
  const from = sharedClock();
  await begin();
  const arrivals = await arrived(receivers, total, () => true);
  checkOnce(arrivals, total);
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - from) / 1_000;
  const cpuMs = ((await service.cpuMs()) - cpuBefore) / total;
  await allWritten(service);
  return { perSecond: total / seconds, cpuMs, n: total };
}

async function arrived(
  receivers: Program<ReceiverCommands>,
  total: number,
  counts: (arrival: Arrival) => boolean,
): Promise<Arrival[]> {
  const until = Date.now() + SETTLED_WITHIN;
  const all: Arrival[] = [];
  for (let n = 0; n < total && Date.now() < until;) {
    const taken = await receivers.ask('take');
    all.push(...taken);
    n += taken.filter(counts).length;
    if (n < total) await sleep(50);
  }
  return all;
}

/** @throws Error unless every receiver got every event once. */
function checkOnce(arrivals: readonly Arrival[], total: number): void {
  const different = new Set(arrivals.map(({ receiver, code }) => `${receiver} ${code}`)).size;
  if (arrivals.length !== total || different !== total)
    throw new Error(
      `${total} deliveries were due, ${arrivals.length} came, ${different} different`,
    );
}

/** @throws Error unless each delivery has its attempt. */
async function allWritten({ databaseUrl }: BenchService): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    const until = Date.now() + SETTLED_WITHIN;
    while ((await pendingDeliveries(client)) > 0 && Date.now() < until) await sleep(50);
    const wrong = await scalar(
      client,
      `SELECT count(*) FROM webhook_deliveries d WHERE status <> 'SUCCEEDED' OR attempt_count <> 1
         OR NOT EXISTS (SELECT FROM webhook_attempts a
           WHERE a.delivery_id = d.id AND a.number = 1 AND a.response_status = 204)`,
    );
    if (wrong > 0) throw new Error(`${wrong} deliveries are not written down as they were made`);
  });
}
