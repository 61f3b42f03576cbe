import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { deletion } from '../../operations/operation.js';
import {
  byId,
  idOf,
  page,
  paging,
  plainText,
  timestamp,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import { JsonWriter, type PreparedJson } from '../../operations/prepared-json.js';
import { listedEmail } from '../../store/shown.js';
import type { Extent } from '../emails/rows.js';
import { preview, view } from '../emails/schema.js';
import { writeEmails } from '../emails/writing.js';
import { AGENT_ROLES } from '../../store/vocabulary.js';
import type { ThreadDetail } from './reading.js';

// Of a thread that are shown at once: anybody can write into one.
const MAX_MAILS = 1_000;

/** A thread, and what of it is shown: all of it without any of these. */
export const threadPart = byId.extend({
  max_chars: preview,
  view,
  limit: whole(1, MAX_MAILS).default(MAX_MAILS).describe('Emails to show, the newest.'),
  offset: whole(0, 1_000_000).default(0).describe('Emails to skip, from the newest on.'),
});

/** Which threads are listed. */
export const threadQuery = z.object({ inbox_id: idOf('inbox').optional(), ...paging });

/** Which agents of a thread are listed. */
export const threadAgentQuery = byId.extend(paging);

const agentId = plainText(255, z.string().min(1)).describe('A name of your own for the agent.');

const role = z.enum(AGENT_ROLES, { error: `must be one of ${AGENT_ROLES.join(', ')}` });

/** Which agent gets which part in a thread. */
export const newThreadAgent = byId.extend({
  agent_id: agentId,
  role: role.default('PARTICIPANT'),
});

/** Which agent leaves a thread. */
export const threadAgentKey = byId.extend({ agent_id: agentId });

/** The part of an agent in a thread. */
export const threadAgent = z.object({
  id: z.string(),
  thread_id: z.string(),
  agent_id: z.string(),
  role: z.enum(AGENT_ROLES),
  assigned_at: timestamp,
});

/** What unassigning answers: `id` is that of the assignment. */
export const unassigned = deletion.extend({ thread_id: z.string(), agent_id: z.string() });

/** A thread as lists show it. */
export const thread = z.object({
  thread_id: z.string(),
  subject: untrusted(z.string().describe('Of its first email.')),
  last_from: untrusted(z.string()),
  last_at: timestamp,
  inbox_id: z.string(),
  category: z.enum(CATEGORIES).describe('Of the last email received.'),
  message_count: z.number().int(),
});

/** A thread with its emails, both received and sent. */
export const threadDetail = thread.extend({
  agents: z.array(threadAgent),
  messages: z.array(listedEmail).describe('Oldest first.'),
  truncated: z
    .literal(true)
    .optional()
    .describe(
      'The newest emails take up 16 MiB: bodies and links of those before are empty here. ' +
        'Where there are more emails than were asked for, the newest are here.',
    ),
  next_offset: z.number().int().optional().describe('The offset at which older emails follow.'),
});

/** Agents of a thread, the first to come first. */
export const threadAgentPage = page(threadAgent);

/** What stands before the emails of a thread, and what behind. */
const beginning = threadDetail.omit({ messages: true, truncated: true, next_offset: true });
const end = threadDetail.pick({ truncated: true, next_offset: true });

/** A thread as a single read shows it. */
export function threadJson(row: ThreadDetail, extent: Extent): PreparedJson {
  const { truncated, next_offset } = row;
  const before = JSON.stringify(beginning.parse(row)).slice(0, -1);
  const behind = JSON.stringify(
    end.parse({ truncated: truncated || undefined, next_offset: next_offset ?? undefined }),
  ).slice(1);
  const json = new JsonWriter();
  json.add(`${before},"messages":`);
  writeEmails(json, row.messages, extent);
  json.add(behind === '}' ? behind : `,${behind}`);
  return json.written();
}
