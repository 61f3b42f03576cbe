import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import { drive, nothing } from '../gated/driving.js';
import type { Problem } from '../gated/story.js';
import { act, begin, makeInbox, receiveCode, type ShownTask } from './acts.js';
import type { Scene } from './scene.js';

const TASKS = 100;
const AT_ONCE = 10;
const AGENTS = 50;
// Agents of which nothing is heard again once they have claimed.
const DYING = 10;
const TYPE = 'custom:many';

/**
 * Two hundred open tasks, half of them waiting for mail, whose runs Temporal has forgotten; then fifty agents at two
 * processes. Each is completed once, and no step is done twice.
 */
export async function loseTemporal(scene: Scene, problem: Problem): Promise<void> {
  const inbox = await makeInbox(scene);
  const wait = { type: 'wait_for_email', inbox_id: inbox.id, input: { kind: 'otp' } };
  const waiting = await beginMany(scene, wait);
  const claimable = await beginMany(scene, { type: TYPE, max_attempts: 10 });
  const { id: cancelled } = await begin(scene, wait);
  await become(scene, [...waiting, cancelled], `status = 'WAITING_EMAIL'`);
  await act(scene, `/v1/tasks/${cancelled}/cancel`);
  await scene.forgetTemporal();
  await receiveCode(scene, inbox);
  const completed = await workAtTwoProcesses(scene);
  const all = [...waiting, ...claimable];
  await become(scene, all, `status = 'COMPLETED'`);
  await become(
    scene,
    [cancelled],
    `EXISTS (
    SELECT FROM task_steps s WHERE s.task_id = tasks.id AND s.status = 'UNDONE')`,
  );
  if (completed.sort().join() !== claimable.sort().join())
    problem(`${completed.length} of ${TASKS} tasks were completed, or some of them twice`);
  await checkSteps(scene, [...all, cancelled], problem);
}

async function beginMany(scene: Scene, body: object): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < TASKS) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(scene, body)));
    ids.push(...some.map(({ id }) => id));
  }
  return ids;
}

/** Resolves once all of them are so. */
const become = ({ database }: Scene, ids: readonly string[], condition: string) =>
  drive(
    nothing,
    async () => {
      const text = `SELECT FROM tasks WHERE id = ANY ($1) AND ${condition}`;
      return (await database.query(text, [ids])).rowCount === ids.length;
    },
    `${ids.length} tasks where ${condition}`,
  );

/** Has agents claim and complete until nothing is left; answers what they completed. */
async function workAtTwoProcesses(scene: Scene): Promise<string[]> {
  const beside = scene.startBeside({ ROLES: 'api' });
  try {
    const { rest } = await beside.ready;
    const clients = [scene.client, createRestClient(rest, scene.client.key)];
    const completed: string[] = [];
    const work = async (index: number) => {
      const at = clients[index % clients.length]!;
      if (index < DYING) await claim(at, index, 1);
      while (completed.length < TASKS) {
        const task = await claim(at, index, 600);
        if (task && (await isCompleted(at, task))) completed.push(task.id);
      }
    };
    await Promise.all(Array.from({ length: AGENTS }, (_, index) => work(index)));
    return completed;
  } finally {
    await beside.stop();
  }
}

async function claim(at: RestClient, index: number, lease_seconds: number) {
  const body = { agent_id: `agent-${index}`, types: [TYPE], lease_seconds, wait: 1 };
  const { status, body: task } = await at.call('POST', '/v1/tasks/claim', { body });
  return status === 200 ? (task as ShownTask) : null;
}

async function isCompleted(at: RestClient, { id, lease_token }: ShownTask): Promise<boolean> {
  const body = { lease_token, output: { id } };
  return (await at.call('POST', `/v1/tasks/${id}/complete`, { body })).status === 200;
}

/** What ends does so once, and what is done of it is done once. */
async function checkSteps(
  { database }: Scene,
  ids: readonly string[],
  problem: Problem,
): Promise<void> {
  const { rows } = await database.query<{ id: string; what: string }>(
    `SELECT task_id AS id, kind || coalesce(' ' || (data->>'step'), '') AS what FROM task_events
     WHERE task_id = ANY ($1) AND kind NOT IN ('claimed', 'lease_expired')
     GROUP BY task_id, kind, data->>'step' HAVING count(*) > 1`,
    [ids],
  );
  for (const { id, what } of rows) problem(`${id}: ${what} happened more than once`);
}
