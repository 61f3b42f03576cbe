import { z } from 'zod';
import { flag, idOf, paging, timestamp, whole } from '../../operations/shapes.js';
import { category, waitFilters } from '../../store/shapes.js';
import { waitMatch } from '../../store/events/kinds.js';
import { workflowId } from '../../store/run.js';
import { WAIT_KINDS, WAIT_STATUSES } from '../../store/waits/rows.js';
import type { DurableWaitRow } from './store.js';
import { LIMITS } from '../../operations/limits.js';

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });

const LONGEST_SECONDS = 30 * 24 * 60 * 60;
const HOUR_SECONDS = 60 * 60;

/** A wait to be. */
export const newDurableWait = z.object({
  inbox_id: idOf('inbox'),
  kind: oneOf(WAIT_KINDS).describe(
    'email: any mail; otp: one with a code that is still valid; link: one with a link to verify or sign in.',
  ),
  from: waitFilters.from,
  subject: z.string().min(1).max(200).optional().describe('Part of the subject.'),
  category: category.optional(),
  has_otp: flag.optional().describe('true: only mail with a code.'),
  since: waitFilters.since.describe(
    'A time, or the id of the last email seen. Left out, the wait starts when it is created.',
  ),
  expires_in: whole(1, LONGEST_SECONDS)
    .default(HOUR_SECONDS)
    .describe('Seconds until it gives up.'),
  count: whole(1, 100).default(1).describe('Mails to find.'),
});

/** A wait, and how long to be attached to it. */
export const durableWaitQuery = z.object({
  id: z.string(),
  timeout: whole(0, LIMITS.wait_seconds.max)
    .default(0)
    .describe('Seconds to stay attached while it is waiting; 0 answers at once.'),
});

/** Which waits a list shows. */
export const durableWaitListQuery = z.object({
  status: oneOf(WAIT_STATUSES).optional(),
  inbox_id: idOf('inbox').optional(),
  ...paging,
});

/** A wait that outlives its request. */
export const durableWait = z.object({
  id: z.string(),
  inbox_id: z.string(),
  kind: z.enum(WAIT_KINDS),
  from: z.string().nullable(),
  subject: z.string().nullable(),
  category: z.string().nullable(),
  has_otp: z.boolean(),
  since: z.string().nullable().describe('A time or the id of an email, as it was given.'),
  status: z.enum(WAIT_STATUSES),
  count: z.number(),
  thread_id: z.string().nullable().describe('The thread whose reply is awaited.'),
  reminders_sent: z.number(),
  matches: z.array(waitMatch).describe('Mails that were found, in the order they came.'),
  created_at: timestamp,
  expires_at: timestamp,
  ended_at: timestamp.nullable(),
  workflow_id: z.string(),
});

/** A wait as clients see it. */
export const presentDurableWait = ({
  since,
  since_email_id: sinceId,
  matches,
  ...row
}: DurableWaitRow): z.input<typeof durableWait> => ({
  ...row,
  since: since?.toISOString() ?? sinceId,
  matches: matches.map((match) => ({ ...match, received_at: new Date(match.received_at) })),
  workflow_id: workflowId('waitForEmail', row.id),
});
