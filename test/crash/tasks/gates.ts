import type { Gate, GateTable } from '../gated/gates.js';

const made = (type: string): Gate => ({
  table: 'tasks',
  on: 'INSERT',
  when: `NEW.type = '${type}'`,
});
const becomes = (type: string, status: string): Gate => ({
  table: 'tasks',
  on: 'UPDATE',
  when: `NEW.type = '${type}' AND NEW.status = '${status}' AND OLD.status <> NEW.status`,
});
const recorded = (step: string, status = 'COMPLETED'): Gate => ({
  table: 'task_steps',
  on: 'INSERT OR UPDATE',
  when: `NEW.name = '${step}' AND NEW.status = '${status}'`,
});
const happens = (kind: string): Gate => ({
  table: 'task_events',
  on: 'INSERT',
  when: `NEW.kind = '${kind}'`,
});
const waitFor = (what: 'a mail' | 'a reply'): Gate => ({
  table: 'durable_waits',
  on: 'INSERT',
  when: `NEW.task_id IS NOT NULL AND (NEW.email_id IS NULL) = ${what === 'a mail'}`,
});
const asked = (kind: string): Gate => ({
  table: 'approvals',
  on: 'INSERT',
  when: `NEW.kind = '${kind}'`,
});
const allowed = (kind: string): Gate => ({
  table: 'approvals',
  on: 'UPDATE',
  when: `NEW.kind = '${kind}' AND NEW.status = 'APPROVED' AND OLD.status <> NEW.status`,
});
/** What agents send has this in its recipients. */
export const AGENT_DOMAIN = 'agents.example';

/** Every step by its name; each is of one story. */
export const GATES = {
  'a wait for mail is opened': waitFor('a mail'),
  'a mail is awaited': recorded('collectMail', 'WAITING'),
  'a mail is collected': recorded('collectMail'),
  'wait_for_email ends': becomes('wait_for_email', 'COMPLETED'),
  'a task is cancelled': happens('cancelled'),
  'a step is undone': happens('step_undone'),
  'a task expires': happens('expired'),
  'a task is tried again': happens('retried'),
  'findings are read': recorded('readFindings'),
  'a schema is filled': recorded('fillSchema'),
  'extract ends': becomes('extract', 'COMPLETED'),
  'sentences are picked': recorded('pickSentences'),
  'summarize_thread ends': becomes('summarize_thread', 'COMPLETED'),
  'a draft is stored': { table: 'drafts', on: 'INSERT', when: 'true' },
  'a draft is written': recorded('writeDraft'),
  'draft_reply ends': becomes('draft_reply', 'COMPLETED'),
  'a wait for a reply is opened': waitFor('a reply'),
  'a reply is collected': recorded('collectReply'),
  'follow_up ends': becomes('follow_up', 'COMPLETED'),
  'a turn is stored': recorded('takeTurn:1'),
  'a call is asked about': asked('tool'),
  'a call is allowed': allowed('tool'),
  'a call is under way': {
    table: 'sends',
    on: 'INSERT',
    when: `NEW.recipients::text LIKE '%@${AGENT_DOMAIN}%'`,
  },
  'a call is made': recorded('useTool:1.1'),
  'the last turn is stored': recorded('takeTurn:2'),
  'agent ends': becomes('agent', 'COMPLETED'),
  'a custom task is made': made('custom:plain'),
  'it is claimed': becomes('custom:plain', 'RUNNING'),
  'it is completed': becomes('custom:plain', 'COMPLETED'),
  'an attempt fails': happens('attempt_failed'),
  'a lease runs out': happens('lease_expired'),
  'somebody is asked': asked('task'),
  'it is approved': allowed('task'),
  'it is rejected': happens('rejected'),
} as const satisfies GateTable<string>;

/** The name of a step. */
export type Step = keyof typeof GATES;
