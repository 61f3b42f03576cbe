import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveryClaims } from '../../src/temporal/dispatch/delivery-claim.js';
import type { DeliveryRun } from '../../src/temporal/work.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { deliveryRows, queueDeliveries, webhookIds } from './delivery-rows.js';

let test: TestDatabase;
const load = { busy: [] as string[], fast: [] as string[] };
let claims: DeliveryClaims;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.query('TRUNCATE webhook_deliveries, events, fan_outs, webhooks, outbox');
  load.busy = [];
  load.fast = [];
  claims = newClaims();
});

const newClaims = () =>
  new DeliveryClaims(test.database, { busy: () => load.busy, fast: () => load.fast });

const queue = (webhookId: string, count: number) =>
  queueDeliveries(test.database, webhookId, count);
const deliveriesOf = (runs: readonly DeliveryRun[]) =>
  runs.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
/** How many deliveries of each webhook were taken. */
function countsOf(runs: readonly DeliveryRun[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { deliveries } of runs)
    for (const { webhookId } of deliveries) counts[webhookId] = (counts[webhookId] ?? 0) + 1;
  return counts;
}

/** Takes until nothing is left. */
async function takeAll(from: DeliveryClaims): Promise<readonly DeliveryRun[][]> {
  const rounds: DeliveryRun[][] = [];
  for (let runs = await from.take(); runs.length > 0; runs = await from.take())
    rounds.push([...runs]);
  return rounds;
}

