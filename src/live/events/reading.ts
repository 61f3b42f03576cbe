import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import { isThere } from '../../store/grants.js';
import { parseSnapshot, type EventPosition, type Snapshot } from '../../store/events/position.js';
import { formatEvent } from './sse.js';

/** An event as streams hand it on. */
export interface StoredEvent {
  readonly orgId: string;
  readonly kind: string;
  readonly inboxId: string | null;
  readonly position: EventPosition;
  /** Its bytes on the wire: made once, shared by all streams. */
  readonly frame: Buffer;
}

/** What a look at storage found. */
export interface EventBatch {
  /** In the order of commits; of each organization without a hole. */
  readonly events: readonly StoredEvent[];
  /** Whether there is more to be read now. */
  readonly more: boolean;
  /** Everything before this transaction is over: nothing will commit there any more. */
  readonly reached: number;
  /** Organizations with events that older transactions may still come before. */
  readonly held: ReadonlySet<string>;
}

/** How much one look reads at most. */
export interface ReadLimits {
  readonly rows: number;
  /** Of bodies, and the one that goes beyond. */
  readonly bytes: number;
}

/** Where a stream can start. */
export interface Start {
  readonly keyIsValid: boolean;
  /** What was over before: events of it are not news. */
  readonly now: Snapshot;
  /** The event to go on after; null when there is none of this id in the organization. */
  readonly after: EventPosition | null;
  /** One of the newest events that the caller may see, where nothing is resumed. */
  readonly newestId: string | null;
}

/** Who wants to start where. */
export interface StartRequest {
  readonly orgId: string;
  readonly principalId: string;
  readonly lastEventId: string | null;
  /** Null: every inbox. */
  readonly inboxIds: readonly string[] | null;
}

// Each organization by its own index range, so that one that is far behind costs the others nothing.
// Bodies of what may not be told yet, or is too much for one look, stay where they are.
const LOOK = `
WITH bound AS MATERIALIZED (SELECT settled_xid() AS xmin),
found AS MATERIALIZED (
  SELECT e.* FROM unnest($1::text[], $2::xid8[], $3::bigint[]) AS o (org_id, xid, seq)
  CROSS JOIN LATERAL (
    SELECT id, org_id, kind, inbox_id, xid, seq, body FROM events
    WHERE org_id = o.org_id AND (xid, seq) > (o.xid, o.seq) AND body <> ''
    ORDER BY xid, seq LIMIT $4) AS e
  ORDER BY e.xid, e.seq LIMIT $4
), sized AS (
  SELECT *, coalesce(sum(octet_length(body)) OVER (
    ORDER BY xid, seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM found
)
SELECT bound.xmin::text AS reached, id, org_id AS "orgId", kind, inbox_id AS "inboxId",
  xid::text AS xid, seq::text AS seq, CASE WHEN xid < xmin AND before < $5 THEN body END AS body
FROM bound LEFT JOIN sized ON true ORDER BY sized.xid, sized.seq`;

// A bound key is shown ids of events that it may see; it is not worth looking for them at length.
const START = `
SELECT ${isThere('asked."principalId"')} AS "keyIsValid",
  pg_current_snapshot()::text AS now, xid_offset()::text AS "offset", after.xid::text AS xid, after.seq::text AS seq,
  newest.id AS "newestId"
FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS ("orgId" text, "principalId" text, "lastEventId" text,
  "inboxIds" text[])) WITH ORDINALITY AS asked
LEFT JOIN events AS after ON after.id = asked."lastEventId" AND after.org_id = asked."orgId"
LEFT JOIN LATERAL (
  SELECT id FROM (
    SELECT id, inbox_id, xid, seq FROM events
    WHERE org_id = asked."orgId" AND xid < settled_xid()
    ORDER BY xid DESC, seq DESC LIMIT 100) AS recent
  WHERE asked."inboxIds" IS NULL OR inbox_id = ANY (asked."inboxIds")
  ORDER BY xid DESC, seq DESC LIMIT 1) AS newest ON asked."lastEventId" IS NULL
ORDER BY asked.ordinality`;

const REVOKED = `
SELECT id FROM unnest($1::text[]) AS id
WHERE NOT ${isThere('id.id')}`;

const STARTS = { maxItems: 100, concurrency: 2 };

interface LookRow extends Pick<StoredEvent, 'orgId' | 'kind' | 'inboxId'> {
  readonly reached: string;
  /** Null in the one row of a look that found nothing. */
  readonly id: string | null;
  readonly xid: string;
  readonly seq: string;
  readonly body: string | null;
}

interface StartRow extends Pick<Start, 'keyIsValid' | 'newestId'> {
  readonly now: string;
  readonly offset: string;
  readonly xid: string | null;
  readonly seq: string | null;
}

/** What streams ask of storage. */
export class EventStore {
  /** Where a stream can start, and whether its key still stands. */
  readonly start: (request: StartRequest) => Promise<Start>;

  constructor(private readonly database: Queries) {
    // A thousand clients may come back in the same second.
    this.start = createBatcher((requests) => this.startAll(requests), STARTS);
  }

  /** What organizations were told after these positions. Nothing will ever commit in between. */
  async look(
    positions: ReadonlyMap<string, EventPosition>,
    limits: ReadLimits,
  ): Promise<EventBatch> {
    const after = [...positions.values()];
    const rows = await this.database.query<LookRow>(LOOK, [
      [...positions.keys()],
      after.map(({ xid }) => String(xid)),
      after.map(({ seq }) => String(seq)),
      limits.rows,
      limits.bytes,
    ]);
    return readLook(rows, limits);
  }

  /** Those of the keys that are not there any more. */
  async revoked(principalIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(REVOKED, [principalIds]);
    return rows.map(({ id }) => id);
  }

  private async startAll(requests: readonly StartRequest[]): Promise<Start[]> {
    const rows = await this.database.query<StartRow>(START, [JSON.stringify(requests)]);
    return rows.map(({ keyIsValid, newestId, now, offset, xid, seq }) => ({
      keyIsValid,
      newestId,
      now: parseSnapshot(now, Number(offset)),
      after: xid === null ? null : { xid: Number(xid), seq: Number(seq) },
    }));
  }
}

function readLook(rows: readonly LookRow[], limits: ReadLimits): EventBatch {
  const reached = Number(rows[0]?.reached);
  const found = rows.filter(({ id }) => id !== null);
  const settled = found.filter(({ xid }) => Number(xid) < reached);
  const unread = settled.findIndex(({ body }) => body === null);
  const events = unread < 0 ? settled : settled.slice(0, unread);
  return {
    events: events.map(toEvent),
    more: unread >= 0 || settled.length === limits.rows,
    reached,
    held: new Set(found.slice(settled.length).map(({ orgId }) => orgId)),
  };
}

const toEvent = ({ id, orgId, kind, inboxId, xid, seq, body }: LookRow): StoredEvent => ({
  orgId,
  kind,
  inboxId,
  position: { xid: Number(xid), seq: Number(seq) },
  frame: formatEvent(id ?? '', kind, body ?? ''),
});
