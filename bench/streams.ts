import { join } from 'node:path';
import { createKeys, withDatabase } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { StreamsCommands, TellOutcome } from './generators/streams.js';
import { MEASURABLE, memoryOf } from './memory.js';
import { withService, type BenchService } from './service.js';

const STREAMS = 1_000;
// So many that the room a heap has anyway hides nothing.
const MANY = 5_000;
const STREAMS_A_KEY = 100;
const WARM_UP = 200;
const EVENTS = 100;
const PER_SECOND = 20;

type StreamsProgram = Program<StreamsCommands>;

/** What many open streams of events cost, and how soon they tell. */
export const streams: Bench = ({ full, directory }) =>
  withProgram('generators/streams', (program: StreamsProgram) =>
    withService(
      { dataDir: join(directory, 'service'), nodeArguments: MEASURABLE },
      async (service) => {
        const many = full ? MANY : STREAMS;
        const keys = await createKeys(service, many / STREAMS_A_KEY);
        const orgId = await firstOrg(service);
        const apiKeys = Array.from(
          { length: many },
          (_, n) => keys[Math.floor(n / STREAMS_A_KEY)]!,
        );
        const open = (count: number) =>
          program.ask('open', { rest: service.rest, apiKeys: apiKeys.slice(0, count) });
        const tell = () =>
          program.ask('tell', {
            databaseUrl: service.databaseUrl,
            orgId,
            events: full ? EVENTS * 5 : EVENTS,
            perSecond: PER_SECOND,
          });
        // Code that runs for the first time takes memory that belongs to no stream.
        await open(WARM_UP);
        await tell();
        await program.ask('close');

        await open(1);
        const alone = await tell();
        await program.ask('close');
        const before = await memoryOf(service);
        await open(many);
        const idle = await memoryOf(service);
        await program.ask('close');
        await open(STREAMS);
        const cpu = await service.cpuMs();
        const crowd = await tell();
        const cpuMs = ((await service.cpuMs()) - cpu) / crowd.last.n;
        const used = await memoryOf(service);
        await program.ask('close');
        return {
          figures: [
            ...memory(`${many} open streams`, many, [before, idle]),
            ...memory(`${STREAMS} open streams that were told`, STREAMS, [before, used]),
            ...latency(alone, crowd, cpuMs),
          ],
          notes: full ? [] : ['Room that the heap had already is not counted: --full opens more.'],
        };
      },
    ),
  );

type Memory = Awaited<ReturnType<typeof memoryOf>>;

function memory(
  what: string,
  count: number,
  [before, now]: readonly [before: Memory, now: Memory],
): Figure[] {
  const each = (part: keyof Memory) => ((now[part] - before[part]) * 1_024) / count;
  return [
    {
      what: `${what}: memory of the service's process`,
      value: each('settled'),
      unit: 'kB each',
      memoryMb: now.settled,
      goal: atMost(each('settled'), 30),
    },
    {
      what: '  of it in use after a garbage collection',
      value: each('live'),
      unit: 'kB each',
      memoryMb: now.live,
    },
  ];
}

function latency(alone: TellOutcome, crowd: TellOutcome, cpuMs: number): Figure[] {
  const figure = (what: string, spread: TellOutcome['told']) => ({
    what,
    value: spread.p50,
    unit: 'ms',
    ...spread,
  });
  return [
    figure('event recorded to a bare LISTEN', alone.heard),
    { ...figure('  to the one open stream', alone.told), ratio: alone.told.p50 / alone.heard.p50 },
    figure(`  to each of ${STREAMS} streams`, crowd.told),
    { ...figure(`  to the last of ${STREAMS} streams`, crowd.last), cpuMs },
  ];
}

const firstOrg = ({ databaseUrl }: BenchService) =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM orgs ORDER BY created_at LIMIT 1',
    );
    return rows[0]!.id;
  });
