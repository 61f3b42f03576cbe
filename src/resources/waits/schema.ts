import { z } from 'zod';
import { flag, timestamp, untrusted, whole } from '../../operations/shapes.js';
import { category, senderAuth, waitFilters } from '../../store/shapes.js';
import { LIMITS } from '../../operations/limits.js';
import { emailPart } from '../emails/schema.js';

const timeout = whole(LIMITS.wait_seconds.min, LIMITS.wait_seconds.max).describe(
  'Seconds to wait.',
);

const text = z.string().min(1).max(200);

/** What the headers of a wait can say. */
export const waitHeaders = { prefer: 'Prefer', idempotency_key: 'Idempotency-Key' } as const;

const headers = {
  prefer: z.string().optional(),
  idempotency_key: z
    .string()
    .min(1, 'must have 1 to 255 characters')
    .max(255, 'must have 1 to 255 characters')
    .optional()
    .describe('Repeat it when you retry: the same email is answered.'),
};

/** A wait for an email. */
export const emailWait = z.object({
  id: z.string(),
  timeout: timeout.default(30),
  subject: text.optional().describe('Part of the subject.'),
  category: category.optional(),
  has_otp: flag.optional().describe('true: only mail with a code.'),
  max_chars: emailPart.max_chars,
  ...waitFilters,
  ...headers,
});

const confidence = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^[01](\.\d{1,6})?$/)
        .transform(Number),
    ],
    {
      error: 'must be a number from 0 to 1',
    },
  )
  .pipe(z.number().min(0).max(1));

/** A wait for a code. */
export const otpWait = z.object({
  id: z.string(),
  timeout: timeout.default(60),
  min_confidence: confidence.default(0.5),
  ...waitFilters,
  ...headers,
});

/** What a code came with (docs/interface.md, Variants). */
export const otpResult = z.object({
  code: z.string(),
  otp: z.string().describe('The same as code.'),
  all_codes: z.array(z.string()),
  from: untrusted(z.string()),
  subject: untrusted(z.string()),
  expires: timestamp.nullable(),
  email_id: z.string(),
  inbox_id: z.string(),
  received_at: timestamp,
  confidence: z.number(),
  auth: senderAuth.nullable().describe('Null while the sender is not verified yet.'),
});
