import { z } from 'zod';
import { ACTIONS } from '../../browser/acts.js';
import { problemOfSelector } from '../../browser/selectors.js';
import { idOf, paging, timestamp, untrusted, whole } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import type { StepView } from './step-list.js';
import type { BrowserSessionRow } from './store.js';

/** A session to be. */
export const newSession = z.object({
  inbox_id: idOf('inbox').optional().describe('The inbox it is for; left out: none.'),
  credential_id: idOf('credential')
    .optional()
    .describe('Goes on with the cookies of the last session that used it.'),
  namespace: z.string().min(1).max(128).optional().describe('Of the credential.'),
  ttl_seconds: whole(60, 3_600).default(900).describe('Seconds until it is closed.'),
});

/** Which sessions a list shows. */
export const sessionListQuery = z.object(paging);

/** The path of a session. */
export const sessionPath = z.object({ id: z.string() });

/** A session. */
export const browserSession = z.object({
  id: z.string(),
  inbox_id: z.string().nullable(),
  credential_id: z.string().nullable().describe('Whose cookies it began with.'),
  status: z.enum(['OPEN', 'CLOSED', 'LOST']),
  why: z.string().nullable().describe('Why it ended by itself.'),
  steps: z.number().int().describe('How many there were.'),
  ttl_seconds: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp,
  ended_at: timestamp.nullable(),
});

/** A session as clients see it. */
export const presentSession = (row: BrowserSessionRow): z.input<typeof browserSession> =>
  toWire(row);

const VALUE = 10_000;
const ref = z
  .string()
  .regex(/^(?:f\d+)?e\d+$/, 'must be a ref of the last snapshot, such as e12')
  .describe('An element, as the last snapshot names it.');
const selector = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((text, context) => {
    const problem = problemOfSelector(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('An element, by plain CSS.');

/** What can be done. Which fields are needed depends on the action. */
export const act = sessionPath.extend({
  action: z.enum(ACTIONS, { error: `must be one of ${ACTIONS.join(', ')}` }),
  url: z.string().min(1).max(2_048).optional().describe('For goto: an https address.'),
  ref: ref.optional(),
  selector: selector.optional(),
  value: z.string().max(VALUE).optional().describe('For type and select.'),
  text: z.string().max(VALUE).optional().describe('Another name of value.'),
  key: z.string().min(1).max(40).optional().describe('For press, such as Enter.'),
  seconds: whole(0, 30).optional().describe('How long it may take, or how long to wait.'),
});

/** What is asked for. */
export type ActInput = z.output<typeof act>;

/** Going to an address. */
export const navigation = sessionPath.extend({ url: act.shape.url.unwrap() });
/** Clicking something. */
export const pointing = sessionPath.extend({ ref: ref.optional(), selector: selector.optional() });
/** Filling a field. */
export const typing = pointing.extend({ value: act.shape.value.unwrap() });

/** A page, in strangers' words. */
const pageView = z.object({
  url: z.string(),
  title: z.string(),
  snapshot: z.string().describe('Accessible elements with their refs, at most 64 KiB.'),
});

/** What came of an act. */
export const actOutcome = z.object({
  ok: z.boolean(),
  step: z.number().int(),
  error: z.string().nullable().describe('What was in the way.'),
  page: untrusted(pageView),
  dialogs: untrusted(z.array(z.string())).describe('Dialogs that the page opened: dismissed.'),
  downloads: untrusted(z.array(z.string())).describe('Files that it wanted to load: cancelled.'),
  blocked: untrusted(z.array(z.string())).describe('Where it was not let, and why.'),
});

/** Which steps are read. */
export const stepListQuery = sessionPath.extend(paging);

/** A step, without the snapshot of its page. */
export const browserStep = z.object({
  n: z.number().int(),
  action: z.string(),
  status: z
    .enum(['queued', 'doing', 'done', 'unknown', 'cancelled'])
    .describe('unknown: the session was lost meanwhile; nothing is done twice.'),
  ok: z.boolean().nullable(),
  error: z.string().nullable(),
  page: untrusted(pageView.omit({ snapshot: true }).nullable()),
  has_screenshot: z.boolean(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
});

/** A step as clients see it. */
export const presentStep = (view: StepView): z.input<typeof browserStep> => toWire(view);

/** The path of the picture of a step. */
export const picturePath = sessionPath.extend({ n: whole(1, 1_000_000) });
