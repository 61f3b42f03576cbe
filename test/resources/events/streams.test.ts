import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../support/mail-api.js';
import { inboxEvent, namesOf, recordIn, startEventApi, type EventApi } from './fixture.js';
import type { SseClient } from './sse-client.js';

let api: EventApi;
let orgId: string;
let key: string;

beforeAll(async () => {
  api = await startEventApi({ timing: { lookEvery: 100, stalled: 300 } });
});
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
});
afterAll(() => api.close());

const named = (names: readonly string[]) => names.map((name) => inboxEvent(orgId, name));
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => String(from + i));

async function recordAll(names: readonly string[], atOnce: number): Promise<void> {
  for (let i = 0; i < names.length; i += atOnce)
    await api.record(named(names.slice(i, i + atOnce)));
}

/** Records `count` events in transactions of which several are open at any time. */
async function recordOverlapping(count: number): Promise<void> {
  const writers = await Promise.all(Array.from({ length: 6 }, () => api.connect()));
  const left = numbered(0, count);
  await Promise.all(
    writers.map(async (writer, number) => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        await writer.query('BEGIN');
        await recordIn(writer, named([name]));
        await new Promise((resolve) => setTimeout(resolve, number * 2));
        await writer.query('COMMIT');
      }
    }),
  );
}

const idsOf = (stream: SseClient) => stream.events.map(({ id }) => id);

async function storedIds(): Promise<string[]> {
  const rows = await api.database.query<{ id: string }>(
    'SELECT id FROM events WHERE org_id = $1 ORDER BY xid, seq',
    [orgId],
  );
  return rows.map(({ id }) => id);
}

/** Events that fill any buffer between two processes. */
async function recordBulky(count: number): Promise<void> {
  await api.database.query(
    `INSERT INTO events (id, org_id, kind, resource_id, body)
     SELECT 'evt_bulky' || $1 || n, $1, 'inbox.created', 'x', '{"data":{"name":"' || n || '","x":"'
       || repeat('x', 200000) || '"}}' FROM generate_series(1, $2::int) AS n`,
    [orgId, count],
  );
}

describe('streams', () => {
  it('tell of the older of two transactions first, also when it commits last', async () => {
    const stream = await api.follow(key);
    const [older, newer] = [await api.connect(), await api.connect()];
    await older.query('BEGIN');
    await recordIn(older, named(['older']));
    await newer.query('BEGIN');
    await recordIn(newer, named(['newer']));
    await newer.query('COMMIT');
    const resumed = await api.follow(key);
    // Looks that see the newer one alone.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const early = namesOf(stream);

    await older.query('COMMIT');

    await stream.seen(2);
    expect(early).toEqual([]);
    expect(namesOf(stream)).toEqual(['older', 'newer']);
    // What was committed before it opened is not news, whatever holds it up.
    await resumed.seen(1);
    expect(namesOf(resumed)).toEqual(['older']);
  });

  it('resume in the middle of a burst without gap or repeat', async () => {
    await recordAll(numbered(0, 1_200), 40);
    const [first] = await storedIds();
    const burst = recordAll(numbered(1_200, 2_000), 20);
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => api.follow(key, '', { 'Last-Event-ID': first! })),
    );
    await burst;

    const stored = (await storedIds()).slice(1);
    for (const stream of streams) {
      await stream.seen(stored.length);
      expect(idsOf(stream)).toEqual(stored);
    }
  });

  it('miss nothing and repeat nothing over many connections', async () => {
    await api.record(named(['start']));
    const [start] = await storedIds();
    const burst = recordOverlapping(600);
    const seen: string[] = [];
    let last = start!;
    while (seen.length < 600) {
      const stream = await api.follow(key, `?last_event_id=${last}`);
      await stream.seen(Math.min(47, 600 - seen.length));
      stream.close();
      seen.push(...idsOf(stream));
      last = seen.at(-1)!;
    }
    await burst;

    expect(seen).toEqual((await storedIds()).slice(1));
  });

  it('are told the same in every process', async () => {
    const second = await startEventApi({ beside: api });
    const streams = [await api.follow(key), await second.follow(key)];

    await recordAll(numbered(0, 50), 1);

    await Promise.all(streams.map((stream) => stream.seen(50)));
    expect(streams.map(namesOf)).toEqual([numbered(0, 50), numbered(0, 50)]);
    await second.close();
  });

  it('find by looking what no notification told of', async () => {
    const stream = await api.follow(key);

    await recordBulky(1);

    await stream.seen(1);
    expect(namesOf(stream)).toEqual(['1']);
  });

  it('go on from storage when a reader that was slow reads again', async () => {
    const patient = await startEventApi({ beside: api, timing: { lookEvery: 50 } });
    const stream = await patient.follow(key);
    stream.pause();
    await recordBulky(50);
    await recordAll(numbered(200, 210), 1);
    await new Promise((resolve) => setTimeout(resolve, 300));

    stream.resume();

    await stream.seen(60);
    expect(namesOf(stream)).toEqual([...numbered(1, 51), ...numbered(200, 210)]);
    await patient.close();
  });

  it('are cut when their reader takes nothing, and can be resumed', async () => {
    const stream = await api.follow(key);
    stream.pause();

    await recordBulky(50);

    await until(async () => (await api.openStreams(orgId)) === 0);
    stream.resume();
    await until(() => stream.ended() !== null);
    expect(stream.ended()).toBe('cut');
    const read = stream.events.length;
    expect(read).toBeLessThan(50);
    const again = await api.follow(key, '', { 'Last-Event-ID': stream.lastEventId() });
    await again.seen(50 - read);
    expect([...namesOf(stream), ...namesOf(again)]).toEqual(numbered(1, 51));
  });

  it('go on after their connection to Postgres was lost', async () => {
    const stream = await api.follow(key);
    const client = await api.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

    await recordIn(client, named(['meanwhile']));

    await stream.seen(1);
    expect(namesOf(stream)).toEqual(['meanwhile']);
  });

  it('end with a key that was revoked while nobody could say so', async () => {
    const stream = await api.follow(key);
    const client = await api.connect();
    await client.query('DELETE FROM api_keys WHERE org_id = $1', [orgId]);

    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'restante listener'`,
    );

    await until(() => stream.ended() !== null);
    expect(stream.ended()).toBe('complete');
  });
});
