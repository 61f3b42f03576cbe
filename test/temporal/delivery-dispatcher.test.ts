import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog, type Log } from '../../src/log.js';
import { DeliveryClaims } from '../../src/temporal/dispatch/delivery-claim.js';
import type { DeliveryRun } from '../../src/temporal/work.js';
import {
  DeliveryDispatcher,
  type DeliveryDispatcherDeps,
} from '../../src/temporal/dispatch/delivery-dispatcher.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { deliveryRows, queueDeliveries, webhookIds } from './delivery-rows.js';
import { until } from './rows.js';

const silent = createLog('silent');
const unreachable = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });

let test: TestDatabase;
let dispatchers: DeliveryDispatcher[];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  dispatchers = [];
});
afterEach(async () => {
  await Promise.all(dispatchers.map((one) => one.stop()));
  await test.database.query('TRUNCATE webhook_deliveries, events');
});

const everythingIsFast = (ids: readonly string[]) => ({ busy: () => [], fast: () => ids });

/** A dispatcher whose runs deliver at once, unless `deliver` throws. */
function dispatch(
  deliver: (run: DeliveryRun) => Promise<void> | void,
  { fast = [], ...deps }: { fast?: readonly string[] } & Partial<DeliveryDispatcherDeps> = {},
): DeliveryDispatcher {
  const dispatcher = new DeliveryDispatcher({
    claims: new DeliveryClaims(test.database, everythingIsFast(fast)),
    log: silent,
    starter: {
      async deliver(run) {
        await deliver(run);
        await test.database.query(
          `UPDATE webhook_deliveries SET status = 'SUCCEEDED' WHERE id = ANY ($1)`,
          [run.deliveries.map(({ id }) => id)],
        );
        setImmediate(() => dispatcher.ended(run.workflowId));
      },
    },
    ...deps,
  });
  dispatchers.push(dispatcher);
  return dispatcher;
}

/** A dispatcher that finds twenty runs, none of which gets on. */
function dispatchStuck() {
  const runs = Array.from({ length: 20 }, (_, number) => ({
    workflowId: `deliverWebhook:${number}`,
    deliveries: [],
    orgIds: [],
    resourceIds: [],
    ageSeconds: 0,
  }));
  const started: string[] = [];
  const dispatcher = dispatch(() => undefined, {
    claims: {
      take: async () => runs.splice(0, 3),
      release: async () => undefined,
      expect: () => undefined,
      areDrained: false,
    },
    starter: { deliver: async ({ workflowId }) => void started.push(workflowId) },
  });
  return { started, dispatcher };
}

const queue = (count: number, [webhookId] = webhookIds(1)) =>
  queueDeliveries(test.database, webhookId!, count);
const idsOf = ({ deliveries }: DeliveryRun) => deliveries.map(({ id }) => id);
const rows = () => deliveryRows(test.database);
const allDelivered = async () => (await rows()).every(({ status }) => status === 'SUCCEEDED');

