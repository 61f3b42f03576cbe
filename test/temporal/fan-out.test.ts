import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/ids.js';
import { recordEvents, type NewEvent } from '../../src/store/events/record.js';
import { wants } from '../../src/store/events/subscription.js';
import { DeliveryClaims, deliveryLagSeconds } from '../../src/temporal/dispatch/delivery-claim.js';
import type { DeliveryRun } from '../../src/temporal/work.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { deliveryRows, queueDeliveries } from './delivery-rows.js';

let test: TestDatabase;
const load = { busy: [] as string[], fast: [] as string[] };
let claims: DeliveryClaims;
let orgId: string;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.query('TRUNCATE webhook_deliveries, events, fan_outs, webhooks, outbox');
  load.busy = [];
  load.fast = [];
  claims = newClaims();
  orgId = newId('org');
});

const newClaims = () =>
  new DeliveryClaims(test.database, { busy: () => load.busy, fast: () => load.fast });

interface WebhookParts {
  readonly org?: string;
  readonly events?: readonly string[];
  readonly inboxIds?: readonly string[] | null;
  readonly ordered?: boolean;
  readonly active?: boolean;
  readonly paused?: boolean;
}

async function webhook(parts: WebhookParts = {}): Promise<string> {
  const id = newId('wh');
  await test.database.query(
    `INSERT INTO webhooks (id, org_id, url, events, inbox_ids, ordered, active, paused_at, sealed_secret)
     VALUES ($1, $2, 'https://receiver.example/', $3, $4, $5, $6, CASE WHEN $7::boolean THEN now() END, '')`,
    [
      id,
      parts.org ?? orgId,
      parts.events ?? ['*'],
      parts.inboxIds ?? null,
      parts.ordered ?? false,
      parts.active ?? true,
      parts.paused ?? false,
    ],
  );
  return id;
}

const data = { inbox_id: 'inb_1', address: 'a@example.test', name: 'a', status: 'ACTIVE' } as const;
const eventOf = (of = orgId, inboxId = 'inb_1'): NewEvent => ({
  kind: 'inbox.created',
  orgId: of,
  inboxId,
  resourceId: inboxId,
  data,
});
const record = (events: readonly NewEvent[]) => recordEvents(test.database, events);
const happen = (count: number, of = orgId) =>
  record(Array.from({ length: count }, () => eventOf(of)));

const deliveriesOf = (runs: readonly DeliveryRun[]) => runs.flatMap(({ deliveries }) => deliveries);
const webhooksOf = (runs: readonly DeliveryRun[]) =>
  deliveriesOf(runs).map(({ webhookId }) => webhookId);
const left = async () => {
  const rows = await test.database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM fan_outs',
  );
  return rows[0]!.count;
};

describe('an event', () => {
  it('is delivered to each webhook that wants it, by runs that know what it is about', async () => {
    const ids = [await webhook(), await webhook({ events: ['inbox.created'] })];
    await happen(1);
    expect(await deliveryLagSeconds(test.database)).toBeGreaterThan(0);

    const runs = await claims.take();

    expect(webhooksOf(runs).toSorted()).toEqual(ids.toSorted());
    for (const { workflowId, deliveries, orgIds, resourceIds } of runs) {
      const [{ id, webhookId }] = deliveries as [DeliveryRun['deliveries'][number]];
      expect(workflowId).toBe(`deliverWebhook:${id}`);
      expect(orgIds).toEqual([orgId]);
      expect(resourceIds).toEqual([id, webhookId, 'inb_1']);
    }
    const rows = await deliveryRows(test.database);
    expect(rows.map((row) => row.workflow_id).toSorted()).toEqual(
      runs.map(({ workflowId }) => workflowId).toSorted(),
    );
    expect(await left()).toBe(0);
    expect(await deliveryLagSeconds(test.database)).toBe(0);
    expect(await claims.take()).toEqual([]);
  });

  it.each([
    ['*', null],
    ['inbox.*', null],
    ['inbox.created', ['inb_1']],
    ['inbox.created', ['inb_2']],
    ['inbox.paused', null],
    ['email.*', null],
    ['inbox', null],
    ['*.created', null],
    ['inb.*', null],
  ])(
    'is told to a webhook of %s and inboxes %j as a live stream tells of it',
    async (pattern, inboxIds) => {
      const id = await webhook({ events: [pattern], inboxIds });
      await happen(1);
      const wanted = wants({ events: [pattern], inboxIds }, eventOf());
      expect(webhooksOf(await claims.take())).toEqual(wanted ? [id] : []);
    },
  );

  it('does not wait for the disk to be delivered', async () => {
    const { database } = test;
    await webhook();
    await happen(1);
    await database.together(async () => {
      await database.query('SET LOCAL synchronous_commit = on');
      expect(await claims.take()).toHaveLength(1);
      expect(await database.query('SHOW synchronous_commit')).toEqual([
        { synchronous_commit: 'off' },
      ]);
    });
  });

  it('is not told to others', async () => {
    await webhook({ org: newId('org') });
    await webhook({ active: false });
    await happen(1);
    await webhook();
    expect(await claims.take()).toEqual([]);
    expect(await deliveryRows(test.database)).toEqual([]);
  });

  it('is told to no webhook that was deleted or disabled before its turn came', async () => {
    const [gone, off] = [await webhook(), await webhook()];
    await happen(1);
    await test.database.query('DELETE FROM webhooks WHERE id = $1', [gone]);
    await test.database.query('UPDATE webhooks SET active = false WHERE id = $1', [off]);
    expect(await claims.take()).toEqual([]);
    expect([await deliveryRows(test.database), await left()]).toEqual([[], 0]);
  });

  it('that was deleted before its turn came is told to nobody', async () => {
    await webhook();
    await happen(1);
    await test.database.query(`UPDATE events SET body = ''`);
    expect(await claims.take()).toEqual([]);
    expect([await deliveryRows(test.database), await left()]).toEqual([[], 0]);
  });

  it('waits with a webhook that is paused', async () => {
    const id = await webhook({ paused: true });
    await happen(2);
    expect(await claims.take()).toEqual([]);
    expect(await deliveryRows(test.database)).toMatchObject([
      { webhook_id: id, status: 'PENDING', queued: false, workflow_id: null },
      { webhook_id: id, status: 'PENDING', queued: false, workflow_id: null },
    ]);
  });

  it('wakes the run of an ordered webhook, which finds events in their order', async () => {
    const id = await webhook({ ordered: true });
    await happen(3);
    expect(await claims.take()).toEqual([]);
    const runs = await test.database.query('SELECT workflow_id FROM outbox');
    expect(runs).toEqual([{ workflow_id: `deliverInOrder:${id}` }]);
    const inOrder = await test.database.query(
      `SELECT e.seq = lag(e.seq) OVER (ORDER BY d.xid, d.seq) + 1 AS next
       FROM webhook_deliveries d JOIN events e ON e.id = d.event_id ORDER BY d.xid, d.seq`,
    );
    expect(inOrder).toEqual([{ next: null }, { next: true }, { next: true }]);
  });

  it('waits for an endpoint that is busy, and is taken once it is not', async () => {
    const [busy, free] = [await webhook(), await webhook()];
    load.busy = [busy];
    await happen(3);
    expect(new Set(webhooksOf(await claims.take()))).toEqual(new Set([free]));
    expect(await claims.take()).toEqual([]);
    load.busy = [];
    expect(webhooksOf(await claims.take())).toEqual([busy, busy, busy]);
  });
});

