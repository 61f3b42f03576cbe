import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { combine, notify, statement, type SqlPart } from '../statement.js';
import { eventBody } from './body.js';
import type { EventData, EventKind } from './kinds.js';

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

/**
 * Writes down what happened, in the transaction of what it tells. The one way an event comes to be; a
 * statement of its own that tells of mails is made of the same parts.
 */
export async function recordEvents(queries: Queries, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await queries.query(RECORD, [eventRows(events)]);
}

/** Events as the JSON parameter of `insertEvents`. */
export const eventRows = (events: readonly NewEvent[]): string =>
  JSON.stringify(
    events.map((event) => {
      const { kind, orgId, inboxId, resourceId } = event;
      const own = { id: newId('evt'), createdAt: new Date() };
      return {
        id: own.id,
        org_id: orgId,
        kind,
        inbox_id: inboxId,
        resource_id: resourceId,
        created_at: own.createdAt,
        body: eventBody(event, own),
      };
    }),
  );

/** Kinds that hold what a mail said, each told once of a mail or a wait; as the index `events_once` has it. */
export const TOLD_ONCE = `'email.received', 'email.received.spam', 'email.replied', 'thread.created',
    'wait.matched', 'wait.expired'`;

/** In SQL what `wants` says of the webhook `w` and the event `event`. */
const WANTED = `(w.inbox_ids IS NULL OR event.inbox_id = ANY (w.inbox_ids))
      AND w.events && ARRAY[event.kind, '*', split_part(event.kind, '.', 1) || '.*']`;

/**
 * Parts of a statement that write events, given as `eventRows` makes them, and whom each is told to:
 * the webhooks that want it now. Their deliveries are made later, as they would hold up whatever this is
 * a part of. `only` says of which rows `e`. A mail that was told of is not told of again. A test is told
 * to the webhook that is tested alone.
 */
export const insertEvents = (events: string, only = 'true'): SqlPart =>
  combine([
    `event AS (
  INSERT INTO events (id, org_id, kind, inbox_id, resource_id, body, created_at)
  SELECT e.id, e.org_id, e.kind, e.inbox_id, e.resource_id, e.body, e.created_at
  FROM ROWS FROM (jsonb_to_recordset(${events}::jsonb) AS (id text, org_id text, kind text,
    inbox_id text, resource_id text, body text, created_at timestamptz)) WITH ORDINALITY AS e
  WHERE ${only} ORDER BY e.ordinality
  ON CONFLICT (resource_id, kind) WHERE kind IN (${TOLD_ONCE}) DO NOTHING
  RETURNING id, seq, org_id, kind, inbox_id
), fan_out AS (
  INSERT INTO fan_outs (org_id, event_id, webhook_ids)
  SELECT event.org_id, event.id, wanting.ids FROM event CROSS JOIN LATERAL (
    SELECT array_agg(w.id) AS ids FROM webhooks w
    WHERE w.org_id = event.org_id AND w.active AND ${WANTED}) AS wanting
  WHERE wanting.ids IS NOT NULL AND event.kind <> 'webhook.test'
  ORDER BY event.seq
  RETURNING cardinality(webhook_ids) AS webhooks
)`,
    notify('event_recorded', 'SELECT DISTINCT org_id FROM event'),
    notify('fan_out_ready', 'SELECT FROM fan_out'),
  ]);

const RECORD = statement([insertEvents('$1')]);