describe('the dispatcher of deliveries', () => {
  it('starts one alone at once and lets a burst grow into batches', async () => {
    const [webhookId] = webhookIds(1);
    const sizes: number[] = [];
    const dispatcher = dispatch((run) => void sizes.push(run.deliveries.length), {
      fast: [webhookId!],
    });
    await queue(1, [webhookId!]);
    dispatcher.expect('queued');
    await until(() => sizes.length === 1);
    await queue(120, [webhookId!]);
    dispatcher.expect('queued');
    await until(allDelivered);
    expect(sizes).toEqual([1, 120]);
  });

  it('has first attempts made while their run is being started', async () => {
    const said: string[] = [];
    const attempted: { readonly id: string; readonly run: string }[] = [];
    const [webhookId] = webhookIds(1);
    const dispatcher = dispatch(
      (run) => void said.push(`${run.workflowId} ${run.deliveries.length}`),
      {
        eagerStart: { deliver: async ({ id }, run) => void attempted.push({ id, run }) },
        fast: [webhookId!],
      },
    );
    const [id] = await queue(1, [webhookId!]);
    dispatcher.expect('queued');
    await until(allDelivered);
    const more = await queue(6, [webhookId!]);
    dispatcher.expect('queued');
    await until(allDelivered);

    const [first, ...others] = attempted;
    expect(first).toEqual({ id, run: `deliverWebhook:${id}` });
    expect(others.map((one) => one.id).sort()).toEqual([...more].sort());
    const [together] = new Set(others.map(({ run }) => run));
    expect(said).toEqual([`deliverWebhook:${id} 1`, `${together} 6`]);
  });

  it('gathers what is taken while mail comes in for one run, whose attempts do not wait for it', async () => {
    const sizes: number[] = [];
    const attempted: string[] = [];
    const [webhookId] = webhookIds(1);
    const dispatcher = dispatch((run) => void sizes.push(run.deliveries.length), {
      eagerStart: { deliver: async ({ id }) => void attempted.push(id) },
      fast: [webhookId!],
    });
    for (const count of [1, 2, 3]) {
      dispatcher.accepted();
      await queue(count, [webhookId!]);
      dispatcher.expect('queued');
      await until(() => attempted.length === (count * (count + 1)) / 2);
    }
    await until(allDelivered);

    expect(sizes.reduce((sum, size) => sum + size)).toBe(6);
    expect(new Set(attempted).size).toBe(6);
  });

  it('finds deliveries that nobody told it of', async () => {
    const told: string[] = [];
    dispatch((run) => void told.push(...idsOf(run)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ids = await queue(1);
    await until(() => told.length === 1);
    expect(told).toEqual(ids);
  });

  it('gives back what Temporal does not take, and has it delivered when that is back', async () => {
    const tried: string[] = [];
    let away = true;
    const dispatcher = dispatch((run) => {
      if (!away) return;
      tried.push(run.workflowId);
      throw unreachable;
    });
    const [first] = await queue(1);
    dispatcher.expect('queued');
    await until(() => tried.length === 2);
    await until(async () => (await rows())[0]!.queued);
    await queue(30);
    away = false;
    await until(allDelivered);
    expect(tried.slice(0, 2)).toEqual([`deliverWebhook:${first}`, `deliverWebhook:${first}`]);
    expect(await rows()).toHaveLength(31);
  });

  it('leaves Temporal alone for a while when it is away, and says so once', async () => {
    const lines: string[] = [];
    let tries = 0;
    const log = {
      ...silent,
      warn: (_fields: unknown, message: string) => void lines.push(message),
      info: (message: string) => void lines.push(message),
    } as Log;
    const dispatcher = dispatch(
      () => {
        if (tries++ < 3) throw unreachable;
      },
      { log },
    );
    const began = performance.now();
    await queue(1);
    dispatcher.expect('queued');
    await until(allDelivered);
    expect(tries).toBe(4);
    expect(performance.now() - began).toBeGreaterThan(250 + 500 + 1_000 - 50);
    expect(lines).toEqual(['Temporal for deliveries is away', 'Temporal for deliveries is back']);
  });

  it('has no more than eight runs in flight, and gives the place of one that got on to the next', async () => {
    const { started, dispatcher } = dispatchStuck();
    await until(() => started.length >= 8);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(started).toHaveLength(8);
    dispatcher.ended(started[3]!);
    await until(() => started.length === 9);
  });

  it('goes on although runs make no progress', async () => {
    const { started } = dispatchStuck();
    await until(() => started.length === 20);
  });

  it('shares the work with others, each delivery once', async () => {
    const told: string[] = [];
    const both = [1, 2].map(() => dispatch((run) => void told.push(...idsOf(run))));
    const ids = [];
    for (const webhookId of webhookIds(20)) ids.push(...(await queue(10, [webhookId])));
    for (const one of both) one.expect('queued');
    await until(allDelivered);
    expect(told.toSorted()).toEqual(ids.toSorted());
  });

  it('gives back what it could not start when it stops', async () => {
    const started: string[] = [];
    const dispatcher = dispatch(async (run) => {
      started.push(run.workflowId);
      await stopping;
      throw unreachable;
    });
    let stop = () => {};
    const stopping = new Promise<void>((resolve) => (stop = resolve));
    await queue(1);
    dispatcher.expect('queued');
    await until(() => started.length === 1);
    const stopped = dispatcher.stop();
    stop();
    await stopped;
    expect(await rows()).toMatchObject([{ status: 'PENDING', queued: true }]);
  });

  it('goes on when Postgres is back', async () => {
    const working = new DeliveryClaims(test.database, everythingIsFast([]));
    let broken = true;
    const told: string[] = [];
    dispatch((run) => void told.push(...idsOf(run)), {
      claims: {
        async take() {
          if (broken) throw new Error('Connection terminated');
          return working.take();
        },
        release: (run) => working.release(run),
        expect: (source) => working.expect(source),
        areDrained: false,
      },
    });
    const ids = await queue(1);
    broken = false;
    await until(allDelivered);
    expect(told).toEqual(ids);
  });
});