describe('many events', () => {
  it('are 200 deliveries at a time, a handful for an endpoint nothing is known of', async () => {
    const [fast, slow] = [await webhook(), await webhook()];
    load.fast = [fast];
    await happen(150);
    const taken = webhooksOf(await claims.take());
    expect(taken.filter((id) => id === fast)).toHaveLength(100);
    expect(taken.filter((id) => id === slow)).toHaveLength(5);
    expect(await left()).toBe(50);
  });

  it('of one organization leave turns to others', async () => {
    const other = newId('org');
    load.fast = [await webhook(), await webhook({ org: other })];
    await happen(500);
    await happen(1, other);
    const [run] = await claims.take();
    expect(run!.orgIds.toSorted()).toEqual([orgId, other].toSorted());
    expect(run!.deliveries).toHaveLength(200);
  });

  it('of 60 organizations are all come round to', async () => {
    const orgs = Array.from({ length: 60 }, () => newId('org'));
    for (const org of orgs) {
      await webhook({ org });
      await happen(1, org);
    }
    const seen = new Set<string>();
    for (let runs = await claims.take(); runs.length > 0; runs = await claims.take())
      for (const run of runs) for (const org of run.orgIds) seen.add(org);
    expect(seen).toEqual(new Set(orgs));
  });

  it('whose webhooks take nothing now are gone through at once', async () => {
    await webhook({ paused: true });
    const open = await webhook({ inboxIds: ['inb_last'] });
    await happen(450);
    await record([eventOf(orgId, 'inb_last')]);
    expect(webhooksOf(await claims.take())).toEqual([open]);
    expect(await left()).toBe(0);
  });

  it('neither hold up what is queued nor wait for an end of it', async () => {
    const [fresh, queued] = [await webhook(), newId('wh')];
    load.fast = [fresh, queued];
    await queueDeliveries(test.database, queued, 500);
    await happen(500);
    const turns = [await claims.take(), await claims.take(), await claims.take()];
    expect(turns.map((runs) => new Set(webhooksOf(runs)))).toEqual([
      new Set([fresh]),
      new Set([queued]),
      new Set([fresh]),
    ]);
  });

  it('are delivered once each when several processes take them', async () => {
    load.fast = [await webhook(), await webhook(), await webhook({ ordered: true })];
    await happen(400);
    const taken: string[] = [];
    await Promise.all(
      Array.from({ length: 6 }, newClaims).map(async (one) => {
        for (let empty = 0; empty < 5;) {
          const found = deliveriesOf(await one.take()).map(({ id }) => id);
          taken.push(...found);
          if (found.length === 0) empty++;
        }
      }),
    );
    for (let runs = await claims.take(); runs.length > 0; runs = await claims.take())
      taken.push(...deliveriesOf(runs).map(({ id }) => id));
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(800);
    const wrong = await test.database.query(
      `SELECT FROM (SELECT e.seq < lag(e.seq) OVER (ORDER BY d.xid, d.seq) AS back
         FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE d.webhook_id = $1) AS step
       WHERE back`,
      [load.fast[2]],
    );
    expect(wrong).toEqual([]);
  });
});
