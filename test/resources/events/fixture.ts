import pg from 'pg';
import { newId } from '../../../src/ids.js';
import type { HubTiming } from '../../../src/live/events/hub.js';
import { KINDS } from '../../../src/store/events/kinds.js';
import { recordEvents, type NewEvent } from '../../../src/store/events/record.js';
import type { Queries } from '../../../src/db/queries.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import { openStream as connectStream, type SseClient } from './sse-client.js';

/** An API with streams of events. */
export interface EventApi extends TestApi {
  openStream(path: string, key: string, headers?: Record<string, string>): Promise<SseClient>;
  /** Opens a stream that has to be let in, and waits until it is told what happens. */
  follow(key: string, query?: string, headers?: Record<string, string>): Promise<SseClient>;
  /** Records something that happened and answers the ids of its events, oldest first. */
  record(events: readonly NewEvent[]): Promise<void>;
  /** A connection of its own, for transactions that overlap. */
  connect(): Promise<pg.Client>;
  /** Streams that the organization's first key has open in this process. */
  openStreams(orgId: string): Promise<number>;
  /** Makes an API key that is bound to inboxes. */
  boundKey(key: string, inboxIds: readonly string[]): Promise<string>;
}

/** Starts one; `timing` makes a test short, `beside` is another process of the same database. */
export async function startEventApi({
  timing = {},
  beside,
}: { timing?: Partial<HubTiming>; beside?: EventApi } = {}): Promise<EventApi> {
  const clients: pg.Client[] = [];
  const streams: SseClient[] = [];
  const api = await startApi({
    ...(beside && { beside }),
    settings: { streamTiming: timing },
  });
  const openStream: EventApi['openStream'] = async (path, key, headers = {}) => {
    const url = new URL(path, api.baseUrl);
    const stream = await connectStream(url, { 'X-API-Key': key, ...headers });
    streams.push(stream);
    return stream;
  };
  return {
    ...api,
    openStream,
    async follow(key, query = '', headers = {}) {
      const stream = await openStream(`/v1/events${query}`, key, headers);
      if (stream.status !== 200) throw new Error(`A stream was answered ${stream.status}`);
      return stream;
    },
    record: (events) => recordEvents(api.database, events),
    async connect() {
      const client = new pg.Client(api.url);
      // One test ends all connections.
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
      return client;
    },
    async openStreams(orgId) {
      const [row] = await api.database.query<{ id: string }>(
        'SELECT id FROM api_keys WHERE org_id = $1 ORDER BY created_at LIMIT 1',
        [orgId],
      );
      return api.open.streams.openStreams(row!.id);
    },
    async boundKey(key, inboxIds) {
      const { body } = await api.call('POST', '/v1/orgs/me/api-keys', {
        key,
        body: { name: 'bound', allowed_inbox_ids: inboxIds },
      });
      return body.api_key as string;
    },
    async close() {
      for (const stream of streams) stream.close();
      for (const client of clients) await client.end().catch(() => undefined);
      await api.close();
    },
  };
}

/** Something that happened to an inbox. */
export function inboxEvent(
  orgId: string,
  name: string,
  { inboxId = newId('inb'), kind = 'inbox.created' }: InboxEventParts = {},
): NewEvent {
  const data = { inbox_id: inboxId, address: `${inboxId}@example.test`, name, status: 'ACTIVE' };
  return { kind, orgId, inboxId, resourceId: inboxId, data };
}

interface InboxEventParts {
  readonly inboxId?: string;
  readonly kind?: 'inbox.created' | 'inbox.paused' | 'inbox.resumed';
}

/** Something that happened to the organization as a whole. */
export const orgEvent = (orgId: string, message: string): NewEvent => ({
  kind: 'webhook.test',
  orgId,
  inboxId: null,
  resourceId: newId('wh'),
  data: { webhook_id: 'wh_1', message },
});

/** That a mail came. */
export const mailEvent = (org: string, emailId: string): NewEvent => ({
  kind: 'email.received',
  orgId: org,
  inboxId: 'inb_1',
  resourceId: emailId,
  data: { ...KINDS['email.received'].example, email_id: emailId },
});

/** The names that `inboxEvent` was given, as a stream told of them. */
export const namesOf = (stream: SseClient): string[] =>
  stream.events.map(({ data }) => (JSON.parse(data) as { data: { name: string } }).data.name);

/** Records events in a transaction of this connection. */
export const recordIn = (client: pg.Client, events: readonly NewEvent[]): Promise<void> =>
  recordEvents(queriesOf(client), events);

const queriesOf = (client: pg.Client): Queries => ({
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
});
