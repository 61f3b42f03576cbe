import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll } from '../../resources/domains/dns.js';
import { createRandom, type Random } from '../random.js';
import type { CrashResult } from '../run.js';
import { createStopwatch } from '../stopwatch.js';
import { unless } from '../unless.js';
import { MOMENTS, type Moment, type Step } from './gates.js';
import { openScene, type Scene } from './scene.js';
import { changingHands } from './changing-hands.js';
import { rotating } from './rotating.js';
import type { Attack, Problem, Story } from './story.js';
import { verifying } from './verifying.js';

/** What a run over domains is asked for. */
interface DomainCrashOptions {
  readonly seed: number;
  readonly signal: AbortSignal;
}

// Milliseconds: for all of it, for a step to be reached, and between that and the kill.
const WATCHDOG = 1_800_000;
const REACHED_WITHIN = 150_000;
const LONGEST_PAUSE = 50;
const VERIFIES = 20;
// Stories that are told side by side.
const AT_ONCE = 3;
// Until a look that nobody asked for: lost runs are looked for once in a minute.
const LOOKED_WITHIN = 150_000;

const STORIES: readonly Story[] = [verifying, changingHands, rotating];

interface Kill {
  readonly story: Story;
  readonly step: Step;
  readonly moment: Moment;
}

/** Kills the service at each step of the life of a domain. @throws where something never comes about */
export async function runDomains({ seed, signal }: DomainCrashOptions): Promise<CrashResult> {
  const problems: string[] = [];
  const problem = (text: string) => void problems.push(text);
  const until = AbortSignal.any([signal, AbortSignal.timeout(WATCHDOG)]);
  const clock = createStopwatch();
  const scene = await clock.time('start', openScene(problem));
  try {
    const random = createRandom(seed);
    const kills = planned(random);
    await unless(until, clock.time('kills', killAll(scene, kills, random, problem)));
    await scene.ready();
    await unless(until, clock.time('race', race(scene, problem)));
    await unless(until, clock.time('Temporal', loseTemporal(scene, problem)));
    const summary = `crash: domains, seed ${seed}, ${kills.length} kills; ${problems.length} problems; ${clock.summary()}`;
    return { summary, problems };
  } finally {
    await scene.close();
  }
}

/** Every step of every story, before it and at its commit, in an order of chance. */
function planned(random: Random): Kill[] {
  const all = STORIES.flatMap((story) =>
    story.steps.flatMap((step) => MOMENTS.map((moment) => ({ story, step, moment }))),
  );
  return random.sample(all, all.length);
}

async function killAll(
  scene: Scene,
  kills: readonly Kill[],
  random: Random,
  problem: Problem,
): Promise<void> {
  const left = [...kills];
  const lane = async () => {
    for (let kill; (kill = left.shift());) await killOnce(scene, kill, random, problem);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** One story, whose process is killed at the step; others that meet it there, or live in it, go on as well. */
async function killOnce(
  scene: Scene,
  { story, step, moment }: Kill,
  random: Random,
  problem: Problem,
): Promise<void> {
  const what = `${story.name}, killed ${moment} "${step}"`;
  const inStory: Problem = (text) => problem(`${what}: ${text}`);
  const pause = random.below(LONGEST_PAUSE);
  const attack: Attack = async () => {
    await scene.gates.close(step, moment);
    try {
      await scene.gates.reached(step, moment, AbortSignal.timeout(REACHED_WITHIN));
      await sleep(pause);
      await scene.kill();
    } catch {
      inStory('it never came to that');
    } finally {
      await scene.gates.release(step, moment);
    }
  };
  await story.tell(scene, attack, inStory).catch((error: unknown) => inStory(String(error)));
  await checkHolders(scene, inStory);
}

/** A name has one holder, and a domain one key that signs. */
async function checkHolders({ database }: Scene, problem: Problem): Promise<void> {
  const held = await database.query<{ domain: string }>(
    `SELECT domain FROM domains WHERE status IN ('ACTIVE', 'DEGRADED')
     GROUP BY domain HAVING count(*) > 1`,
  );
  for (const { domain } of held.rows) problem(`${domain} has more than one holder`);
  const keys = await database.query<{ id: string }>(
    `SELECT d.id FROM domains d LEFT JOIN dkim_keys k ON k.domain_id = d.id AND k.state = 'signing'
     GROUP BY d.id HAVING count(k.label) <> 1`,
  );
  for (const { id } of keys.rows) problem(`${id} has not one key that signs`);
}

/** Two organizations prove the same name, and twenty verifications meet. */
async function race(scene: Scene, problem: Problem): Promise<void> {
  const { clients, database, dns } = scene;
  const name = 'race.example';
  const [one, other] = await Promise.all(
    clients.map((client) => client.read<ShownDomain>('/v1/domains', { domain: name })),
  );
  publishAll(dns, one!.dns_records);
  const { verification, dkim } = other!.dns_records;
  publishAll(dns, { verification, dkim });
  const verifies = Array.from({ length: VERIFIES }, async (_, index) => {
    const { id } = index % 2 === 0 ? one! : other!;
    await database.query('UPDATE domains SET verify_asked_at = NULL WHERE id = $1', [id]);
    return clients[index % 2]!.call('POST', `/v1/domains/${id}/verify`);
  });
  const answers = await Promise.all(verifies);
  const wrong = answers.find(({ status }) => status !== 200 && status !== 429);
  if (wrong) problem(`a verification was answered ${wrong.status}`);
  const { rowCount } = await database.query(
    `SELECT FROM domains WHERE domain = $1 AND status = 'ACTIVE'`,
    [name],
  );
  if (rowCount !== 1) problem(`${rowCount} holders of ${name} after ${VERIFIES} verifications`);
  await checkHolders(scene, problem);
}

/** Runs that Temporal has forgotten begin anew, and look at what is overdue without being asked. */
async function loseTemporal(scene: Scene, problem: Problem): Promise<void> {
  const { database } = scene;
  await scene.forgetTemporal();
  const { rows } = await database.query<{ since: Date }>('SELECT now() AS since');
  await database.query(
    `UPDATE domains SET next_look_at = now() - interval '1 hour' WHERE next_look_at IS NOT NULL`,
  );
  // What Temporal was told of a moment ago is not taken for lost.
  await database.query(`UPDATE outbox SET done_at = done_at - interval '1 hour'`);
  const until = Date.now() + LOOKED_WITHIN;
  for (;;) {
    const left = await database.query(
      'SELECT id FROM domains WHERE next_look_at IS NOT NULL AND checked_at < $1',
      [rows[0]!.since],
    );
    if (left.rowCount === 0) return;
    if (Date.now() > until) return problem(`${left.rowCount} domains were never looked at again`);
    await sleep(1_000);
  }
}
