import { randomUUID } from 'node:crypto';
import { drive } from '../gated/driving.js';
import type { Problem, Story } from '../gated/story.js';
import { act, becomes, begin, checkCount, checkTold, type ShownTask } from './acts.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';

// Seconds. A claim whose answer was lost with its process holds the task as long.
const LEASE = 2;

/** A task for an agent that no other story has. */
async function beginFor(scene: Scene, type: string, more: object = {}) {
  const agent_id = randomUUID();
  const { id } = await begin(scene, { type, agent_id, max_attempts: 10, ...more });
  return { id, agent_id };
}

/** Claims until there is something. */
async function claim({ client }: Scene, agent_id: string): Promise<ShownTask> {
  let answer = { status: 0, body: null as unknown };
  const body = { agent_id, lease_seconds: LEASE };
  await drive(
    async () => {
      answer = await client.call('POST', '/v1/tasks/claim', { body });
    },
    async () => answer.status === 200,
    'a claim',
  );
  return answer.body as ShownTask;
}

/** Claims and completes until it is COMPLETED; the same again is answered alike. */
async function complete({ client }: Scene, id: string, agent_id: string): Promise<void> {
  const push = async () => {
    const claimed = await client.call('POST', '/v1/tasks/claim', {
      body: { agent_id, lease_seconds: LEASE },
    });
    // Where it was done by a process that died before it said so there is nothing left to claim.
    if (claimed.status !== 200) return;
    const { lease_token } = claimed.body as ShownTask;
    const body = { lease_token, output: { done: true } };
    const asked = () => client.call('POST', `/v1/tasks/${id}/complete`, { body });
    const { status } = await asked().catch(asked);
    if (status === 200) await asked();
  };
  const isDone = async () =>
    (await client.read<ShownTask>(`/v1/tasks/${id}`)).status === 'COMPLETED';
  await drive(push, isDone, `completing ${id}`);
}

/** What is counted of a task, whatever was claimed in vain. */
async function checkOnce(
  { database }: Scene,
  id: string,
  kinds: readonly string[],
  problem: Problem,
): Promise<void> {
  const { rows } = await database.query<{ kind: string; count: number }>(
    'SELECT kind, count(*)::int AS count FROM task_events WHERE task_id = $1 GROUP BY kind',
    [id],
  );
  for (const kind of kinds) {
    const count = rows.find((row) => row.kind === kind)?.count ?? 0;
    if (count !== 1) problem(`${id}: ${kind} happened ${count} times`);
  }
}

/** A task is claimed and completed. */
const plain: Story<Scene, Step> = {
  name: 'a custom task',
  steps: ['a custom task is made', 'it is claimed', 'it is completed'],
  async tell(scene, attack, problem) {
    const attacked = await attack();
    const { id, agent_id } = await beginFor(scene, 'custom:plain');
    await complete(scene, id, agent_id);
    await attacked();
    await checkOnce(scene, id, ['created', 'completed'], problem);
    await checkTold(scene, id, 'completed', problem);
  },
};

/** An agent gives up, the next one says nothing any more. */
const failing: Story<Scene, Step> = {
  name: 'a custom task that fails at first',
  steps: ['an attempt fails', 'a lease runs out'],
  async tell(scene, attack, problem) {
    const { id, agent_id } = await beginFor(scene, 'custom:failing');
    const attacked = await attack();
    const { lease_token } = await claim(scene, agent_id);
    const failure = { lease_token, error: 'no', retry_after_seconds: 0 };
    await act(scene, `/v1/tasks/${id}/fail`, failure);
    await claim(scene, agent_id);
    await becomes(scene, id, 'PENDING');
    await complete(scene, id, agent_id);
    await attacked();
    await checkOnce(scene, id, ['created', 'attempt_failed', 'completed'], problem);
    await checkTold(scene, id, 'completed', problem);
  },
};

const checkDecided = (scene: Scene, id: string, status: string, problem: Problem) =>
  checkCount(
    scene,
    {
      what: `decisions about ${id}`,
      expected: 1,
      query: [
        `SELECT FROM events e JOIN approvals a ON a.id = e.resource_id
       WHERE a.resource_id = $1 AND a.status = $2 AND e.kind = 'approval.decided'`,
        id,
        status,
      ],
    },
    problem,
  );

/** A task begins once it is approved. */
const approved: Story<Scene, Step> = {
  name: 'a custom task that needs approval',
  steps: ['somebody is asked', 'it is approved'],
  async tell(scene, attack, problem) {
    const attacked = await attack();
    const { id, agent_id } = await beginFor(scene, 'custom:asked', { requires_approval: true });
    await act(scene, `/v1/tasks/${id}/approve`);
    await complete(scene, id, agent_id);
    await attacked();
    await checkOnce(scene, id, ['created', 'approval_requested', 'approved', 'completed'], problem);
    await checkDecided(scene, id, 'APPROVED', problem);
  },
};

/** A task ends where it is rejected. */
const rejected: Story<Scene, Step> = {
  name: 'a custom task that is rejected',
  steps: ['it is rejected'],
  async tell(scene, attack, problem) {
    const { id, agent_id } = await beginFor(scene, 'custom:asked', { requires_approval: true });
    const attacked = await attack();
    await act(scene, `/v1/tasks/${id}/reject`);
    await attacked();
    await becomes(scene, id, 'FAILED');
    let status = 0;
    const ask = async () => {
      ({ status } = await scene.client.call('POST', '/v1/tasks/claim', { body: { agent_id } }));
    };
    await drive(ask, async () => status === 200 || status === 204, 'an answer to a claim');
    if (status !== 204) problem(`${id}: it was claimed after it was rejected`);
    await checkOnce(scene, id, ['created', 'approval_requested', 'rejected'], problem);
    await checkDecided(scene, id, 'REJECTED', problem);
    await checkTold(scene, id, 'failed', problem);
  },
};

/** Tasks that outside agents do. */
export const CUSTOM = [plain, failing, approved, rejected];
