import { z } from 'zod';
import { PLAN_NAMES } from '../../auth/plans.js';

const allowance = z.int().nullable().describe('null: unlimited');

const plan = z.object({
  inboxes: allowance,
  addresses_per_day: allowance,
  inbound_per_month: allowance,
  outbound_per_month: allowance,
  outbound_counts: z
    .enum(['emails', 'recipients'])
    .describe('what of sent mail counts towards outbound_per_month'),
  requests_per_minute: allowance,
  storage_bytes: allowance,
});

/** Limits as data: those of each plan, and those that hold for everyone. */
export const limits = z.object({
  plans: z.partialRecord(z.enum(PLAN_NAMES), plan),
  requests_per_minute_without_key: z.int(),
  signups_per_hour: z.int(),
  source_characters: z.int(),
  page_size: z.object({ default: z.int(), max: z.int() }),
  wait_seconds: z.object({ min: z.int(), max: z.int() }),
  open_waits_per_key: z.int(),
  body_bytes: z.object({ json: z.int(), send: z.int(), inbound: z.int() }),
  message_bytes: z.int(),
  recipients_per_message: z.int(),
  attachments_per_message: z.int(),
  messages_per_bulk: z.int(),
  header_bytes: z.int(),
});
