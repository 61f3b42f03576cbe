import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import { ToolAnswers } from '../../../src/resources/tool-sessions/answers.js';
import {
  SESSIONS_PER_OWNER,
  ToolSessions,
  type SessionOwner,
} from '../../../src/resources/tool-sessions/service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { testServices } from '../../support/services.js';

const VERSION = '2025-11-25';

let test: TestDatabase;
let sessions: ToolSessions;
let owner: SessionOwner;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(() => {
  sessions = new ToolSessions(test.database);
  owner = { orgId: newId('org'), ownerId: newId('key') };
});
afterAll(() => test.drop());

const unusedFor = (id: string, time: string) =>
  test.database.query(
    'UPDATE tool_sessions SET used_at = now() - $2::text::interval WHERE id = $1',
    [id, time],
  );
const usedAt = async (id: string) =>
  (
    await test.database.query<{ used_at: Date }>(
      'SELECT used_at FROM tool_sessions WHERE id = $1',
      [id],
    )
  )[0]?.used_at;

describe('a session', () => {
  it('is found by its owner, in any process, and by nobody else', async () => {
    const { id } = await sessions.begin(owner, VERSION);
    const elsewhere = new ToolSessions(test.database);

    expect(await elsewhere.find(owner, id)).toEqual({
      ...{ ...owner, id, protocolVersion: VERSION, listed: null },
    });
    expect(await elsewhere.find({ ...owner, ownerId: newId('key') }, id)).toBeNull();
    expect(await elsewhere.find({ ...owner, orgId: newId('org') }, id)).toBeNull();
  });

  it('is each the one that was asked for, however many are asked for at once', async () => {
    const others = { orgId: newId('org'), ownerId: newId('key') };
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => sessions.begin(n % 2 ? owner : others, VERSION)),
    );

    const found = await Promise.all(
      made.map(({ id }, n) => sessions.find(n % 3 ? owner : others, id)),
    );

    expect(found.map((session) => session?.id ?? null)).toEqual(
      made.map(({ id, ownerId }, n) => (ownerId === (n % 3 ? owner : others).ownerId ? id : null)),
    );
  });

  it('ends after a day without use', async () => {
    const { id } = await sessions.begin(owner, VERSION);
    await unusedFor(id, '23 hours 59 minutes');
    expect(await sessions.find(owner, id)).not.toBeNull();
    const now = Date.now();
    // That it is used is noted behind the answer.
    while ((await usedAt(id))!.getTime() < now - 60_000) await new Promise(setImmediate);

    await unusedFor(id, '24 hours 1 second');
    expect(await sessions.find(owner, id)).toBeNull();
    await testServices(test).background.retention.purgeChunk(100);
    expect(await usedAt(id)).toBeUndefined();
  });

  it('is noted as used once a minute', async () => {
    const { id } = await sessions.begin(owner, VERSION);
    const before = await usedAt(id);
    await sessions.find(owner, id);
    expect(await usedAt(id)).toEqual(before);

    await unusedFor(id, '2 minutes');
    await sessions.find(owner, id);
    while ((await usedAt(id))! < before!) await new Promise(setImmediate);
  });

  it('makes room, when it is the one unused for longest of a thousand', async () => {
    const first = await Promise.all(
      Array.from({ length: SESSIONS_PER_OWNER }, () => sessions.begin(owner, VERSION)),
    );
    const [old, older] = first;
    await unusedFor(old!.id, '2 hours');
    await unusedFor(older!.id, '3 hours');

    await sessions.begin(owner, VERSION);
    expect(await usedAt(older!.id)).toBeUndefined();
    expect(await usedAt(old!.id)).toBeDefined();

    await Promise.all([sessions.begin(owner, VERSION), sessions.begin(owner, VERSION)]);
    expect(await usedAt(old!.id)).toBeUndefined();
    const [count] = await test.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM tool_sessions WHERE owner_id = $1',
      [owner.ownerId],
    );
    expect(count!.count).toBe(SESSIONS_PER_OWNER);
  });

  it('is ended by its owner alone', async () => {
    const { id } = await sessions.begin(owner, VERSION);

    expect(await sessions.end({ ...owner, ownerId: newId('key') }, id)).toBe(false);
    expect(await sessions.end(owner, id)).toBe(true);
    expect(await sessions.end(owner, id)).toBe(false);
  });
});

describe('a kept answer', () => {
  // What seals is tested with the vault.
  const vault = {
    seal: async (_org: string, _place: unknown, text: string | Buffer) => Buffer.from(text),
    open: async (_org: string, _place: unknown, sealed: Buffer) => sealed.toString(),
  };

  it('is there for ten minutes, for its session', async () => {
    const answers = new ToolAnswers({ database: test.database, vault });
    const [one, other] = [
      await sessions.begin(owner, VERSION),
      await sessions.begin(owner, VERSION),
    ];
    await answers.keep(one, 'mca_1', 'frames');
    await answers.keep(one, 'mca_2', null);

    expect(await answers.find(one, 'mca_1')).toBe('frames');
    expect(await answers.find(one, 'mca_2')).toBeNull();
    expect(await answers.find(one, 'mca_3')).toBeUndefined();
    expect(await answers.find(other, 'mca_1')).toBeUndefined();

    await test.database.query(
      `UPDATE tool_answers SET created_at = now() - interval '10 minutes 1 second'`,
      [],
    );
    expect(await answers.find(one, 'mca_1')).toBeUndefined();
  });
});
