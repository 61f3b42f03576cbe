import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { notify, statement } from '../../store/statement.js';
import { UNUSED } from './tables.js';

/** Whose a session is. */
export interface SessionOwner {
  readonly orgId: string;
  /** The API key or the grant that a request shows. */
  readonly ownerId: string;
}

/** A session: all that one request tells another. */
export interface ToolSession extends SessionOwner {
  readonly id: string;
  readonly protocolVersion: string;
  /** A hash of the tools that it was told of last; null before that. */
  readonly listed: string | null;
}

interface SessionRow {
  readonly id: string;
  readonly owner_id: string;
  readonly protocol_version: string;
  readonly listed: string | null;
  readonly is_stale: boolean;
}

/** Sessions that one owner may have: the longest unused one makes room. */
export const SESSIONS_PER_OWNER = 1_000;
// How exactly it is known when a session was used last: a busy one is written once in this time.
const USED_WITHIN = '1 minute';
const BATCHES = { maxItems: 500, concurrency: 2 };

const WANTED = 'unnest($1::text[], $2::text[], $3::text[]) AS wanted (id, org_id, owner_id)';

const FIND = `
SELECT session.id, session.owner_id, protocol_version, listed, used_at < now() - interval '${USED_WITHIN}' AS is_stale
FROM ${WANTED} JOIN tool_sessions AS session USING (id, org_id, owner_id)
WHERE used_at >= now() - interval '${UNUSED}'`;

const BEGIN = `
WITH made AS (
  INSERT INTO tool_sessions (id, org_id, owner_id, protocol_version)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
), owners AS (
  SELECT org_id, owner_id, count(*) AS new FROM ${WANTED} GROUP BY org_id, owner_id
)
DELETE FROM tool_sessions WHERE id IN (
  SELECT unused.id FROM owners CROSS JOIN LATERAL (
    SELECT id FROM tool_sessions AS session
    WHERE session.owner_id = owners.owner_id AND session.org_id = owners.org_id
    ORDER BY used_at DESC OFFSET greatest(${SESSIONS_PER_OWNER} - owners.new, 0)) AS unused)`;

const TOUCH = `
UPDATE tool_sessions SET used_at = now()
FROM ${WANTED} WHERE tool_sessions.id = wanted.id AND tool_sessions.org_id = wanted.org_id
  AND tool_sessions.owner_id = wanted.owner_id`;

const LISTED = `
UPDATE tool_sessions SET listed = $4 WHERE id = $1 AND org_id = $2 AND owner_id = $3`;

const END = statement(
  [
    `gone AS (
      DELETE FROM tool_sessions WHERE id = $1 AND org_id = $2 AND owner_id = $3 RETURNING id)`,
    notify('tool_session_told', `SELECT 'ended ' || id FROM gone`),
  ],
  'SELECT id FROM gone',
);

/** Sessions as rows: whichever process a request reaches knows them. */
export class ToolSessions {
  private readonly findOne: (sought: SessionKey) => Promise<SessionRow | null>;
  private readonly beginOne: (session: ToolSession) => Promise<void>;

  constructor(private readonly database: Queries) {
    this.findOne = createBatcher((sought) => findAll(database, sought), BATCHES);
    this.beginOne = createBatcher((sessions) => beginAll(database, sessions), BATCHES);
  }

  /** A new session; the longest unused one of an owner that has too many ends. */
  async begin(owner: SessionOwner, protocolVersion: string): Promise<ToolSession> {
    const session = { ...owner, id: newId('mcp'), protocolVersion, listed: null };
    await this.beginOne(session);
    return session;
  }

  /** Null when there is none, or it is not the owner's; it is used from now on. */
  async find({ orgId, ownerId }: SessionOwner, id: string): Promise<ToolSession | null> {
    const row = await this.findOne({ id, orgId, ownerId });
    if (!row) return null;
    const { protocol_version: protocolVersion, listed } = row;
    const session = { id, orgId, ownerId, protocolVersion, listed };
    // Nobody waits for it: the next request of the session would find it as stale again.
    if (row.is_stale) void this.touch([session]).catch(() => undefined);
    return session;
  }

  /** That these are in use. */
  async touch(sessions: readonly SessionKey[]): Promise<void> {
    await this.database.query(TOUCH, columnsOf(sessions));
  }

  /** Which tools the session knows now. */
  async setListed({ id, orgId, ownerId }: ToolSession, listed: string): Promise<void> {
    await this.database.query(LISTED, [id, orgId, ownerId, listed]);
  }

  /** Ends a session, its calls and its streams; false when there is none of this owner. */
  async end({ orgId, ownerId }: SessionOwner, id: string): Promise<boolean> {
    return (await this.database.query(END, [id, orgId, ownerId])).length > 0;
  }
}

type SessionKey = Pick<ToolSession, 'id' | 'orgId' | 'ownerId'>;

const columnsOf = (sessions: readonly SessionKey[]) => [
  sessions.map(({ id }) => id),
  sessions.map(({ orgId }) => orgId),
  sessions.map(({ ownerId }) => ownerId),
];

async function findAll(
  database: Queries,
  sought: readonly SessionKey[],
): Promise<(SessionRow | null)[]> {
  const rows = await database.query<SessionRow>(FIND, columnsOf(sought));
  const found = new Map(rows.map((row) => [pairOf(row.id, row.owner_id), row]));
  return sought.map(({ id, ownerId }) => found.get(pairOf(id, ownerId)) ?? null);
}

const pairOf = (id: string, ownerId: string) => `${id} ${ownerId}`;

async function beginAll(database: Queries, sessions: readonly ToolSession[]): Promise<void[]> {
  const versions = sessions.map(({ protocolVersion }) => protocolVersion);
  await database.query(BEGIN, [...columnsOf(sessions), versions]);
  return sessions.map(() => undefined);
}
