import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import type { Queries } from '../../db/queries.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import { NOT_AWAITED, notify, statement, type SqlPart } from '../../store/statement.js';
import { browserSession, browserStep } from './schema.js';

/** A session. */
export type BrowserSessionRow = FromWire<z.input<typeof browserSession>> & {
  readonly orgId: string;
};

const SEALED_OF_STEP = { ok: true, error: true, page: true, has_screenshot: true } as const;

/** What is done in a session; what it says is sealed. */
export interface BrowserStepRow extends FromWire<
  Omit<z.input<typeof browserStep>, keyof typeof SEALED_OF_STEP>
> {
  readonly id: string;
}

// What says how it ended is told apart below.
const SESSION_FIELDS = fieldsOf(browserSession.omit({ status: true, why: true, ended_at: true }));

// What time has ended, whoever says so first.
const isOver = `browser_sessions.status = 'OPEN'
    AND (browser_sessions.expires_at <= now() OR browser_sessions.lease_until < now())`;
const OVER_STATUS = `CASE WHEN expires_at <= now() THEN 'CLOSED' ELSE 'LOST' END`;
const OVER_WHY = `CASE WHEN expires_at <= now() THEN 'Its time was up' ELSE 'Its process is gone' END`;

/** SQL: the columns of a `BrowserSessionRow`. */
export const SESSION_COLUMNS = `${columnsOf('browser_sessions', ['orgId', ...SESSION_FIELDS])},
  CASE WHEN ${isOver} THEN ${OVER_STATUS} ELSE browser_sessions.status END AS status,
  CASE WHEN ${isOver} THEN ${OVER_WHY} ELSE browser_sessions.why END AS why,
  CASE WHEN ${isOver} THEN least(expires_at, lease_until) ELSE ended_at END AS "endedAt"`;

/** A session as it stands in its row: of what time has ended the row does not say so yet. */
export interface FoundSession extends BrowserSessionRow {
  readonly isOutdated: boolean;
}

/** A session by its id. */
export const FIND_SESSION = `
SELECT ${SESSION_COLUMNS}, ${isOver} AS "isOutdated" FROM browser_sessions WHERE id = $1`;

const STEP_FIELDS = ['id', ...fieldsOf(browserStep.omit(SEALED_OF_STEP))];

/** SQL: the columns of a `BrowserStepRow`. */
export const STEP_COLUMNS = columnsOf('browser_steps', STEP_FIELDS);

/** What counts against limits: of the key `$2`, and of the organization `$1`. */
export const COUNT_OPEN = `
SELECT count(*)::int AS "ofOrg", count(*) FILTER (WHERE key_id = $2)::int AS "ofKey"
FROM browser_sessions WHERE org_id = $1 AND status = 'OPEN' AND expires_at > now()`;

/**
 * The disk is not waited for. What is asked for, and who holds the session, is on it once something is begun that
 * changes anything (`TAKE_STEP`), since commits get there in their order; before that nobody is answered.
 */
const WITHOUT_DISK: SqlPart = {
  ctes: `not_awaited AS MATERIALIZED (SELECT ${NOT_AWAITED})`,
  mustRead: ['not_awaited'],
};

/** A session, with its first step: opening it. */
export const ADD_SESSION = statement(
  [
    `added AS (
  INSERT INTO browser_sessions (id, org_id, inbox_id, principal, key_id, ttl_seconds, expires_at, steps,
    credential_id)
  VALUES ($1, $2, $3, $4, $5, $6, now() + $6::integer * interval '1 second', 1, $9)
  RETURNING id
), opening AS (
  INSERT INTO browser_steps (id, session_id, n, action, sealed_input) VALUES ($7, $1, 1, 'open', $8)
)`,
    notify('browser_work', 'SELECT id FROM added'),
  ],
  'SELECT * FROM added',
);

/** One more step, where the session is open; with the key `$5` of one before it is refused as a duplicate. */
export const ADD_STEP = statement(
  [
    `open_session AS (
  UPDATE browser_sessions SET steps = steps + 1
  WHERE id = $1 AND status = 'OPEN' AND expires_at > now()
  RETURNING id, steps
), added AS (
  INSERT INTO browser_steps (id, session_id, n, action, sealed_input, key)
  SELECT $2, id, steps, $3, $4, $5 FROM open_session
  RETURNING session_id, n
)`,
    notify('browser_work', 'SELECT session_id FROM added'),
    WITHOUT_DISK,
  ],
  'SELECT n FROM added',
);

// What was not begun never will be; of what was begun nobody knows.
const endSteps = (sessions: string) => `ended_steps AS (
  UPDATE browser_steps s SET ended_at = now(), sealed_input = NULL,
    status = CASE WHEN s.status = 'doing' THEN 'unknown' ELSE 'cancelled' END
  FROM ${sessions} AS ended WHERE s.session_id = ended.id AND s.ended_at IS NULL
  RETURNING s.id
)`;

const ending = (update: string) =>
  statement(
    [
      `ended AS (${update} RETURNING id)`,
      endSteps('ended'),
      notify('browser_told', 'SELECT id FROM ended_steps'),
      notify('browser_work', 'SELECT id FROM ended'),
    ],
    'SELECT id FROM ended',
  );

/** Ends the session `$1` in the way `$2`, because of `$3`. */
const END_SESSION = ending(`UPDATE browser_sessions SET status = $2, why = $3, ended_at = now()
  WHERE id = $1 AND status = 'OPEN'`);

