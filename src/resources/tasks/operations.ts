import { Answer, operationWith, type OperationContext } from '../../operations/operation.js';
import { fromWire, toWire } from '../../operations/wire.js';
import { page } from '../../operations/shapes.js';
import {
  claimedTask,
  newTask,
  presentTask,
  task,
  taskClaim,
  taskCompletion,
  taskDecision,
  taskEvent,
  taskEventQuery,
  taskFailure,
  taskHeartbeat,
  taskListQuery,
  taskPage,
  taskPath,
  taskQuery,
} from './schema.js';
import type { TaskService } from './service.js';

interface Needed {
  readonly tasks: TaskService;
}

const operation = operationWith<Needed>();

const TASKS = '/v1/tasks';
const TASK = `${TASKS}/:id` as const;

/** Begins at once; what came of it is read by its id, or told by `task.completed` and `task.failed`. */
export const createTask = operation({
  name: 'createTask',
  summary:
    'Start a task: work that lasts seconds or weeks, of a kind the service knows or your own.',
  access: 'tasks:write',
  input: newTask,
  output: task,
  http: { method: 'POST', path: TASKS, status: 202 },
  creates: true,
  async run({ caller, services }, input) {
    return presentTask(await services.tasks.create(caller, fromWire(input)));
  },
});

/** Always 200: `status` says whether it has ended. */
export const getTask = operation({
  name: 'getTask',
  summary: 'Get a task; with a timeout, once it has ended or asks for a decision.',
  access: 'tasks:write',
  input: taskQuery,
  output: task,
  http: { method: 'GET', path: TASK },
  waits: ({ timeout }) => timeout > 0,
  async run({ caller, services, signal }, { id, timeout: timeoutSeconds }) {
    return presentTask(await services.tasks.get(caller, id, { timeoutSeconds, signal }));
  },
});

/** Those of inboxes the key may use. */
export const listTasks = operation({
  name: 'listTasks',
  summary: 'List tasks, newest first.',
  access: 'tasks:write',
  input: taskListQuery,
  output: taskPage,
  http: { method: 'GET', path: TASKS },
  async run({ caller, services }, input) {
    const found = await services.tasks.list(caller, fromWire(input));
    return { ...found, data: found.data.map(presentTask) };
  },
});

/** In the order it happened. */
export const listTaskEvents = operation({
  name: 'listTaskEvents',
  summary: 'List what happened to a task, in order.',
  access: 'tasks:write',
  input: taskEventQuery,
  output: page(taskEvent),
  http: { method: 'GET', path: `${TASK}/events` },
  async run({ caller, services }, { id, after, ...paging }) {
    const found = await services.tasks.events(caller, id, after, paging);
    return { ...found, data: found.data.map(toWire) };
  },
});

/** What its finished steps did is undone. */
export const cancelTask = operation({
  name: 'cancelTask',
  summary: 'Cancel a task that has not ended.',
  access: 'tasks:write',
  input: taskPath,
  output: task,
  http: { method: 'POST', path: `${TASK}/cancel` },
  tool: { destructive: true },
  async run({ caller, services }, { id }) {
    return presentTask(await services.tasks.cancel(caller, id));
  },
});

/** Steps that were finished are not done again. */
export const retryTask = operation({
  name: 'retryTask',
  summary: 'Try a task again that failed or expired, behind its last finished step.',
  access: 'tasks:write',
  input: taskPath,
  output: task,
  http: { method: 'POST', path: `${TASK}/retry` },
  async run({ caller, services }, { id }) {
    return presentTask(await services.tasks.retry(caller, id));
  },
});

const deciding = (approve: boolean) =>
  async function run(
    { caller, services }: OperationContext<Needed>,
    { id, comment = null }: { id: string; comment?: string | null | undefined },
  ) {
    return presentTask(await services.tasks.decide(caller, id, { approve, comment }));
  };

/** It begins. */
export const approveTask = operation({
  name: 'approveTask',
  summary: 'Approve a task that waits for approval.',
  access: 'approvals:decide',
  input: taskDecision,
  output: task,
  http: { method: 'POST', path: `${TASK}/approve` },
  run: deciding(true),
});

/** It ends as FAILED. */
export const rejectTask = operation({
  name: 'rejectTask',
  summary: 'Reject a task that waits for approval.',
  access: 'approvals:decide',
  input: taskDecision,
  output: task,
  http: { method: 'POST', path: `${TASK}/reject` },
  run: deciding(false),
});

/** Claimed by priority, then age. */
export const claimTask = operation({
  name: 'claimTask',
  summary: 'Claim the next custom task: it is yours until the lease runs out.',
  access: 'tasks:write',
  input: taskClaim,
  output: claimedTask,
  http: { method: 'POST', path: `${TASKS}/claim` },
  alsoAnswers: { 204: 'There is no task to claim.' },
  waits: ({ wait }) => wait > 0,
  async run({ caller, services, signal }, input) {
    const leased = await services.tasks.claim(caller, fromWire(input), signal);
    if (!leased) return new Answer(undefined, 204);
    return { ...presentTask(leased.task), lease_token: leased.token };
  },
});

/** The lease begins anew. */
export const heartbeatTask = operation({
  name: 'heartbeatTask',
  summary: 'Hold a claimed task longer, and tell how far it is.',
  access: 'tasks:write',
  input: taskHeartbeat,
  output: task,
  http: { method: 'POST', path: `${TASK}/heartbeat` },
  async run({ caller, services }, { id, lease_token: token, ...told }) {
    return presentTask(await services.tasks.heartbeat(caller, id, token, fromWire(told)));
  },
});

/** The same output again is answered as before. */
export const completeTask = operation({
  name: 'completeTask',
  summary: 'Complete a claimed task with its output.',
  access: 'tasks:write',
  input: taskCompletion,
  output: task,
  http: { method: 'POST', path: `${TASK}/complete` },
  async run({ caller, services }, { id, lease_token: token, output }) {
    return presentTask(await services.tasks.complete(caller, id, token, output));
  },
});

/** Claimable again after a while, until its attempts are used up. */
export const failTask = operation({
  name: 'failTask',
  summary: 'Give up an attempt at a claimed task.',
  access: 'tasks:write',
  input: taskFailure,
  output: task,
  http: { method: 'POST', path: `${TASK}/fail` },
  async run({ caller, services }, { id, lease_token: token, ...failure }) {
    return presentTask(await services.tasks.fail(caller, id, token, fromWire(failure)));
  },
});

/** Work that takes time. */
export const taskOperations = [
  createTask,
  claimTask,
  listTasks,
  getTask,
  listTaskEvents,
  cancelTask,
  retryTask,
  approveTask,
  rejectTask,
  heartbeatTask,
  completeTask,
  failTask,
];
