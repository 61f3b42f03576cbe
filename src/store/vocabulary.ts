// Words that more than one resource uses for what stands in rows.

/** Whether mail to an inbox is announced and its waits and sends are answered. */
export type InboxStatus = 'ACTIVE' | 'PAUSED';

/** Whether a list is about mail that comes in or mail that goes out. */
export type ListDirection = 'receive' | 'send';

/** What a list does with those on it. */
export type ListKind = 'allow' | 'block';

/** The statuses of a mail that leaves. */
export const SEND_STATUSES = [
  'awaiting_approval',
  'queued',
  'sending',
  'sent',
  'failed',
  'unknown',
  'cancelled',
  'bounced',
] as const;

/** What an agent does in a thread, the strongest first. */
export const AGENT_ROLES = ['OWNER', 'PARTICIPANT', 'OBSERVER'] as const;

/** One of them. */
export type AgentRole = (typeof AGENT_ROLES)[number];
