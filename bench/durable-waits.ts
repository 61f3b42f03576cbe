import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, createInboxes, scalar, withDatabase, type BenchInbox } from './client.js';
import { codeMail } from './code-mail.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { SmtpSession } from './generators/smtp-session.js';
import { withService, type BenchService } from './service.js';
import { spreadOf } from './statistics.js';

const WAITS = 2_000;
const INBOXES = 200;
const CREATING = 8;
const MAILS = 30;
const IDLE_SECONDS = 20;
const SETTLE = 5_000;
const LOOK_EVERY = 50;
// Of one core: a server that uses no more has nothing left to do.
const CALM = 0.05;
// Milliseconds until what is to happen counts as missing.
const STARTED_WITHIN = 180_000;
const ENDED_WITHIN = 30_000;
// Milliseconds for a request to be attached before its mail is sent.
const ATTACHED_WITHIN = 30;
// What a bare worker and server used (temporal.md, section 5).
const MOST_MEMORY = 282;
const MOST_CPU = 2.3;

interface Wait {
  readonly id: string;
  /** A part of the sender that no other wait is for. */
  readonly from: string;
  readonly inbox: BenchInbox;
}

/** Many durable waits open at once: what they cost, and how soon a mail ends one of them. */
export const durableWaits: Bench = ({ full, directory }) =>
  withService({ dataDir: join(directory, 'service') }, async (service) => {
    const inboxes = await createInboxes(service, INBOXES);
    await sleep(SETTLE);
    const before = await service.usage();
    const idle = await cpuPercent(service);
    const { waits, figures: opening } = await openAll(service, inboxes);
    // Runs that are started have yet to look for the first time.
    await untilCalm(service);
    const open = await service.usage();
    const busy = await cpuPercent(service);
    const mails = full ? MAILS * 3 : MAILS;
    const apart = waits.splice(0, mails);
    const attached = waits.splice(0, mails);
    return {
      figures: [
        ...opening,
        memory('temporal', before.temporal.pssMb, open.temporal.pssMb),
        memory('node', before.node.pssMb, open.node.pssMb),
        {
          what: `${WAITS} open waits: CPU of the Temporal server beyond that without waits`,
          value: busy - idle,
          unit: '%',
          goal: atMost(busy - idle, MOST_CPU),
        },
        await matchedByRuns(service, apart),
        await matchedAttached(service, attached),
      ],
    };
  });

const memory = (part: 'temporal' | 'node', before: number, after: number): Figure => ({
  what: `${WAITS} open waits: memory of ${part === 'node' ? 'the service' : 'the Temporal server'}`,
  value: after,
  unit: 'MB',
  memoryMb: after - before,
  ...(part === 'temporal' && { goal: atMost(after, MOST_MEMORY) }),
});

async function cpuPercent(service: BenchService): Promise<number> {
  const from = (await service.usage()).temporal.cpuMs;
  await sleep(IDLE_SECONDS * 1_000);
  return ((await service.usage()).temporal.cpuMs - from) / (IDLE_SECONDS * 10);
}

async function untilCalm(service: BenchService): Promise<void> {
  const end = performance.now() + STARTED_WITHIN;
  for (let used = Infinity; used > CALM * SETTLE && performance.now() < end;) {
    const from = (await service.usage()).temporal.cpuMs;
    await sleep(SETTLE);
    used = (await service.usage()).temporal.cpuMs - from;
  }
}