/** Ends those of the process `$1`. */
const END_OF_PROCESS = ending(`UPDATE browser_sessions
  SET status = 'LOST', why = 'The service was stopped', ended_at = now()
  WHERE process = $1 AND status = 'OPEN'`);

/** Ends those whose time is up, and those whose lease has run out. */
const END_OUTDATED = ending(`UPDATE browser_sessions SET ended_at = now(),
    status = ${OVER_STATUS}, why = ${OVER_WHY}
  WHERE status = 'OPEN' AND (expires_at <= now() OR lease_until < now())`);

/** Ends what was being added to the sessions `$1` while they ended, which the statement that ended them did not see. */
const END_LEFT_STEPS = statement(
  [
    `over AS (SELECT id FROM browser_sessions WHERE id = ANY ($1) AND status <> 'OPEN')`,
    endSteps('over'),
    notify('browser_told', 'SELECT id FROM ended_steps'),
  ],
  'SELECT id FROM ended_steps',
);

/** Ends sessions, with what was to be done in them; false where there were none. */
async function end(queries: Queries, text: string, values: unknown[]): Promise<boolean> {
  const ended = await queries.query<{ readonly id: string }>(text, values);
  if (ended.length === 0) return false;
  await endLeftSteps(
    queries,
    ended.map(({ id }) => id),
  );
  return true;
}

/** Ends what was left to be done in those of the sessions that have ended. */
export const endLeftSteps = async (queries: Queries, sessions: readonly string[]): Promise<void> =>
  void (await queries.query(END_LEFT_STEPS, [sessions]));

/** Ends a session, with what was to be done in it; false where it had ended. */
export const endSession = (
  queries: Queries,
  id: string,
  status: 'CLOSED' | 'LOST',
  why: string | null,
): Promise<boolean> => end(queries, END_SESSION, [id, status, why]);

/** Ends those of a process. */
export const endOfProcess = (queries: Queries, process: string): Promise<boolean> =>
  end(queries, END_OF_PROCESS, [process]);

/** Ends what has run out, and what no process holds any more. */
export const endOutdated = (queries: Queries): Promise<boolean> => end(queries, END_OUTDATED, []);

/** A process takes sessions that none has, at most `$3`, for `$2` seconds. */
export const CLAIM = statement(
  [
    `claimed AS (
  UPDATE browser_sessions b SET process = $1, lease_until = now() + $2 * interval '1 second'
  WHERE id = ANY (ARRAY(
    SELECT id FROM browser_sessions WHERE status = 'OPEN' AND process IS NULL AND expires_at > now()
    ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING id, org_id AS "orgId"
)`,
    WITHOUT_DISK,
  ],
  'SELECT * FROM claimed',
);

/** A process holds its sessions on: answers those it still has. */
export const RENEW = statement(
  [
    `renewed AS (
  UPDATE browser_sessions SET lease_until = now() + $2 * interval '1 second'
  WHERE process = $1 AND status = 'OPEN' AND expires_at > now() AND lease_until > now()
  RETURNING id
)`,
    WITHOUT_DISK,
  ],
  'SELECT id FROM renewed',
);

// Nothing changes by these: where Postgres crashes they may be begun anew, and need not be on the disk before.
const ONLY_LOOKING = "'open', 'snapshot', 'screenshot', 'wait', 'read'";

/** The next step of the session `$1`, to the process `$2` that holds it. */
export const TAKE_STEP = statement(
  [
    `taken AS (
  UPDATE browser_steps s SET status = 'doing', started_at = now()
  WHERE s.id = (SELECT id FROM browser_steps
      WHERE session_id = $1 AND status = 'queued' ORDER BY n LIMIT 1)
    AND EXISTS (SELECT FROM browser_sessions b WHERE b.id = $1 AND b.process = $2
      AND b.status = 'OPEN' AND b.expires_at > now() AND b.lease_until > now())
  RETURNING id, n, action, sealed_input AS "sealedInput"
)`,
    {
      ctes: `not_awaited AS MATERIALIZED (
  SELECT ${NOT_AWAITED} FROM taken WHERE action IN (${ONLY_LOOKING}))`,
      mustRead: ['not_awaited'],
    },
  ],
  'SELECT * FROM taken',
);

/** What the step `$1` came to. */
export const END_STEP = statement(
  [
    `ended_step AS (
  UPDATE browser_steps SET status = 'done', ended_at = now(), sealed_input = NULL,
    sealed_told = $2, sealed_outcome = $3, picture = $4
  WHERE id = $1 AND status = 'doing' RETURNING id
)`,
    notify('browser_told', 'SELECT id FROM ended_step'),
  ],
  'SELECT id FROM ended_step',
);

/** The step that was asked for with a key. */
export const FIND_BY_KEY = 'SELECT id, n FROM browser_steps WHERE session_id = $1 AND key = $2';

/** What a session can go on from elsewhere. */
export const KEEP_STATE = 'UPDATE browser_sessions SET sealed_state = $2 WHERE id = $1';

/** The same, of a session of the organization. */
export const READ_STATE = `
SELECT sealed_state AS "sealedState" FROM browser_sessions WHERE id = $1 AND org_id = $2`;

/** Holds an open session for `$2` seconds more at least. */
export const HOLD = `
UPDATE browser_sessions SET expires_at = greatest(expires_at, now() + $2 * interval '1 second')
WHERE id = $1 AND status = 'OPEN' AND expires_at > now()`;

/** How ends of steps are told. */
export const STEPS = {
  channel: 'browser_told',
  ended: 'SELECT id FROM browser_steps WHERE id = ANY ($1) AND ended_at IS NOT NULL',
} as const;
