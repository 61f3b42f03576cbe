import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog } from '../../src/log.js';
import type { OutboxWork } from '../../src/temporal/work.js';
import { createClient } from '../../src/temporal/client.js';
import { ensureSearchAttributes } from '../../src/temporal/search-attributes.js';
import { Starter } from '../../src/temporal/starter.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';
import { until } from './rows.js';

const log = createLog('silent');
let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

/** A namespace as it comes, without attributes of ours. */
async function bareNamespace(): Promise<string> {
  const namespace = `bare-${randomUUID()}`;
  const { workflowService } = temporal.connection;
  await workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await until(() =>
    workflowService.listClosedWorkflowExecutions({ namespace }).then(
      () => true,
      () => false,
    ),
  );
  return namespace;
}

const work: OutboxWork = {
  rows: ['1'],
  op: 'start',
  workflow: 'processInbound',
  workflowId: 'processInbound:eml_1',
  orgIds: ['org_1'],
  resourceIds: ['eml_1'],
  inboxId: 'inb_1',
  signal: null,
  signalArg: null,
  again: false,
  attempts: 1,
  ageSeconds: 0,
};

describe('search attributes', () => {
  it('are added where they are missing, and left alone where they are not', async () => {
    const namespace = await bareNamespace();
    await ensureSearchAttributes(temporal.connection, namespace, log);
    await ensureSearchAttributes(temporal.connection, namespace, log);
    const { operatorService } = temporal.connection;
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    // temporal.api.enums.v1.IndexedValueType: KEYWORD_LIST, KEYWORD
    expect(customAttributes).toMatchObject({ OrgId: 7, ResourceId: 7, Phase: 2 });
  });

  it('that may not be added are named in the log', async () => {
    const lines: unknown[] = [];
    const warn = (fields: unknown) => void lines.push(fields);
    const refused = async () => Promise.reject(new Error('Request unauthorized.'));
    await ensureSearchAttributes(
      { operatorService: { listSearchAttributes: refused } as never },
      'default',
      { ...log, warn } as typeof log,
    );
    expect(lines).toEqual([
      {
        needed: 'OrgId (KEYWORD_LIST), ResourceId (KEYWORD_LIST), Phase (KEYWORD)',
        reason: 'Request unauthorized.',
      },
    ]);
  });

  it('that are refused do not keep a run from starting', async () => {
    const namespace = await bareNamespace();
    const options = { ...temporal.options, namespace };
    const client = createClient(temporal.connection, options);
    const starter = new Starter({ client, taskQueue: options.taskQueue, log });
    await starter.tell(work);
    expect(await starter.isRunning(work.workflowId)).toBe(true);
  });
});

describe('telling Temporal', () => {
  it.each([
    ['a start that was told before', { op: 'start' }],
    ['a signal for a run that is not there', { op: 'signal', signal: 'expiryChanged' }],
    ['a cancellation of a run that is not there', { op: 'cancel' }],
  ] as const)('%s counts as told', async (_what, change) => {
    const workflowId = `processInbound:${randomUUID()}`;
    const { taskQueue } = temporal.options;
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue, log });
    await starter.tell({ ...work, ...change, workflowId });
    await starter.tell({ ...work, ...change, workflowId });
  });

  it('of a mail whose run has ended starts it again only when asked to', async () => {
    const workflowId = `processInbound:${randomUUID()}`;
    const { taskQueue } = temporal.options;
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue, log });
    await starter.tell({ ...work, workflowId });
    await client.workflow.getHandle(workflowId).terminate();
    await starter.tell({ ...work, workflowId });
    expect(await starter.isRunning(workflowId)).toBe(false);
    await starter.tell({ ...work, workflowId, again: true });
    expect(await starter.isRunning(workflowId)).toBe(true);
  });

  it('of a signal whose run is lost starts it when asked to', async () => {
    const { taskQueue } = temporal.options;
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue, log });
    const resourceId = randomUUID();
    const lost = {
      ...work,
      op: 'signal',
      signal: 'emailArrived',
      workflow: 'waitForEmail',
      workflowId: `waitForEmail:${resourceId}`,
      resourceIds: [resourceId],
      again: true,
    } as const;
    await starter.tell(lost);
    expect(await starter.isRunning(lost.workflowId)).toBe(true);
    await starter.tell(lost);
    await client.workflow.getHandle(lost.workflowId).terminate();
    await starter.tell({ ...lost, again: false });
    expect(await starter.isRunning(lost.workflowId)).toBe(false);
    await starter.tell(lost);
    expect(await starter.isRunning(lost.workflowId)).toBe(true);
  });

  it('of a signal hands on what it carries, to a run that is there or is started', async () => {
    const { taskQueue } = temporal.options;
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue, log });
    const resourceId = randomUUID();
    const workflowId = `runAgentTask:${resourceId}`;
    const signal = { op: 'signal', signal: 'taskChanged', workflow: 'runAgentTask' } as const;
    const told = { ...work, ...signal, workflowId, resourceIds: [resourceId], again: true };
    await starter.tell({ ...told, signalArg: { status: 'COMPLETED', summary: 'one' } });
    await starter.tell({ ...told, signalArg: { status: 'COMPLETED', summary: 'two' } });
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    const carried = (events ?? []).flatMap(
      (event) => event.workflowExecutionSignaledEventAttributes?.input?.payloads ?? [],
    );
    expect(carried.map(({ data }) => JSON.parse(Buffer.from(data!).toString()) as object)).toEqual([
      { status: 'COMPLETED', summary: 'one' },
      { status: 'COMPLETED', summary: 'two' },
    ]);
  });

  it('of a run that never was answers that it is not running', async () => {
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue: 'none', log });
    expect(await starter.isRunning('processInbound:none')).toBe(false);
  });
});