describe('a claim of deliveries', () => {
  it('that is alone names its run after the delivery and knows what it is about', async () => {
    const [webhookId] = webhookIds(1);
    const [id] = await queue(webhookId!, 1);

    expect(await claims.take()).toEqual([
      {
        workflowId: `deliverWebhook:${id}`,
        deliveries: [{ id, webhookId, orgId: 'org_1' }],
        orgIds: ['org_1'],
        resourceIds: [id, webhookId, 'inb_1', 'eml_1'],
        ageSeconds: expect.any(Number),
      },
    ]);
    expect(await deliveryRows(test.database)).toMatchObject([
      { id, queued: false, workflow_id: `deliverWebhook:${id}` },
    ]);
  });

  it('gives five runs of their own', async () => {
    const ids = await queue(webhookIds(1)[0]!, 5);
    const runs = await claims.take();
    expect(runs.map(({ workflowId }) => workflowId)).toEqual(
      ids.map((id) => `deliverWebhook:${id}`),
    );
  });

  it('makes one run of more, which knows the webhooks only', async () => {
    const webhooks = webhookIds(3);
    const ids = [];
    for (const webhookId of webhooks) ids.push(...(await queue(webhookId, 2)));

    const [run, ...others] = await claims.take();

    expect(others).toEqual([]);
    expect(run!.workflowId).toMatch(/^deliverWebhook:run_[0-9a-z]{20}$/);
    expect(deliveriesOf([run!])).toEqual(ids);
    expect(run!.resourceIds).toEqual(webhooks);
    const named = (await deliveryRows(test.database)).map((row) => row.workflow_id);
    expect(new Set(named)).toEqual(new Set([run!.workflowId]));
  });

  it('takes a handful for an endpoint nothing is known of, and more for one that is fast', async () => {
    const [unknown, fast] = webhookIds(2);
    await queue(unknown!, 30);
    await queue(fast!, 30);
    load.fast = [fast!];
    expect(countsOf(await claims.take())).toEqual({ [unknown!]: 5, [fast!]: 30 });
  });

  it('takes 200 at most, oldest first', async () => {
    const [fast] = webhookIds(1);
    const ids = await queue(fast!, 220);
    load.fast = [fast!];
    expect(deliveriesOf(await claims.take())).toEqual(ids.slice(0, 200));
    expect(deliveriesOf(await claims.take())).toEqual(ids.slice(200));
  });

  it('skips endpoints that are busy', async () => {
    const [busy, free] = webhookIds(2);
    await queue(busy!, 3);
    await queue(free!, 3);
    load.busy = [busy!];
    expect(countsOf(await claims.take())).toEqual({ [free!]: 3 });
    expect(await claims.take()).toEqual([]);
    load.busy = [];
    expect(countsOf(await claims.take())).toEqual({ [busy!]: 3 });
  });

  it('gives webhooks turns beside one with a backlog', async () => {
    const [large, ...small] = webhookIds(10);
    await queue(large!, 500);
    for (const webhookId of small) await queue(webhookId, 1);
    load.fast = [large!];
    const counts = countsOf(await claims.take());
    expect(counts).toEqual({ ...Object.fromEntries(small.map((id) => [id, 1])), [large!]: 191 });
  });

  it('comes round to all of 60 webhooks, one of which has a backlog', async () => {
    const [large, ...small] = webhookIds(60);
    await queue(large!, 300);
    for (const webhookId of small) await queue(webhookId, 1);

    const counts = countsOf([...(await claims.take()), ...(await claims.take())]);

    expect(Object.keys(counts).toSorted()).toEqual([large!, ...small].toSorted());
    const all = await takeAll(claims);
    expect(deliveriesOf(all.flat())).toHaveLength(359 - Object.values(counts).reduce(sum));
  });

  it('finds what was queued before the place where it stands', async () => {
    const ids = webhookIds(60).toSorted();
    for (const webhookId of ids) await queue(webhookId, 1);
    await claims.take();
    await queue(ids[0]!, 1);
    expect(countsOf((await takeAll(claims)).flat())).toEqual(
      Object.fromEntries([ids[0]!, ...ids.slice(50)].map((id) => [id, 1])),
    );
  });

  it('finds nothing where everything is taken', async () => {
    await queue(webhookIds(1)[0]!, 3);
    await claims.take();
    expect(await claims.take()).toEqual([]);
  });

  it('never gives a delivery to two dispatchers', async () => {
    const ids = webhookIds(20);
    for (const webhookId of ids) await queue(webhookId, 20);
    load.fast = ids.slice(0, 10);
    const taken: string[] = [];
    await Promise.all(
      Array.from({ length: 6 }, newClaims).map(async (one) => {
        for (let empty = 0; empty < 5;) {
          const found = deliveriesOf(await one.take());
          taken.push(...found);
          if (found.length === 0) empty++;
        }
      }),
    );
    expect(taken).toHaveLength(400);
    expect(new Set(taken).size).toBe(400);
  });

  it('passes over what somebody else is taking, without waiting', async () => {
    const [webhookId] = webhookIds(1);
    const [locked, free] = await queue(webhookId!, 2);
    await test.database.transaction(async (manager) => {
      await manager.query('SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [locked]);
      expect(deliveriesOf(await claims.take())).toEqual([free]);
    });
    expect(deliveriesOf(await claims.take())).toEqual([locked]);
  });

  it('is given back for another one, but for what has ended meanwhile', async () => {
    const [webhookId] = webhookIds(1);
    const [ended, open] = await queue(webhookId!, 2);
    for (const run of await claims.take()) {
      await test.database.query(
        `UPDATE webhook_deliveries SET status = 'CANCELLED' WHERE id = $1`,
        [ended],
      );
      await claims.release(run);
    }
    expect(deliveriesOf(await newClaims().take())).toEqual([open]);
  });

  it('does not see what is not queued', async () => {
    const [webhookId] = webhookIds(1);
    await queue(webhookId!, 2);
    await test.database.query('UPDATE webhook_deliveries SET queued = false');
    expect(await claims.take()).toEqual([]);
  });

  it('finds one that is free behind many that are busy', async () => {
    const ids = webhookIds(120).toSorted();
    for (const webhookId of ids) await queue(webhookId, 1);
    load.busy = ids.slice(0, -1);
    expect(countsOf(await claims.take())).toEqual({ [ids.at(-1)!]: 1 });
    expect(await claims.take()).toEqual([]);
  });
});

const sum = (total: number, count: number) => total + count;
