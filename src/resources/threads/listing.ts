import type { CursorPosition } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { partOf, type PagePart } from '../../db/page.js';
import type { ListedInboxes } from '../../store/inboxes.js';
import { THREAD_JOINS, THREAD_ROW, type ThreadRow } from './rows.js';

// A page is a list as it was when its first page was read. Which mail is the last of a thread is
// decided among the mails that were there then (`top`), so a thread that gets mail meanwhile keeps
// its place in the pages to come instead of moving to the front: it is not missed, it is shown once,
// and no other thread moves. Threads that are new are at the front when the list is read anew.

/** Mails of an inbox above `top` came after the first page. */
type InboxTop = readonly [inboxId: string, top: string];

/** How far an inbox was read: its threads from `below` on were shown. */
type InboxPosition = readonly [...InboxTop, below: string];

/**
 * Few inboxes, each by its own mails. Their uids are in the order of commits, so what is below `top`
 * is all there.
 */
interface PositionInInboxes {
  readonly kind: 'inboxes';
  readonly inboxes: readonly InboxPosition[];
}

/**
 * All of an organization by time of receipt, when there are many inboxes. A mail may be committed
 * after one that was received later in another inbox: what was received up to the `horizon` is all
 * there, and of inboxes with later mail (`fresh`) what is below their `top`.
 */
interface PositionInOrg {
  readonly kind: 'org';
  readonly horizon: string;
  readonly fresh: readonly InboxTop[];
  /** Time of receipt and id of the last mail of the last thread shown. */
  readonly belowAt: string;
  readonly belowId: string;
}

/** Where a page starts. */
export type ThreadPosition = PositionInInboxes | PositionInOrg;

interface ListedRow extends ThreadRow {
  readonly uid: string;
  readonly at: string;
  readonly email_id: string;
}

// Each inbox costs as much as a page, so more are walked together. Of those of a key more are walked
// one by one: among all mail of the organization theirs may be rare.
const FEW_INBOXES = 5;
const FEW_INBOXES_OF_KEY = 20;

const TOPS = `
  SELECT i.id, (SELECT max(e.uid) FROM emails e WHERE e.inbox_id = i.id) AS top FROM (
    SELECT id FROM inboxes
    WHERE org_id = $1 AND deleted_at IS NULL AND ($2::text[] IS NULL OR id = ANY ($2))
    LIMIT $3) AS i`;

// As many as a cursor can hold. Of busier organizations the horizon is nearer.
const FRESH_INBOXES = 50;
// No commit takes longer than this.
const COMMITTED_WITHIN = '10 seconds';

// The order keeps to the newest mails, by their index.
const FRESH = `
  SELECT newest.horizon::text, fresh.inbox_id, fresh.top, fresh.at::text FROM (
    SELECT max(received_at) - interval '${COMMITTED_WITHIN}' AS horizon
    FROM emails WHERE org_id = $1) AS newest
  LEFT JOIN LATERAL (
    SELECT e.inbox_id, max(e.uid) AS top, max(e.received_at) AS at FROM (
      SELECT inbox_id, uid, received_at FROM emails
      WHERE org_id = $1 AND received_at > newest.horizon
      ORDER BY received_at DESC OFFSET 0) AS e
    WHERE $2::text[] IS NULL OR e.inbox_id = ANY ($2)
    GROUP BY e.inbox_id ORDER BY at DESC, e.inbox_id LIMIT ${FRESH_INBOXES + 1}) AS fresh ON true
  ORDER BY fresh.at DESC, fresh.inbox_id`;

/** A row of `FRESH`: one at least, of which but the horizon may be null. */
interface FreshRow {
  readonly horizon: string | null;
  readonly inbox_id: string | null;
  readonly top: string;
  readonly at: string;
}

/** Where the first page starts. */
export async function startOf(database: Database, listed: ListedInboxes): Promise<ThreadPosition> {
  const few = listed.inboxIds ? FEW_INBOXES_OF_KEY : FEW_INBOXES;
  const values = [listed.orgId, listed.inboxIds, few + 1];
  const rows = await database.query<{ id: string; top: string | null }>(TOPS, values);
  if (rows.length > few) return startOfOrg(database, listed);
  const inboxes = rows.flatMap(({ id, top }): InboxPosition[] =>
    top === null ? [] : [[id, top, (BigInt(top) + 1n).toString()]],
  );
  return { kind: 'inboxes', inboxes };
}

