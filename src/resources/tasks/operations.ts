import { Answer } from '../../operations/operation.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire, toWire } from '../../operations/wire.js';
import { LOST_SESSION, page } from '../../operations/shapes.js';
import {
  claimedTask,
  newTask,
  presentTask,
  task,
  taskClaim,
  taskCompletion,
  taskApproval,
  taskDecision,
  taskEvent,
  taskEventQuery,
  taskFailure,
  taskHeartbeat,
  taskListQuery,
  taskPath,
  taskQuery,
} from './schema.js';
import type { TaskService } from './service.js';
import { skillOperations } from './skill-operations.js';

const TASKS = '/v1/tasks';

const { operation, create, list, get, act } = operationsOn<{ readonly tasks: TaskService }>()({
  path: TASKS,
  access: 'tasks:write',
  item: task,
  present: presentTask,
});

/** Work that takes time. */
export const taskOperations = [
  /** Begins at once; what came of it is read by its id, or told by `task.completed` and `task.failed`. */
  create({
    name: 'createTask',
    summary:
      'Start a task: work that lasts seconds or weeks, of a kind the service knows or your own.',
    input: newTask,
    http: { method: 'POST', path: TASKS, status: 202 },
    alsoAnswers: LOST_SESSION,
    run: ({ caller, services }, input) => services.tasks.create(caller, fromWire(input)),
  }),

  /** Claimed by priority, then age. */
  operation({
    name: 'claimTask',
    summary: 'Claim the next custom task: it is yours until the lease runs out.',
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
  }),

  /** Those of inboxes the key may use. */
  list({
    name: 'listTasks',
    summary: 'List tasks, newest first.',
    input: taskListQuery,
    run: ({ caller, services }, input) => services.tasks.list(caller, fromWire(input)),
  }),

  /** Always 200: `status` says whether it has ended. */
  get({
    name: 'getTask',
    summary: 'Get a task; with a timeout, once it has ended or asks for a decision.',
    input: taskQuery,
    waits: ({ timeout }) => timeout > 0,
    run: ({ caller, services, signal }, { id, timeout: timeoutSeconds }) =>
      services.tasks.get(caller, id, { timeoutSeconds, signal }),
  }),

  /** In the order it happened. */
  operation({
    name: 'listTaskEvents',
    summary: 'List what happened to a task, in order.',
    input: taskEventQuery,
    output: page(taskEvent),
    http: { method: 'GET', path: `${TASKS}/:id/events` },
    async run({ caller, services }, { id, after, ...paging }) {
      const found = await services.tasks.events(caller, id, after, paging);
      return { ...found, data: found.data.map(toWire) };
    },
  }),

  /** What its finished steps did is undone. */
  act('cancel', {
    name: 'cancelTask',
    summary: 'Cancel a task that has not ended.',
    input: taskPath,
    tool: { destructive: true },
    run: ({ caller, services }, { id }) => services.tasks.cancel(caller, id),
  }),

  /** Steps that were finished are not done again. */
  act('retry', {
    name: 'retryTask',
    summary: 'Try a task again that failed or expired, behind its last finished step.',
    input: taskPath,
    run: ({ caller, services }, { id }) => services.tasks.retry(caller, id),
  }),

  /** It begins, or goes on with what it lacked. */
  act('approve', {
    name: 'approveTask',
    summary: 'Approve a task that waits for approval.',
    access: 'approvals:decide',
    input: taskApproval,
    run: ({ caller, services }, { id, comment = null, fields }) =>
      services.tasks.decide(caller, id, { approve: true, comment }, fields),
  }),

  /** It ends as FAILED. */
  act('reject', {
    name: 'rejectTask',
    summary: 'Reject a task that waits for approval.',
    access: 'approvals:decide',
    input: taskDecision,
    run: ({ caller, services }, { id, comment = null }) =>
      services.tasks.decide(caller, id, { approve: false, comment }),
  }),

  /** The lease begins anew. */
  act('heartbeat', {
    name: 'heartbeatTask',
    summary: 'Hold a claimed task longer, and tell how far it is.',
    input: taskHeartbeat,
    run: ({ caller, services }, { id, lease_token: token, ...progress }) =>
      services.tasks.heartbeat(caller, id, token, fromWire(progress)),
  }),

  /** The same output again is answered as before. */
  act('complete', {
    name: 'completeTask',
    summary: 'Complete a claimed task with its output.',
    input: taskCompletion,
    run: ({ caller, services }, { id, lease_token: token, output }) =>
      services.tasks.complete(caller, id, token, output),
  }),

  /** Claimable again after a while, until its attempts are used up. */
  act('fail', {
    name: 'failTask',
    summary: 'Give up an attempt at a claimed task.',
    input: taskFailure,
    run: ({ caller, services }, { id, lease_token: token, ...failure }) =>
      services.tasks.fail(caller, id, token, fromWire(failure)),
  }),

  ...skillOperations,
];
