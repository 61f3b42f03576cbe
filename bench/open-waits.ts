import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './generator.js';
import type { WaitersCommands, WaitersJob } from './generators/waiters.js';
import type { BenchService } from './service.js';

/** A process that holds long polls. */
export type WaitersProgram = Program<WaitersCommands>;

/** Waits that one key may have open. */
export const WAITS_A_KEY = 100;

const LOOK_EVERY = 100;
const OPEN_WITHIN = 60_000;

/** Opens waits, until the service counts them all. */
export async function openWaits(
  service: BenchService,
  program: WaitersProgram,
  waits: WaitersJob['waits'],
): Promise<void> {
  const wanted = (await countOpen(service)) + waits.length;
  await program.ask('open', { rest: service.rest, waits });
  await untilOpen(service, wanted).catch(async (error: Error) => {
    const early = await program.ask('early');
    throw new Error(`${error.message}; ${early.length} were answered, such as ${early[0]}`);
  });
}

/** Waits until the service counts exactly `wanted` open waits. @throws Error when it never does. */
export async function untilOpen(service: BenchService, wanted: number): Promise<void> {
  const end = performance.now() + OPEN_WITHIN;
  for (let open = NaN; open !== wanted; await sleep(LOOK_EVERY)) {
    open = await countOpen(service);
    if (performance.now() > end) throw new Error(`${open} waits are open, ${wanted} were due`);
  }
}

async function countOpen({ metrics }: BenchService): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^restante_open_waits (\d+)/m.exec(text)?.[1]);
}
