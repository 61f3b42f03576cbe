import { newCode, type Inbox } from '../../e2e/mail.js';
import { drive, make, nothing } from '../gated/driving.js';
import { receive } from '../gated/receiving.js';
import type { Problem } from '../gated/story.js';
import type { Scene } from './scene.js';

/** A task, as far as stories look at it. */
export interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly approval_id: string | null;
  readonly lease_token: string;
}

// What clients and agents do with tasks, however often the service is killed.

/** A new inbox. */
export const makeInbox = ({ client }: Scene) => make<Inbox>(client, '/v1/inboxes', {});

/** A new task. */
export const begin = ({ client }: Scene, body: object) =>
  make<ShownTask>(client, '/v1/tasks', body);

/** The task once it has this status. @throws Error when it has ended otherwise */
export async function becomes(scene: Scene, id: string, status: string): Promise<ShownTask> {
  let task: ShownTask | undefined;
  const isThere = async () => {
    task = await scene.client.read<ShownTask>(`/v1/tasks/${id}`);
    return task.status === status || ENDS.has(task.status);
  };
  await drive(nothing, isThere, `${id} being ${status}`);
  if (task!.status !== status)
    throw new Error(`${id} is ${task!.status} in place of ${status}: ${task!.error}`);
  return task!;
}

const ENDS = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']);

/** Does something that changes a task until it is done; what was done by a process that died then is 409. */
export async function act({ client }: Scene, path: string, body: object = {}): Promise<void> {
  let status = 0;
  const push = async () => {
    ({ status } = await client.call('POST', path, { body }));
  };
  await drive(push, async () => status === 200 || status === 409, `POST ${path}`);
}

/** A mail with a code that comes into an inbox, and its id. */
export async function receiveCode(
  scene: Scene,
  { address: to }: Inbox,
): Promise<{ readonly id: string; readonly code: string }> {
  const code = newCode();
  const id = await receive(scene, {
    ...{ from: 'no-reply@northwind.example', to, subject: 'Confirm your e-mail address' },
    text: `Welcome to Northwind!\n\nYour verification code is ${code}\n`,
  });
  return { id, code };
}

/** What happened to a task must be just that, in this order: kinds of events, or names of steps that were completed. */
export async function checkHappened(
  { database }: Scene,
  id: string,
  expected: readonly string[],
  problem: Problem,
): Promise<void> {
  const { rows } = await database.query<{ kind: string; step: string | null }>(
    `SELECT kind, data->>'step' AS step FROM task_events WHERE task_id = $1 ORDER BY number`,
    [id],
  );
  const happened = rows.map(({ kind, step }) => (kind === 'step_completed' ? step! : kind));
  if (happened.join() !== expected.join())
    problem(`${id}: ${happened.join(', ')} happened in place of ${expected.join(', ')}`);
}

/** Subscribers must have been told of its end once. */
export async function checkTold(
  { database }: Scene,
  id: string,
  kind: 'completed' | 'failed',
  problem: Problem,
): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events
     WHERE resource_id = $1 AND kind IN ('task.completed', 'task.failed')`,
    [id],
  );
  if (rows[0]!.count !== 1) problem(`${id}: its end was told ${rows[0]!.count} times`);
  const { rowCount } = await database.query(
    'SELECT FROM events WHERE resource_id = $1 AND kind = $2',
    [id, `task.${kind}`],
  );
  if (rowCount !== 1) problem(`${id}: task.${kind} was not told`);
}

/** Rows that are counted. */
interface Counted {
  readonly what: string;
  readonly expected: number;
  readonly query: readonly [text: string, ...values: unknown[]];
}

/** There must be so many rows. */
export async function checkCount(
  { database }: Scene,
  { what, expected, query: [text, ...values] }: Counted,
  problem: Problem,
): Promise<void> {
  const { rowCount } = await database.query(text, values);
  if (rowCount !== expected) problem(`${rowCount} ${what} in place of ${expected}`);
}
