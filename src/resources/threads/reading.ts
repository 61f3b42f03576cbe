import type { Database } from '../../db/database.js';
import { EMAIL_JOINS, EMAIL_ROW, type EmailRow } from '../emails/rows.js';
import type { OwnedThread } from './service.js';
import {
  AGENT_ROW,
  SHOWN,
  THREAD_JOINS,
  THREAD_ROW,
  type AgentRow,
  type ThreadDetail,
  type ThreadRow,
} from './rows.js';

/** Bytes of text after which the bodies of older mails are left out: anybody can write into a thread. */
const TEXTS = 16 * 1024 * 1024;

/** A thread with its mail and its agents; null when its last mail is gone. */
export async function readThread(
  database: Database,
  { orgId, id }: OwnedThread,
): Promise<ThreadDetail | null> {
  const [[thread], messages, agents] = await Promise.all([
    database.query<ThreadRow>(SUMMARY, [orgId, id]),
    database.query<EmailRow & { whole: boolean }>(MESSAGES, [orgId, id, TEXTS]),
    database.query<AgentRow>(AGENTS, [orgId, id]),
  ]);
  if (!thread || messages.length === 0) return null;
  return { ...thread, agents, messages, truncated: messages.some(({ whole }) => !whole) };
}

const SUMMARY = `
  SELECT ${THREAD_ROW} FROM (
    SELECT e.inbox_id, e.thread_id, e.uid FROM emails e
    WHERE e.org_id = $1 AND e.thread_id = $2 AND ${SHOWN} ORDER BY e.uid DESC LIMIT 1) AS shown
  ${THREAD_JOINS}`;

// The newest mails are whole: what comes after a mail counts against it, it does not itself. The
// name of the table is given to what is left of it, so that `EMAIL_JOINS` finds that.
const MESSAGES = `
  WITH mail AS MATERIALIZED (
    SELECT e.*, sum(t.size) OVER (ORDER BY e.uid DESC) - t.size < $3 AS whole FROM emails e
    CROSS JOIN LATERAL (
      SELECT octet_length(m.text_body) + octet_length(m.html_body) + octet_length(m.stripped_text)
        AS size
      FROM stored_messages m WHERE m.id = e.stored_message_id) AS t
    WHERE e.org_id = $1 AND e.thread_id = $2 AND ${SHOWN}
  ), stored_messages AS MATERIALIZED (
    SELECT m.id, m.otp_candidates, m.links, m.references_ids,
      CASE WHEN mail.whole THEN m.text_body ELSE '' END AS text_body,
      CASE WHEN mail.whole THEN m.html_body ELSE '' END AS html_body,
      CASE WHEN mail.whole THEN m.stripped_text ELSE '' END AS stripped_text
    FROM mail JOIN stored_messages m ON m.id = mail.stored_message_id
  )
  SELECT ${EMAIL_ROW}, e.whole FROM mail e ${EMAIL_JOINS} ORDER BY e.uid`;

const AGENTS = `
  SELECT ${AGENT_ROW} FROM thread_agents WHERE org_id = $1 AND thread_id = $2
  ORDER BY assigned_at, id`;
