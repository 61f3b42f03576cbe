import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { startLossyTemporal, type LossyTemporal } from './lossy-temporal.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const LONG = 300_000;
// Milliseconds for everything to be back and for a wait to be told of its mail.
const MATCHED_WITHIN = 120_000;

interface Wait {
  readonly id: string;
  readonly status: string;
  readonly matches: readonly { readonly email_id: string; readonly code?: string }[];
}

describe('durable waits', () => {
  let service: LossyTemporal;
  beforeAll(async () => {
    service = await startLossyTemporal();
  }, LONG);
  afterEach(() => service.killAll());
  afterAll(() => service.remove(), LONG);

  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    service.installation.database.database.query<Row>(text, values);

  const create = (client: RestClient, { id }: Inbox, given: object = {}) =>
    client.read<Wait>('/v1/waits', { inbox_id: id, kind: 'otp', expires_in: 3_600, ...given });

  /** The wait in the list, which nobody looks for: the run has to have done it. */
  const listed = async (client: RestClient, id: string, status: string): Promise<Wait> =>
    eventually(async () => {
      const { data } = await client.read<{ data: Wait[] }>('/v1/waits?limit=100');
      return data.find((wait) => wait.id === id && wait.status === status) ?? null;
    }, MATCHED_WITHIN);

  const startedRuns = (ids: readonly string[]) =>
    eventually(async () => {
      const rows = await query<{ resource_id: string }>(STARTED, ids);
      return rows.length === ids.length;
    }, MATCHED_WITHIN);

  const eventsOf = async (id: string) =>
    (
      await query<{ kind: string }>(
        'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
        id,
      )
    ).map(({ kind }) => kind);

  it(
    'survive the kill of every process, and the loss of the store of Temporal',
    async () => {
      const before = await service.startAll();
      const inbox = await createInbox(before.client);
      const one = await create(before.client, inbox);
      const two = await create(before.client, inbox, { count: 2 });
      const none = await create(before.client, inbox, { from: 'contoso', expires_in: 20 });
      const code = newCode();
      const first = await sendCode(before.front, inbox, code);
      expect((await listed(before.client, one.id, 'matched')).matches).toMatchObject([
        { email_id: first, code },
      ]);
      await startedRuns([one.id, two.id, none.id]);

      const fresh = await create(before.client, inbox);
      await service.killAll();
      await service.loseStore();

      const { front, client } = await service.startAll();
      const other = newCode();
      const second = await sendCode(front, inbox, other);
      expect((await listed(client, two.id, 'matched')).matches).toMatchObject([
        { email_id: first, code },
        { email_id: second, code: other },
      ]);
      expect((await listed(client, fresh.id, 'matched')).matches).toMatchObject([
        { email_id: second, code: other },
      ]);
      expect((await listed(client, none.id, 'expired')).matches).toEqual([]);
      for (const { id } of [one, two, fresh]) expect(await eventsOf(id)).toEqual(['wait.matched']);
      expect(await eventsOf(none.id)).toEqual(['wait.expired']);
    },
    LONG,
  );

  it(
    'are answered while Temporal is away, and told of once when it is back',
    async () => {
      const { front, client } = await service.startAll();
      const inbox = await createInbox(client);
      const wait = await create(client, inbox, { kind: 'email' });
      await startedRuns([wait.id]);
      await service.proxy.refuse();
      const late = await create(client, inbox, { count: 2 });
      const answer = client.read<Wait>(`/v1/waits/${wait.id}?timeout=30`);
      const emailId = await sendCode(front, inbox, newCode());
      expect(await answer).toMatchObject({ status: 'matched', matches: [{ email_id: emailId }] });

      await service.proxy.restore();
      await sendCode(front, inbox, newCode());
      expect((await listed(client, late.id, 'matched')).matches).toHaveLength(2);
      expect(await eventsOf(wait.id)).toEqual(['wait.matched']);
    },
    LONG,
  );
});

const STARTED = `
  SELECT DISTINCT resource_id FROM outbox
  WHERE resource_id = ANY ($1) AND op = 'start' AND done_at IS NOT NULL`;
