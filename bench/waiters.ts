import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInboxes, createKeys, scalar, withDatabase } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { fillInboxes } from './fill.js';
import { withProgram } from './generator.js';
import type { WaitersJob } from './generators/waiters.js';
import { MEASURABLE, memoryOf } from './memory.js';
import { openWaits, untilOpen, WAITS_A_KEY, type WaitersProgram } from './open-waits.js';
import { withService, type BenchService } from './service.js';

const CROWD = 1_000;
const WARM_UP = 500;
// A backend that falls idle reports what it did up to ten seconds later.
const REPORTED_WITHIN = 11_000;
const STATEMENT_SECONDS = 10;

/** What many open waits cost, and how fast a crowd on one inbox is answered. */
export const waiters: Bench = ({ full, directory }) =>
  withProgram('generators/waiters', (program: WaitersProgram) =>
    withService(
      {
        dataDir: join(directory, 'service'),
        nodeArguments: MEASURABLE,
      },
      async (service) => {
        const counts = full ? [5_000, 15_000] : [5_000];
        const most = Math.max(...counts);
        const inboxes = await withDatabase(service.databaseUrl, (c) => fillInboxes(c, most));
        const keys = await createKeys(service, most / WAITS_A_KEY);
        const waitOn = (number: number) => ({
          path: `/v1/inboxes/${inboxes[number]!.id}/otp?timeout=120`,
          apiKey: keys[Math.floor(number / WAITS_A_KEY)]!,
        });
        const all = Array.from({ length: most }, (_, number) => waitOn(number));
        // Code that runs for the first time takes memory that belongs to no wait.
        await openWaits(service, program, all.slice(0, WARM_UP));
        await closeWaits(service, program);
        const idle = await statementsPerSecond(service);
        const figures: Figure[] = [];
        for (const count of counts)
          figures.push(...(await measure({ service, program, idle }, all.slice(0, count))));
        return { figures: [...figures, await answerCrowd(service, program, keys)] };
      },
    ),
  );

interface Parts {
  readonly service: BenchService;
  readonly program: WaitersProgram;
  /** Statements a second of a service without waits. */
  readonly idle: number;
}

async function measure(
  { service, program, idle }: Parts,
  waits: WaitersJob['waits'],
): Promise<Figure[]> {
  const before = await memoryOf(service);
  await openWaits(service, program, waits);
  const open = await memoryOf(service);
  const statements = (await statementsPerSecond(service)) - idle;
  await closeWaits(service, program);
  const each = ((open.settled - before.settled) * 1_024) / waits.length;
  const live = ((open.live - before.live) * 1_024) / waits.length;
  const what = `${waits.length} open waits`;
  return [
    {
      what: `${what}: memory of the service's process`,
      value: each,
      unit: 'kB each',
      memoryMb: open.settled,
      goal: atMost(each, 20),
    },
    {
      what: '  of it in use after a garbage collection',
      value: live,
      unit: 'kB each',
      memoryMb: open.live,
    },
    {
      what: `${what}: statements beyond those of an idle service`,
      value: statements,
      unit: '/s',
      goal: atMost(statements, 5),
    },
  ];
}

async function closeWaits(service: BenchService, program: WaitersProgram): Promise<void> {
  await program.ask('close');
  await untilOpen(service, 0);
}

export async function statementsPerSecond(service: BenchService): Promise<number> {
  await sleep(REPORTED_WITHIN);
  return withDatabase(service.databaseUrl, async (client) => {
    // Each backend reports its own at most once a second.
    const count = () => scalar(client, 'SELECT sum(xact_commit) FROM pg_stat_database');
    const before = await count();
    await sleep(STATEMENT_SECONDS * 1_000);
    return ((await count()) - before) / STATEMENT_SECONDS;
  });
}

/** One mail ends many waits on its inbox. */
async function answerCrowd(
  service: BenchService,
  program: WaitersProgram,
  keys: readonly string[],
): Promise<Figure> {
  const [inbox] = await createInboxes(service, 1);
  const since = new Date().toISOString();
  const path = `/v1/inboxes/${inbox!.id}/otp?timeout=120&since=${since}`;
  const waits = Array.from({ length: CROWD }, (_, number) => ({
    path,
    apiKey: keys[Math.floor(number / WAITS_A_KEY)]!,
  }));
  await openWaits(service, program, waits);
  const { milliseconds, answers } = await program.ask('crowd', {
    smtp: service.smtp,
    to: inbox!.address,
  });
  await closeWaits(service, program);
  return {
    what: `${CROWD} waits on one inbox: end of DATA to the last answer`,
    value: milliseconds,
    unit: 'ms',
    n: answers,
    goal: atMost(milliseconds, 250),
  };
}
