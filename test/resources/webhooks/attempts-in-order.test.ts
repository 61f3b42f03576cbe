import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DeliveryAttempts } from '../../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../../src/resources/webhooks/run.js';
import { until } from '../../temporal/rows.js';
import {
  answered,
  deliveryStatement,
  startAttempts,
  type AttemptsFixture,
} from './attempts-fixture.js';

const RUN = { schedule: [0, 60, 60], workflowId: null };

let test: AttemptsFixture;
let attempts: DeliveryAttempts;
const clients: pg.Client[] = [];
beforeAll(async () => {
  test = await startAttempts();
  attempts = test.process();
});
afterAll(() => test.drop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await test.clear();
});

const inOrder = ({ webhookId }: DeliveryRef, milliseconds = 20_000) =>
  attempts.attemptInOrder(webhookId, RUN, milliseconds);

/** Waits until nothing can get before what was added: other databases of the server count, too. */
const settled = () =>
  until(async () => {
    const [row] = await test.database.query<{ visible: boolean }>(
      `SELECT coalesce(bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())), true) AS visible
       FROM webhook_deliveries`,
    );
    return row!.visible;
  });

async function deliveries(webhook: DeliveryRef, count: number): Promise<DeliveryRef[]> {
  const added = await test.deliveries(webhook, count);
  await settled();
  return added;
}

/** An open transaction that adds a delivery. */
async function openTransaction(webhook: DeliveryRef) {
  const client = new pg.Client(test.url);
  await client.connect();
  clients.push(client);
  const { delivery, text, values } = deliveryStatement(webhook);
  await client.query('BEGIN');
  await client.query(text, values);
  return { delivery, commit: () => client.query('COMMIT') };
}

/** The deliveries that were sent, in that order. */
async function sent(): Promise<string[]> {
  const rows = await test.database.query<{ id: string; event_id: string }>(
    'SELECT id, event_id FROM webhook_deliveries',
  );
  const byEvent = new Map(rows.map((row) => [row.event_id, row.id]));
  return test.sent.map(({ headers }) => byEvent.get(headers!['webhook-id']!)!);
}

const ids = (refs: readonly DeliveryRef[]) => refs.map(({ id }) => id);

describe('deliveries in order', () => {
  it('are made one after the other', async () => {
    const webhook = await test.webhook({ ordered: true });
    const added = await deliveries(webhook, 12);
    let underWay = 0;
    test.receive = async () => {
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay--;
      return answered(200);
    };

    expect(await inOrder(webhook)).toEqual({ head: null, more: 'none' });

    expect(await sent()).toEqual(ids(added));
  });

  it('keep the order of commits: nothing overtakes an older transaction that is open', async () => {
    const webhook = await test.webhook({ ordered: true });
    const before = (await deliveries(webhook, 1))[0]!;
    const older = await openTransaction(webhook);
    const younger = await test.deliveries(webhook, 2);

    expect(await inOrder(webhook)).toEqual({ head: null, more: 'soon' });
    expect(await sent()).toEqual([before.id]);
    await older.commit();
    await settled();
    expect(await inOrder(webhook)).toEqual({ head: null, more: 'none' });

    expect(await sent()).toEqual(ids([before, older.delivery, ...younger]));
  });

  it('stop at the first failure, which holds up the others', async () => {
    const webhook = await test.webhook({ ordered: true });
    const [first, second, third] = await deliveries(webhook, 3);
    test.receive = () => answered(test.sent.length === 2 ? 500 : 200);

    const { head, more } = await inOrder(webhook);

    expect(head).toMatchObject({ id: second!.id, summary: 'attempt 1: answered 500' });
    expect(head!.retryInSeconds).toBeGreaterThan(59);
    expect(more).toBe('now');
    expect(await sent()).toEqual(ids([first!, second!]));
    expect(await test.row(third!)).toMatchObject({ status: 'PENDING', attempt_count: 0 });
    // Until it is due nothing more is sent, however often somebody looks.
    expect(await inOrder(webhook)).toMatchObject({ head: { id: second!.id, summary: 'waiting' } });
    expect(test.sent).toHaveLength(2);
  });

  it('pass over one that has failed for good', async () => {
    const webhook = await test.webhook({ ordered: true });
    const [first, second] = await deliveries(webhook, 2);
    test.receive = () => answered(test.sent.length === 1 ? 500 : 200);

    const run = { ...RUN, schedule: [0] };
    const next = await attempts.attemptInOrder(webhook.webhookId, run, 5_000);

    expect(next).toEqual({ head: null, more: 'none' });
    expect(await test.row(first!)).toMatchObject({ status: 'FAILED' });
    expect(await test.row(second!)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('go on in another turn where there are many', async () => {
    const webhook = await test.webhook({ ordered: true });
    await deliveries(webhook, 60);

    expect(await inOrder(webhook)).toEqual({ head: null, more: 'now' });
    expect(test.sent).toHaveLength(50);
    expect(await inOrder(webhook)).toEqual({ head: null, more: 'none' });
    expect(test.sent).toHaveLength(60);
  });

  it('go on in another turn when time is up', async () => {
    const webhook = await test.webhook({ ordered: true });
    await deliveries(webhook, 3);
    test.receive = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return answered(200);
    };

    expect(await inOrder(webhook, 40)).toMatchObject({ more: 'now' });
    expect(test.sent).toHaveLength(1);
  });

  it('leave one that takes long to a run of its own', async () => {
    const webhook = await test.webhook({ ordered: true });
    const [first] = await deliveries(webhook, 2);
    let answer = () => {};
    const told = new Promise<void>((resolve) => (answer = resolve));
    test.receive = async () => {
      await told;
      return answered(200);
    };

    const { head } = await inOrder(webhook, 100);
    expect(head).toMatchObject({ id: first!.id, summary: 'under way', retryInSeconds: 0 });
    answer();
    const step = await attempts.attempt(first!, RUN);
    expect(step).toMatchObject({ summary: 'SUCCEEDED' });
    expect(test.sent).toHaveLength(1);
  });

  it.each([
    ['nothing is pending', { ordered: true }, 0],
    ['it is paused', { ordered: true, paused: true }, 2],
    ['it is not ordered any more', { ordered: false }, 2],
  ])('are none when %s', async (_when, parts, count) => {
    const webhook = await test.webhook(parts);
    await deliveries(webhook, count);

    expect(await inOrder(webhook)).toEqual({ head: null, more: 'none' });
    expect(test.sent).toEqual([]);
  });

  it('are dropped when the webhook is switched off', async () => {
    const webhook = await test.webhook({ ordered: true, active: false });
    const [delivery] = await deliveries(webhook, 1);

    expect(await inOrder(webhook)).toEqual({ head: null, more: 'none' });
    expect(await test.row(delivery!)).toMatchObject({ status: 'CANCELLED' });
  });
});

describe('a busy endpoint', () => {
  it('does not have what is ordered queued for anybody else', async () => {
    const webhook = await test.webhook({ ordered: true });
    const others = await deliveries(webhook, 5);
    let answer = () => {};
    const told = new Promise<void>((resolve) => (answer = resolve));
    test.receive = async () => {
      await told;
      return answered(200);
    };
    const waiting = others.map((delivery) => attempts.attempt(delivery, RUN));

    const delivery = (await deliveries(webhook, 1))[0]!;
    expect(await inOrder(webhook, 100)).toEqual({ head: null, more: 'soon' });
    for (const one of [...others, delivery])
      expect(await test.row(one)).toMatchObject({ status: 'PENDING', queued: false });

    answer();
    await Promise.all(waiting);
  });
});
