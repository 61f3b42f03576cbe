import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll } from '../../resources/domains/dns.js';
import { runStories, type StoriesOptions } from '../gated/run.js';
import type { Problem, Story } from '../gated/story.js';
import type { Step } from './gates.js';
import { openScene, type Scene } from './scene.js';
import { changingHands } from './changing-hands.js';
import { rotating } from './rotating.js';
import { verifying } from './verifying.js';

const VERIFIES = 20;
// Until a look that nobody asked for: lost runs are looked for once in a minute.
const LOOKED_WITHIN = 150_000;

const STORIES: readonly Story<Scene, Step>[] = [verifying, changingHands, rotating];

/** Kills the service at each step of the life of a domain. @throws where something never comes about */
export const runDomains = (options: StoriesOptions) =>
  runStories(
    {
      ...{ name: 'domains', openScene, stories: STORIES, check: checkHolders },
      afterwards: { race, Temporal: loseTemporal },
    },
    options,
  );

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
