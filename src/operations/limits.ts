import { ANONYMOUS_PER_MINUTE, SIGNUPS_PER_HOUR } from '../auth/rate-limits.js';

const MIB = 1024 * 1024;

/** Limits of no plan (Interface, Limits; decisions, sections 3 and 7). */
export const LIMITS = {
  requests_per_minute_without_key: ANONYMOUS_PER_MINUTE,
  signups_per_hour: SIGNUPS_PER_HOUR,
  source_characters: 64,
  page_size: { default: 20, max: 100 },
  wait_seconds: { min: 1, max: 120 },
  open_waits_per_key: 100,
  body_bytes: { json: MIB, send: 35 * MIB, inbound: 40 * MIB },
  message_bytes: 25 * MIB,
  recipients_per_message: 50,
  attachments_per_message: 20,
  messages_per_bulk: 100,
  header_bytes: 16 * 1024,
};
