import { z } from 'zod';
import { idOf, timestamp, timestampInput, untrusted, whole } from '../../operations/shapes.js';
import { LIMITS } from '../../operations/limits.js';
import { toWire } from '../../operations/wire.js';
import { workflowId } from '../../store/run.js';
import { category, searchText } from '../../store/shapes.js';
import { ANSWER_MODES, type QuestionView } from './rows.js';

const time = timestampInput.transform((date) => date.toISOString());

/** A question to be. */
export const newQuestion = z.object({
  question: z.string().trim().min(1).max(2_000),
  inbox_ids: z
    .array(idOf('inbox'))
    .min(1)
    .max(100)
    .optional()
    .describe('Whose mail is asked; left out, that of every inbox the key may use.'),
  filters: z
    .object({
      from: searchText.optional().describe('Part of the sender.'),
      subject: searchText.optional(),
      category: category.optional(),
      after: time.optional(),
      before: time.optional(),
    })
    .prefault({})
    .describe('Which mail is asked.'),
  top_k: whole(1, 20).default(8).describe('Citations at most.'),
  mode: z
    .enum(ANSWER_MODES, { error: 'must be extractive or generative' })
    .optional()
    .describe('`generative` needs a model with the feature `ask`, and is the default with one.'),
  wait: whole(0, 60).default(20).describe('Seconds to wait for the answer.'),
});

/** A question, and how long to wait for its answer. */
export const questionQuery = z.object({
  id: z.string(),
  timeout: whole(0, LIMITS.wait_seconds.max).default(0).describe('Seconds to wait for the answer.'),
});

/** A sentence of a mail that answers. */
export const citation = z.object({
  email_id: z.string(),
  thread_id: z.string(),
  subject: untrusted(z.string()),
  from: untrusted(z.string()),
  received_at: timestamp,
  quote: untrusted(z.string().describe('Word for word as in `text_body`.')),
  start: z.number().int().describe('Where it begins in `text_body`, in UTF-16 units.'),
  end: z.number().int(),
  score: z.number(),
  sentence: untrusted(z.string().nullable().describe('What a model says by this quote.')),
});

/** A question with its answer. */
export const question = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'COMPLETED']),
  question: z.string(),
  mode: z.enum(ANSWER_MODES).describe('How it was to be answered.'),
  answered_by: z.enum(ANSWER_MODES).nullable().describe('How it was.'),
  note: z.string().nullable().describe('Why no model answered that was to.'),
  answer: untrusted(z.string().nullable()).describe(
    'The best quote, or the sentences of a model; null without one.',
  ),
  abstained: z.boolean().nullable().describe('true: mail does not say. Null before it is known.'),
  confidence: z.number().nullable().describe('0 to 1.'),
  citations: z.array(citation).describe('The best first.'),
  workflow_id: z.string(),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
});

/** A question as clients see it. */
export const presentQuestion = (row: QuestionView): z.input<typeof question> => ({
  ...toWire(row),
  answer: answerOf(row),
  citations: row.citations.map((cited) => ({
    ...toWire(cited),
    received_at: new Date(cited.receivedAt),
  })),
  workflow_id: workflowId('answerQuestion', row.id),
});

function answerOf({ citations, answeredBy }: QuestionView): string | null {
  if (answeredBy !== 'generative') return citations[0]?.quote ?? null;
  return citations.map(({ sentence }) => sentence).join(' ') || null;
}
