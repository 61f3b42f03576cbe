import { newId } from '../../ids.js';
import { eventBody } from './body.js';
import type { EventData, EventKind } from './kinds.js';
import { wants } from './subscription.js';

/** Something that happened, to be told to whoever subscribed to it. */
export type NewEvent = {
  [Kind in EventKind]: {
    readonly kind: Kind;
    readonly orgId: string;
    /** The inbox it belongs to; null when it belongs to the organization as a whole. */
    readonly inboxId: string | null;
    /** What it tells of; a mail's events are deleted with it. */
    readonly resourceId: string;
    readonly data: EventData<Kind>;
  };
}[EventKind];

/** What runs statements: a database, or the manager of a transaction. */
export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** A webhook as far as it decides what it is told. */
export interface Subscriber {
  readonly id: string;
  readonly org_id: string;
  readonly events: readonly string[];
  readonly inbox_ids: readonly string[] | null;
  readonly ordered: boolean;
  readonly paused: boolean;
}

/** Events with their deliveries, as the two JSON parameters of `recording`. */
export type Recording = readonly [events: string, deliveries: string];

/** A statement: the webhooks of the organizations that `orgIds` gives. */
export const selectSubscribers = (orgIds: string): string => `
SELECT id, org_id, events, inbox_ids, ordered, paused_at IS NOT NULL AS paused
FROM webhooks WHERE active AND org_id = ANY (${orgIds}) ORDER BY id`;

const SUBSCRIBERS = selectSubscribers('$1');

/** The webhooks that organizations have. */
export const subscribersOf = (
  queries: Queries,
  orgIds: readonly string[],
): Promise<readonly Subscriber[]> =>
  queries.query(SUBSCRIBERS, [[...new Set(orgIds)]]) as Promise<Subscriber[]>;

/**
 * Writes down what happened and who is to be told, in the transaction of what it tells.
 * The one way an event comes to be; a statement of its own that tells of mails is made of the same parts.
 */
export async function recordEvents(queries: Queries, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const subscribers = await subscribersOf(
    queries,
    events.map(({ orgId }) => orgId),
  );
  await queries.query(RECORD, [...recordingOf(events, subscribers)]);
}

/** The parameters of a statement that records `events` for those of `subscribers` that want them. */
export function recordingOf(
  events: readonly NewEvent[],
  subscribers: readonly Subscriber[],
): Recording {
  const rows = events.map((event) => ({ ...event, id: newId('evt'), createdAt: new Date() }));
  const deliveries = rows.flatMap((event) =>
    subscribers
      .filter((subscriber) => isFor(subscriber, event))
      .map(({ id, ordered, paused }) => ({
        id: newId('whd'),
        webhook_id: id,
        event_id: event.id,
        queued: !ordered && !paused,
        in_order: ordered && !paused,
      })),
  );
  return [
    JSON.stringify(
      rows.map((event) => ({
        id: event.id,
        org_id: event.orgId,
        kind: event.kind,
        inbox_id: event.inboxId,
        resource_id: event.resourceId,
        created_at: event.createdAt,
        body: eventBody(event),
      })),
    ),
    JSON.stringify(deliveries),
  ];
}

const isFor = (subscriber: Subscriber, event: NewEvent) =>
  subscriber.org_id === event.orgId &&
  wants({ events: subscriber.events, inboxIds: subscriber.inbox_ids }, event);

/** Kinds that hold what a mail said, each told once of a mail or a wait; as the index `events_once` has it. */
export const TOLD_ONCE = `'email.received', 'email.received.spam', 'email.replied', 'thread.created',
    'wait.matched', 'wait.expired'`;

// A notification holds 8,000 bytes; the id of an organization takes 25.
const ORGS_PER_NOTIFICATION = 250;

/**
 * Parts of a statement that write events and deliveries, given as `recordingOf` makes them; `only`
 * says of which rows `e`. A mail that was told of is not told of again. `announced` and
 * `offered` have to be read by the statement.
 */
export const recording = (events: string, deliveries: string, only = 'true'): string => `
event AS (
  INSERT INTO events (id, org_id, kind, inbox_id, resource_id, body, created_at)
  SELECT e.id, e.org_id, e.kind, e.inbox_id, e.resource_id, e.body, e.created_at
  FROM ROWS FROM (jsonb_to_recordset(${events}::jsonb) AS (id text, org_id text, kind text,
    inbox_id text, resource_id text, body text, created_at timestamptz)) WITH ORDINALITY AS e
  WHERE ${only} ORDER BY e.ordinality
  ON CONFLICT (resource_id, kind) WHERE kind IN (${TOLD_ONCE}) DO NOTHING
  RETURNING id, org_id, kind
), addressed AS MATERIALIZED (
  SELECT d.*, event.org_id, event.kind
  FROM ROWS FROM (jsonb_to_recordset(${deliveries}::jsonb) AS (id text, webhook_id text,
    event_id text, queued boolean, in_order boolean)) WITH ORDINALITY AS d
  JOIN event ON event.id = d.event_id
), delivery AS (
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued)
  SELECT id, org_id, webhook_id, event_id, kind, queued FROM addressed ORDER BY ordinality
), in_order AS (
  INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, again)
  SELECT DISTINCT 'start', 'deliverInOrder', 'deliverInOrder:' || webhook_id, org_id, webhook_id, true
  FROM addressed WHERE in_order
  RETURNING pg_notify('outbox_ready', '')
), announced AS MATERIALIZED (
  SELECT pg_notify('event_recorded', string_agg(org_id, ',')) FROM (
    SELECT org_id, (row_number() OVER () - 1) / ${ORGS_PER_NOTIFICATION} AS part
    FROM (SELECT DISTINCT org_id FROM event) AS org) AS orgs
  GROUP BY part
), offered AS MATERIALIZED (
  SELECT pg_notify('delivery_queued', '') FROM addressed WHERE queued LIMIT 1
)`;

const RECORD = `WITH ${recording('$1', '$2')}
SELECT (SELECT count(*) FROM announced) AS announced, (SELECT count(*) FROM offered) AS offered`;
