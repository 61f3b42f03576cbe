import { z } from 'zod';
import { CATEGORIES } from '../mail/analysis.js';
import { flag, idOf, timestampInput, whole } from '../operations/shapes.js';
import { DMARC_RESULTS, POLICY_REQUESTS, SENDER_FLAGS, SENDER_VERDICTS } from '../sender/auth.js';

/** A filter by category; an unknown one is refused with the list. */
export const category = z.enum(CATEGORIES, {
  error: `must be one of ${CATEGORIES.join(', ')}`,
});

/** A part of what is looked for. */
export const searchText = z.string().min(1).max(200);

const WAIT_STATUS = 'must be 204 or 408';
const SINCE = 'must be an ISO 8601 time with a zone, or the id of an email';

/** What narrows a wait. */
export const waitFilters = {
  from: searchText.optional().describe('Part of the sender: address or display name.'),
  since: z
    .union([idOf('email').regex(/^eml_/, SINCE), timestampInput], { error: SINCE })
    .optional()
    .describe('A time, or the id of the last email seen.'),
  require_auth: flag.optional().describe('true: only mail whose sender was verified.'),
  timeout_status: whole(204, 408, WAIT_STATUS)
    .refine((status) => status === 204 || status === 408, WAIT_STATUS)
    .optional(),
};

/** What was found out about the sender; headers that came with the mail are not believed. */
export const senderAuth = z.object({
  spf: z.string().describe('RFC 7208: pass, fail, softfail, neutral, none, permerror, temperror.'),
  dkim: z.string().describe('RFC 8601: the best of the signatures.'),
  dmarc: z.enum(DMARC_RESULTS).describe('none: there is no record, or the DNS did not answer.'),
  policy: z
    .enum(POLICY_REQUESTS)
    .nullable()
    .describe('What the domain asks for mail that nothing vouches for; null without a record.'),
  arc: z.string().describe('pass, fail, none, or temperror.'),
  aligned_domain: z
    .string()
    .nullable()
    .describe('The authenticated domain that the From address belongs to.'),
  verdict: z
    .enum(SENDER_VERDICTS)
    .describe(
      'pass: the From address is genuine. fail: its domain refuses such mail, or its own signature is broken. unknown: the DNS did not answer, it may change.',
    ),
  flags: z.array(z.enum(SENDER_FLAGS)).describe('What is suspicious about the claimed sender.'),
});
