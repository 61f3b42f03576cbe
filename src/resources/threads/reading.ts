import type { Database } from '../../db/database.js';
import type { LargeMail, SelectedRow } from '../emails/large-mail.js';
import {
  EMAIL_JOINS,
  emailRow,
  IS_SMALL,
  LISTED_BYTES,
  LISTED_COLUMNS,
  NO_TEXTS,
  type EmailRow,
  type Extent,
} from '../emails/rows.js';
import { SHOWN } from '../../store/listed.js';
import type { OwnedThread } from './service.js';
import { AGENT_ROW, THREAD_JOINS, THREAD_ROW, type AgentRow, type ThreadRow } from './rows.js';

// Anybody can write into a thread: bytes after which the texts of older mails are left out.
const MAX_BYTES = 16 * 1024 * 1024;

/** What of a thread is read. */
export interface ThreadPart {
  /** How much of each mail. */
  readonly extent: Extent;
  /** Mails, the newest, and how many of them are passed over. */
  readonly limit: number;
  readonly offset: number;
}

/** A thread with its mail. */
export interface ThreadDetail extends ThreadRow {
  readonly agents: AgentRow[];
  /** In the order of their arrival. */
  readonly messages: readonly EmailRow[];
  /** Texts of the oldest mails, or older mails, were left out. */
  readonly truncated: boolean;
  /** How many of the newest mails to pass over for the older ones; null where there are none. */
  readonly next_offset: number | null;
}

/** A mail of a thread: the texts of the oldest are left out when all are too large together. */
type MailOfThread = SelectedRow & { readonly whole: boolean };

/** A thread with its mail and its agents; null when its last mail is gone. */
export async function readThread(
  { database, largeMail }: { readonly database: Database; readonly largeMail: LargeMail },
  { orgId, id }: OwnedThread,
  { extent, limit, offset }: ThreadPart,
): Promise<ThreadDetail | null> {
  const [[thread], mails, agents] = await Promise.all([
    database.query<ThreadRow>(SUMMARY, [orgId, id]),
    database.query<MailOfThread>(messages(extent), [orgId, id, MAX_BYTES, limit, offset]),
    database.query<AgentRow>(AGENTS, [orgId, id]),
  ]);
  if (!thread || (mails.length === 0 && offset === 0)) return null;
  const shown = offset + mails.length;
  const hasMore = mails.length === limit && thread.message_count > shown;
  return {
    ...thread,
    agents,
    messages: await largeMail.completed(mails.map(withoutTexts)),
    truncated: hasMore || mails.some(({ whole }) => !whole),
    next_offset: hasMore ? shown : null,
  };
}

const withoutTexts = (mail: MailOfThread): SelectedRow =>
  mail.whole ? mail : { ...mail, ...NO_TEXTS };

const SUMMARY = `
  SELECT ${THREAD_ROW} FROM (
    SELECT e.inbox_id, e.thread_id, e.uid FROM emails e
    WHERE e.org_id = $1 AND e.thread_id = $2 AND ${SHOWN} ORDER BY e.uid DESC LIMIT 1) AS shown
  ${THREAD_JOINS}`;

// The newest mails are whole: what comes after a mail counts against it, it does not itself.
const WHOLE = `sum(${LISTED_BYTES}) OVER (ORDER BY e.uid DESC) - ${LISTED_BYTES} < $3`;

const messages = (extent: Extent) => {
  const isBrief = extent !== 'whole';
  const shown = isBrief ? 'true' : `e.whole AND ${IS_SMALL}`;
  return `
  SELECT ${emailRow(shown, extent)}, e.whole FROM (
    SELECT ${LISTED_COLUMNS}, ${WHOLE}${isBrief ? ' OR true' : ''} AS whole
    FROM emails e WHERE e.org_id = $1 AND e.thread_id = $2 AND ${SHOWN}
    ORDER BY e.uid DESC LIMIT $4 OFFSET $5) e
  ${EMAIL_JOINS} ORDER BY e.uid`;
};

const AGENTS = `
  SELECT ${AGENT_ROW} FROM thread_agents WHERE org_id = $1 AND thread_id = $2
  ORDER BY assigned_at, id`;
