import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/ids.js';
import { emailRemoval } from '../../src/store/mail/remove.js';
import {
  inboxEvent,
  mailEvent,
  namesOf,
  orgEvent,
  startEventApi,
  type EventApi,
} from '../resources/events/fixture.js';
import { until } from '../support/mail-api.js';
import { TABLES } from '../../src/catalogue.js';

const removeEmails = emailRemoval(TABLES);

let api: EventApi;
let orgId: string;
let key: string;

beforeAll(async () => {
  api = await startEventApi({ timing: { heartbeatEvery: 50 } });
});
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
});
afterAll(() => api.close());

const refusal = async (path: string, headers: Record<string, string> = {}, by = key) => {
  const { status, body } = await api.call('GET', path, { key: by, headers });
  return [status, (body as { error: string }).error];
};

describe('GET /v1/events', () => {
  it('opens at once, with the headers of every answer and none that would hold it up', async () => {
    const stream = await api.follow(key);

    await until(() => stream.comments.length > 0);

    expect(stream.retry()).toBe(1_000);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-ratelimit-limit': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['content-length']).toBeUndefined();
  });

  it('tells what happens from then on, in the bytes that are stored', async () => {
    await api.record([inboxEvent(orgId, 'before')]);
    const stream = await api.follow(key);

    await api.record([inboxEvent(orgId, 'one'), orgEvent(orgId, 'two')]);

    const events = await stream.seen(2);
    const stored = await api.database.query<{ id: string; kind: string; body: string }>(
      'SELECT id, kind, body FROM events WHERE org_id = $1 ORDER BY seq OFFSET 1',
      [orgId],
    );
    expect(events).toEqual(stored.map(({ id, kind, body }) => ({ id, event: kind, data: body })));
    expect(JSON.parse(events[0]!.data)).toMatchObject({
      id: events[0]!.id,
      event: 'inbox.created',
    });
  });

  it('says where to go on, also before the first event', async () => {
    const first = await api.follow(key);
    await api.record([inboxEvent(orgId, 'one')]);
    await first.seen(1);
    const stream = await api.follow(key);
    await until(() => stream.comments.length > 0);
    stream.close();
    await api.record([inboxEvent(orgId, 'missed')]);

    const again = await api.follow(key, '', { 'Last-Event-ID': stream.lastEventId() });

    await again.seen(1);
    expect(namesOf(again)).toEqual(['missed']);
  });

  it('goes on after an event whose mail was deleted, and tells of that mail no more', async () => {
    const first = await api.follow(key);
    await api.record([mailEvent(orgId, 'eml_gone'), mailEvent(orgId, 'eml_gone_too')]);
    const [last] = await first.seen(1);
    await api.database.transaction((manager) =>
      removeEmails(manager, ['eml_gone', 'eml_gone_too']),
    );
    await api.record([inboxEvent(orgId, 'after')]);

    const again = await api.follow(key, '', { 'Last-Event-ID': last!.id });

    await again.seen(1);
    expect(namesOf(again)).toEqual(['after']);
  });

  it('keeps a quiet stream alive', async () => {
    const stream = await api.follow(key);

    await until(() => stream.comments.length > 2);

    expect(stream.events).toEqual([]);
  });

  it('tells nothing of other organizations', async () => {
    const other = await api.createOrg();
    const stream = await api.follow(key);

    await api.record([inboxEvent(other.orgId, 'other'), inboxEvent(orgId, 'own')]);

    await stream.seen(1);
    expect(namesOf(stream)).toEqual(['own']);
  });

  it.each([
    ['a kind', 'inbox.paused', ['b']],
    ['kinds', 'inbox.paused, inbox.resumed', ['b', 'c']],
    ['a wildcard', 'email.*,inbox.*', ['a', 'b', 'c']],
    ['everything', '*', ['a', 'b', 'c']],
  ])('tells of %s alone when asked to', async (_what, events, names) => {
    const stream = await api.follow(key, `?events=${encodeURIComponent(events)}`);

    await api.record([
      inboxEvent(orgId, 'a'),
      inboxEvent(orgId, 'b', { kind: 'inbox.paused' }),
      inboxEvent(orgId, 'c', { kind: 'inbox.resumed' }),
      inboxEvent(orgId, 'end', { kind: 'inbox.paused' }),
    ]);

    await until(() => namesOf(stream).includes('end'));
    expect(namesOf(stream)).toEqual([...names, 'end']);
  });

  it('tells of one inbox alone when asked to', async () => {
    const inboxId = await api.createInboxRow(orgId);
    const stream = await api.follow(key, `?inbox_id=${inboxId}`);

    await api.record([
      inboxEvent(orgId, 'other'),
      orgEvent(orgId, 'whole'),
      inboxEvent(orgId, 'own', { inboxId }),
    ]);

    await stream.seen(1);
    expect(namesOf(stream)).toEqual(['own']);
  });

  it('tells a bound key of its inboxes alone, live and from storage', async () => {
    const inboxId = await api.createInboxRow(orgId);
    const bound = await api.boundKey(key, [inboxId]);
    await api.record([inboxEvent(orgId, 'first', { inboxId })]);
    const [first] = await api.database.query<{ id: string }>(
      'SELECT id FROM events WHERE inbox_id = $1',
      [inboxId],
    );
    const live = await api.follow(bound);

    await api.record([
      inboxEvent(orgId, 'other'),
      orgEvent(orgId, 'whole'),
      inboxEvent(orgId, 'own', { inboxId }),
    ]);

    await live.seen(1);
    const resumed = await api.follow(bound, `?last_event_id=${first!.id}`);
    await resumed.seen(1);
    expect([namesOf(live), namesOf(resumed)]).toEqual([['own'], ['own']]);
    expect(live.comments.join()).not.toContain('evt_');
  });

  it('takes Last-Event-ID before the query, and an empty one as none', async () => {
    await api.record(['a', 'b', 'c'].map((name) => inboxEvent(orgId, name)));
    const ids = await api.database.query<{ id: string }>(
      'SELECT id FROM events WHERE org_id = $1 ORDER BY seq',
      [orgId],
    );
    const query = `?last_event_id=${ids[0]!.id}`;

    const byHeader = await api.follow(key, query, { 'Last-Event-ID': ids[1]!.id });
    const byQuery = await api.follow(key, query, { 'Last-Event-ID': '' });

    await byHeader.seen(1);
    await byQuery.seen(2);
    expect([namesOf(byHeader), namesOf(byQuery)]).toEqual([['c'], ['b', 'c']]);
  });

  it.each([
    ['an unknown kind', '?events=inbox.created,mail.received', /^events\[1\] must be a kind/],
    ['an empty kind', '?events=', /^events\[0\] must be a kind/],
    ['kinds given twice', '?events=a&events=b', /^events must be given once/],
    ['an empty inbox', '?inbox_id=', /^inbox_id must not be empty/],
  ])('refuses %s with 400', async (_what, query, message) => {
    expect(await refusal(`/v1/events${query}`)).toEqual([400, expect.stringMatching(message)]);
  });

  it('refuses to go on after what is not there or not its own, in the same words', async () => {
    const other = await api.createOrg();
    await api.record([inboxEvent(other.orgId, 'other')]);
    const [foreign] = await api.database.query<{ id: string }>(
      'SELECT id FROM events WHERE org_id = $1',
      [other.orgId],
    );
    const answers = [
      await refusal('/v1/events', { 'Last-Event-ID': newId('evt') }),
      await refusal('/v1/events', { 'Last-Event-ID': 'x' }),
      await refusal(`/v1/events?last_event_id=${foreign!.id}`),
    ];
    const expected = [
      400,
      expect.stringMatching(
        /^last_event_id, or the header Last-Event-ID, must be the id of an event/,
      ),
    ];
    expect(answers).toEqual([expected, expected, expected]);
    expect(api.open.streams.openStreams('')).toBe(0);
  });

  it('refuses inboxes that are not there, or not the caller’s', async () => {
    const other = await api.createOrg();
    const own = await api.createInboxRow(orgId);
    const foreign = await api.createInboxRow(other.orgId);
    const bound = await api.boundKey(key, [own]);
    const reached = await api.createInboxRow(orgId);

    expect(await refusal(`/v1/events?inbox_id=${newId('inb')}`)).toEqual([404, 'Inbox not found']);
    expect(await refusal(`/v1/events?inbox_id=${foreign}`)).toEqual([403, expect.any(String)]);
    expect(await refusal(`/v1/events?inbox_id=${reached}`, {}, bound)).toEqual([
      403,
      expect.any(String),
    ]);
  });

  it('needs a key with emails:read', async () => {
    const { body } = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'writer', scopes: ['emails:write'] },
    });
    expect(await refusal('/v1/events', {}, body.api_key as string)).toEqual([
      403,
      'This key lacks the scope emails:read',
    ]);
    expect((await api.call('GET', '/v1/events')).status).toBe(401);
  });

  it('answers HEAD without opening a stream', async () => {
    const open = api.open.streams.size;
    const { status, headers } = await api.call('HEAD', '/v1/events', { key });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    expect(api.open.streams.size).toBe(open);
  });

  it('opens at most 100 with one key', async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => api.follow(key)));

    expect(await refusal('/v1/events')).toEqual([429, expect.stringContaining('100 streams')]);

    streams[0]!.close();
    await until(async () => {
      const stream = await api.openStream('/v1/events', key);
      return stream.status === 200;
    });
  });

  it('ends with its key, and others go on', async () => {
    const { body } = await api.call('POST', '/v1/orgs/me/api-keys', { key, body: { name: 'b' } });
    const [going, staying] = [await api.follow(body.api_key as string), await api.follow(key)];

    await api.call('DELETE', `/v1/orgs/me/api-keys/${body.id as string}`, { key });

    await until(() => going.ended() !== null);
    expect(going.ended()).toBe('complete');
    await api.record([inboxEvent(orgId, 'on')]);
    await staying.seen(1);
    expect(namesOf(staying)).toEqual(['on']);
    expect((await api.openStream('/v1/events', body.api_key as string)).status).toBe(401);
  });

  it('frees everything when the client goes', async () => {
    const stream = await api.follow(key);
    // Those of other tests may still be ending.
    const during = api.open.streams.size;

    stream.close();

    await until(() => api.open.streams.size < during);
  });
});

it('ends every stream when the server stops', async () => {
  const second = await startEventApi({ beside: api });
  const stream = await second.follow(key);

  await second.close();

  await until(() => stream.ended() !== null);
});
