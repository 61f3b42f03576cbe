import type { Category } from '../../mail/analysis.js';
import { SHOWN } from '../listed.js';
import type { EmailRow } from './rows.js';
import type { AgentRole } from '../vocabulary.js';

/** A thread as lists show it. */
export interface ThreadRow {
  readonly thread_id: string;
  readonly inbox_id: string;
  readonly subject: string;
  readonly last_from: string;
  readonly last_at: Date;
  readonly category: Category;
  readonly message_count: number;
}

/** The part of an agent in a thread. */
export interface AgentRow {
  readonly id: string;
  readonly thread_id: string;
  readonly agent_id: string;
  readonly role: AgentRole;
  readonly assigned_at: Date;
}

/** A thread with all its mail. */
export interface ThreadDetail extends ThreadRow {
  readonly agents: readonly AgentRow[];
  /** In the order of their arrival. */
  readonly messages: readonly EmailRow[];
  /** Texts of the oldest mails were left out. */
  readonly truncated: boolean;
}

/**
 * Columns of `ThreadRow` from `shown` (inbox_id, thread_id and the uid of the last mail that counts)
 * and `THREAD_JOINS`.
 */
export const THREAD_ROW = `shown.thread_id, shown.inbox_id, first.subject,
  last.from_address AS last_from, last.received_at AS last_at,
  coalesce(answered.category, last.category) AS category, counted.message_count`;

const ofThread = `e.thread_id = shown.thread_id AND e.uid <= shown.uid AND ${SHOWN}`;

/** The tables of `THREAD_ROW`. What the inbox itself sent says nothing of its category. */
export const THREAD_JOINS = `
  JOIN emails last ON last.inbox_id = shown.inbox_id AND last.uid = shown.uid
  CROSS JOIN LATERAL (
    SELECT e.subject FROM emails e WHERE ${ofThread} ORDER BY e.uid LIMIT 1) AS first
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS message_count FROM emails e WHERE ${ofThread}) AS counted
  LEFT JOIN LATERAL (
    SELECT e.category FROM emails e WHERE ${ofThread} AND e.direction = 'inbound'
    ORDER BY e.uid DESC LIMIT 1) AS answered ON true`;

/** Columns of `AgentRow` from `thread_agents`. */
export const AGENT_ROW = 'id, thread_id, agent_id, role, assigned_at';
