import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../support/mail-api.js';
import { startEverything } from './conformance/fixture.js';
import type { ToolApi } from './fixture.js';
import { ask, first, type Answer, type Params } from './task-program.js';

let one: ToolApi;
let other: ToolApi;
let key: string;

beforeAll(async () => {
  one = await startEverything();
  other = await startEverything({ beside: one });
  ({ key } = await one.api.createOrg());
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Asks the process that does not run the task. */
const elsewhere = async (method: string, params: Params): Promise<Answer> =>
  first(await ask(method, params, { tools: other, key }));

const get = async (taskId: string) => (await elsewhere('tasks/get', { taskId })).result;

/** A task that has asked for two things. */
async function asking(): Promise<string> {
  const begun = await ask(
    'tools/call',
    { name: 'multi_input', arguments: {} },
    { tools: one, key },
  );
  const { taskId } = first(begun).result;
  await until(async () => (await get(taskId)).status === 'input_required');
  return taskId;
}

const YES = { action: 'accept', content: { confirm: true } };
const respond = (taskId: string, inputResponses: object) =>
  elsewhere('tasks/update', { taskId, inputResponses });

it('a task that asks goes on when all is answered, whichever process is told', async () => {
  const taskId = await asking();
  const asked = await get(taskId);
  const acknowledged = await respond(taskId, { first: YES, third: YES });
  const partly = await get(taskId);
  await respond(taskId, { first: YES });
  await respond(taskId, { second: YES });
  await until(async () => (await get(taskId)).status === 'completed');

  expect(asked.inputRequests).toEqual({
    first: expect.objectContaining({ method: 'elicitation/create' }),
    second: expect.objectContaining({ method: 'elicitation/create' }),
  });
  expect(acknowledged.result).not.toHaveProperty('taskId');
  expect(partly).toMatchObject({ status: 'input_required' });
  expect(Object.keys(partly.inputRequests!)).toEqual(['second']);
  expect((await get(taskId)).result).toMatchObject({ content: [{ text: 'Answered' }] });
});

it('answers to a task that come at once are all taken', async () => {
  const taskId = await asking();
  await Promise.all([respond(taskId, { first: YES }), respond(taskId, { second: YES })]);

  await until(async () => (await get(taskId)).status === 'completed');
});

it('a task that asks can be cancelled', async () => {
  const taskId = await asking();
  await elsewhere('tasks/cancel', { taskId });
  await respond(taskId, { first: YES, second: YES });

  expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
  expect(await get(taskId)).not.toHaveProperty('inputRequests');
});
