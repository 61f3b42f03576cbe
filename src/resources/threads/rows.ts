import type { z } from 'zod';
import { SHOWN } from '../../store/listed.js';
import type { thread, threadAgent } from './schema.js';

/** A thread as lists show it. */
export type ThreadRow = z.input<typeof thread>;

/** The part of an agent in a thread. */
export type AgentRow = z.input<typeof threadAgent>;

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
