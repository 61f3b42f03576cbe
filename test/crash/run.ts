import { setTimeout as sleep } from 'node:timers/promises';
import { createRestClient } from '../e2e/rest-client.js';
import { audit, settle, type Findings } from './audit.js';
import { startFleet, TARGETS, type Fleet, type Target } from './fleet.js';
import { Ledger } from './ledger.js';
import { createMailMaker } from './mails.js';
import { createRandom, type Random } from './random.js';
import { createDelivery, sendByHttp, sendBySmtp, type SenderDeps } from './senders.js';
import { createStopwatch, type Stopwatch } from './stopwatch.js';
import { unless } from './unless.js';
import { keepWaiting, type Inbox } from './waiters.js';

/** What a run is asked for. */
export interface CrashOptions {
  /** Kills of roles; those of the whole service and of Postgres come on top. */
  readonly kills: number;
  readonly seed: number;
  /** Aborted: the run ends early, and everything it started with it. */
  readonly signal: AbortSignal;
}

/** What a run found. */
export interface CrashResult {
  readonly summary: string;
  readonly problems: readonly string[];
}

const SMTP_SENDERS = 3;
const INBOXES = 6;
const WAITERS = ['marks', 'since', 'marks'] as const;
const LONGEST_PAUSE = 700;
// A kill in so many meets a service that is still starting after the one before.
const HASTE = 0.2;
// One kill of the whole service and one of Postgres for that many of roles.
const ROUND = 9;
const WATCHDOG_PER_KILL = 15_000;
const WATCHDOG = 180_000;

/** Runs the whole of it. @throws Error when it was interrupted or did not come to an end. */
export async function runCrash(options: CrashOptions): Promise<CrashResult> {
  const ledger = new Ledger();
  const watchdog = AbortSignal.timeout(WATCHDOG + options.kills * WATCHDOG_PER_KILL);
  const signal = AbortSignal.any([options.signal, watchdog]);
  const random = createRandom(options.seed);
  const plan = killPlan(random, options.kills);
  const clock = createStopwatch();
  const fleet = await clock.time(
    'start',
    startFleet((text) => ledger.problem(text), signal),
  );
  try {
    const found = await unless(signal, attack({ fleet, ledger, clock }, { plan, random }));
    const summary = summarize(options.seed, plan, { ledger, found, clock });
    return { summary, problems: ledger.problems };
  } finally {
    await fleet.stop();
  }
}

/** Each role equally often, in random order within a round. */
function killPlan(random: Random, kills: number): Target[] {
  const roles: readonly Target[] = ['api', 'smtp', 'worker'];
  const plan: Target[] = [];
  for (let first = 0; first < kills; first += ROUND) {
    const count = Math.min(ROUND, kills - first);
    const round = Array.from({ length: count }, (_, index) => roles[index % roles.length]!);
    plan.push(...random.sample<Target>([...round, 'all', 'postgres'], count + 2));
  }
  return plan;
}

/** What is killed in which order, and what decides when. */
interface Kills {
  readonly plan: readonly Target[];
  readonly random: Random;
}

/** What is attacked and where it is written down. */
interface Scene {
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly clock: Stopwatch;
}

async function attack({ fleet, ledger, clock }: Scene, kills: Kills): Promise<Findings> {
  const inboxes = await createInboxes(fleet, INBOXES + WAITERS.length);
  const shared = inboxes.slice(0, INBOXES);
  const stopped = new AbortController();
  // Not the one of the kills: what is sent when is no part of what a seed repeats.
  const random = createRandom(SMTP_SENDERS);
  const sender: SenderDeps = {
    fleet,
    ledger,
    random,
    mails: createMailMaker(random, 'crash'),
    addresses: shared.map(({ address }) => address),
    stop: stopped.signal,
  };
  const traffic = Promise.all([
    ...Array.from({ length: SMTP_SENDERS }, () => sendBySmtp(sender)),
    sendByHttp(sender),
    ...WAITERS.map((from, index) =>
      keepWaiting({ ...sender, deliver: createDelivery(sender) }, inboxes[INBOXES + index]!, from),
    ),
  ]);
  await clock.time('kills', Promise.race([kill(fleet, kills), traffic]));
  stopped.abort();
  const stuck = await clock.time(
    'settling',
    traffic.then(() => settle(fleet)),
  );
  if (stuck > 0) ledger.problem(`${stuck} outbox rows or pending mails are stuck`);
  return { ...(await clock.time('reading', audit(fleet, ledger, inboxes))), stuck };
}

async function createInboxes(fleet: Fleet, count: number): Promise<Inbox[]> {
  const client = createRestClient(fleet.rest[0]!, fleet.apiKey);
  const inboxes: Inbox[] = [];
  for (let index = 0; index < count; index++)
    inboxes.push(await client.read<Inbox>('/v1/inboxes', {}));
  return inboxes;
}

async function kill(fleet: Fleet, { plan, random }: Kills): Promise<void> {
  for (const target of plan) {
    await sleep(random.below(LONGEST_PAUSE));
    // The process of all roles looks after Postgres: one of them is always there.
    const looksAfter = target === 'all' || target === 'postgres';
    if (looksAfter) await Promise.all([fleet.ready('all'), fleet.ready('postgres')]);
    await fleet.kill(target);
    if (looksAfter || !random.chance(HASTE)) await fleet.ready(target);
  }
  await Promise.all(plan.map((target) => fleet.ready(target)));
}

interface Figures {
  readonly ledger: Ledger;
  readonly found: Findings;
  readonly clock: Stopwatch;
}

function summarize(
  seed: number,
  plan: readonly Target[],
  { ledger, found, clock }: Figures,
): string {
  const times = (target: Target) => plan.filter((other) => other === target).length;
  const kills = TARGETS.map((target) => `${target} ${times(target)}`).join(', ');
  const { copies, lost, repeated, wrong, stuck } = found;
  return [
    `crash: seed ${seed}, ${plan.length} kills (${kills})`,
    `${ledger.accepted.length} mails (${copies} copies, ${ledger.sentAgain} attempts again)`,
    `${lost} lost, ${repeated} repeated, ${wrong} wrong, ${stuck} stuck`,
    `${ledger.waits} waits (${ledger.waitsRepeated} repeated, ${ledger.handedOutAgain} handed out again, slowest ${Math.round(ledger.slowestWait)} ms)`,
    `${ledger.problems.length} problems`,
    clock.summary(),
  ].join('; ');
}