async function openAll(
  service: BenchService,
  inboxes: readonly BenchInbox[],
): Promise<{ waits: Wait[]; figures: Figure[] }> {
  const waits: Wait[] = [];
  const times: number[] = [];
  const begin = performance.now();
  let next = 0;
  const createSome = async () => {
    while (next < WAITS) {
      const number = next++;
      const inbox = inboxes[number % INBOXES]!;
      const began = performance.now();
      // Each has a sender of its own that it waits for: a mail to the inbox ends no other.
      const from = `wait-${number}@`;
      const body = { inbox_id: inbox.id, kind: 'otp', expires_in: 86_400, from };
      const { id } = await call<{ id: string }>(service, '/v1/waits', body);
      times.push(performance.now() - began);
      waits[number] = { id, from, inbox };
    }
  };
  await Promise.all(Array.from({ length: CREATING }, createSome));
  const created = performance.now() - begin;
  await untilCount(service, RUNS_TO_START, STARTED_WITHIN);
  const started = performance.now() - begin;
  const spread = spreadOf(times);
  const rate = { unit: 's', n: WAITS };
  return {
    waits,
    figures: [
      { what: `create a wait, ${CREATING} at once`, value: spread.p50, unit: 'ms', ...spread },
      { what: `${WAITS} waits created`, value: created / 1_000, ...rate },
      { what: '  and their runs started', value: started / 1_000, ...rate },
    ],
  };
}

/** From receipt to the end of the wait when nobody is attached, one after the other. @throws Error when one is missing. */
async function matchedByRuns(service: BenchService, waits: readonly Wait[]): Promise<Figure> {
  const session = await SmtpSession.open(service.smtp);
  for (const wait of waits) {
    await session.send(mailFor(wait));
    await untilCount(service, `${OPEN} AND id = '${wait.id}'`, ENDED_WITHIN);
  }
  session.close();
  const ids = waits.map(({ id }) => `'${id}'`).join(', ');
  const times = await withDatabase(service.databaseUrl, async (client) => {
    const { rows } = await client.query<{ ms: number }>(`${LATENCIES} WHERE w.id IN (${ids})`);
    return rows.map(({ ms }) => ms);
  });
  if (times.length !== waits.length) throw new Error(`${times.length} waits were matched`);
  const spread = spreadOf(times);
  return {
    what: 'receipt of a mail to the end of its wait, by its run',
    value: spread.p50,
    unit: 'ms',
    ...spread,
  };
}

/** From the end of DATA to the answer of a request that is attached. @throws Error on a wrong one. */
async function matchedAttached(service: BenchService, waits: readonly Wait[]): Promise<Figure> {
  const session = await SmtpSession.open(service.smtp);
  const times: number[] = [];
  for (const wait of waits) {
    const mail = mailFor(wait);
    const answer = call<{ matches: { code: string }[] }>(
      service,
      `/v1/waits/${wait.id}?timeout=30`,
    ).then((body) => ({ body, at: performance.now() }));
    await sleep(ATTACHED_WITHIN);
    await session.startData(mail.to);
    const from = performance.now();
    await session.finish(mail);
    const { body, at } = await answer;
    if (body.matches[0]?.code !== mail.code) throw new Error(`${mail.code} was not found`);
    times.push(at - from);
  }
  session.close();
  const spread = spreadOf(times);
  return {
    what: 'end of DATA to the answer of a request that is attached',
    value: spread.p50,
    unit: 'ms',
    ...spread,
  };
}

/** A mail that ends this wait alone. */
function mailFor({ from, inbox }: Wait) {
  const mail = codeMail(inbox.address);
  return { ...mail, raw: mail.raw.replace('no-reply@', from) };
}

async function untilCount(service: BenchService, rows: string, within: number): Promise<void> {
  const end = performance.now() + within;
  await withDatabase(service.databaseUrl, async (client) => {
    for (;;) {
      const count = await scalar(client, `SELECT count(*) ${rows}`);
      if (count === 0) return;
      if (performance.now() > end) throw new Error(`${count} are left: ${rows.slice(0, 200)}`);
      await sleep(LOOK_EVERY);
    }
  });
}

const RUNS_TO_START = `FROM outbox WHERE workflow = 'waitForEmail' AND done_at IS NULL`;
const OPEN = `FROM durable_waits WHERE status = 'waiting'`;
const LATENCIES = `
  SELECT extract(epoch FROM w.ended_at - m.received_at)::float8 * 1000 AS ms
  FROM durable_waits w JOIN durable_wait_matches m ON m.wait_id = w.id`;