async function startOfOrg(database: Database, listed: ListedInboxes): Promise<ThreadPosition> {
  const rows = await database.query<FreshRow>(FRESH, [listed.orgId, listed.inboxIds]);
  const fresh = rows
    .slice(0, FRESH_INBOXES)
    .flatMap(({ inbox_id: id, top }): InboxTop[] => (id === null ? [] : [[id, top]]));
  // Of an organization without mail nothing counts.
  const horizon = rows[FRESH_INBOXES]?.at ?? rows[0]?.horizon ?? '-infinity';
  return { kind: 'org', horizon, fresh, belowAt: 'infinity', belowId: '' };
}

/** The place a cursor holds. */
export const fromPosition = ([place]: CursorPosition): ThreadPosition =>
  JSON.parse(String(place)) as ThreadPosition;

/** The part of the list that starts at `place`. */
export async function readPart(
  database: Database,
  listed: ListedInboxes,
  place: ThreadPosition,
  limit: number,
): Promise<PagePart<ThreadRow>> {
  const rows = await (place.kind === 'org'
    ? database.query<ListedRow>(PAGE_OF_ORG, [
        listed.orgId,
        listed.inboxIds,
        place.horizon,
        place.fresh.map(([inboxId]) => inboxId),
        place.fresh.map(([, top]) => top),
        place.belowAt,
        place.belowId,
        limit + 1,
      ])
    : database.query<ListedRow>(PAGE_OF_INBOXES, [
        listed.orgId,
        place.inboxes.map(([inboxId]) => inboxId),
        place.inboxes.map(([, top]) => top),
        place.inboxes.map(([, , below]) => below),
        limit + 1,
      ]));
  return partOf(rows, limit, () => [JSON.stringify(placeAfter(place, rows.slice(0, limit)))]);
}

function placeAfter(place: ThreadPosition, shown: readonly ListedRow[]): ThreadPosition {
  if (place.kind === 'org') {
    const last = shown.at(-1)!;
    return { ...place, belowAt: last.at, belowId: last.email_id };
  }
  // Those of an inbox are in the order of their uids: the last one is the lowest.
  const below = new Map(shown.map(({ inbox_id, uid }) => [inbox_id, uid]));
  return {
    ...place,
    inboxes: place.inboxes.map(([id, top, before]) => [id, top, below.get(id) ?? before]),
  };
}

const LISTED_ROW = `${THREAD_ROW}, shown.uid, last.received_at::text AS at, last.id AS email_id`;

// The time that sorts never grows within an inbox, whatever the clock did: its threads stay in the
// order of their uids.
const PAGE_OF_INBOXES = `
  WITH found AS (
    SELECT w.inbox_id, m.thread_id, m.uid, min(e.received_at)
      OVER (PARTITION BY w.inbox_id ORDER BY m.uid DESC) AS sorted_by
    FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS w(inbox_id, top, below)
    JOIN inboxes i ON i.id = w.inbox_id AND i.org_id = $1 AND i.deleted_at IS NULL
    CROSS JOIN LATERAL last_mails(w.inbox_id, w.top, w.below, $5) AS m
    JOIN emails e ON e.inbox_id = w.inbox_id AND e.uid = m.uid
  ), shown AS MATERIALIZED (
    SELECT * FROM found ORDER BY sorted_by DESC, inbox_id, uid DESC LIMIT $5
  )
  SELECT ${LISTED_ROW} FROM shown ${THREAD_JOINS}
  ORDER BY shown.sorted_by DESC, shown.inbox_id, shown.uid DESC`;

const PAGE_OF_ORG = `
  SELECT ${LISTED_ROW} FROM last_mails_of_org($1, $2, $3, $4, $5, $6, $7, $8) AS shown ${THREAD_JOINS}
  ORDER BY last.received_at DESC, last.id DESC`;
