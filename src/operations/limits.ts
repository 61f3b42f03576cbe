import { ANONYMOUS_PER_MINUTE, SIGNUPS_PER_HOUR } from '../auth/plans.js';

const MIB = 1024 * 1024;

/** Limits of no plan, as `GET /v1/limits` answers them; whoever keeps to one reads it here. */
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
} as const;

/** Limits that clients learn of by the error alone: how much may be kept, or be open or asked for at once. */
export const QUOTAS = {
  routing_rules: 1_000,
  /** Of one list of one owner: all of them are read for each mail. */
  list_entries: 1_000,
  contact_lists: 1_000,
  contacts_per_list: 100_000,
  contacts_per_import: 10_000,
  drafts_per_inbox: 1_000,
  webhooks: 100,
  headers_per_webhook: 20,
  events_per_replay: 100_000,
  smtp_configs: 100,
  domains: 100,
  domains_selfhost: 10_000,
  notified_of_domain: 5,
  open_durable_waits: 10_000,
  open_tasks: 10_000,
  /** To approvers, of an organization: it names strangers, and what is rejected costs it nothing. */
  approval_mails_per_day: 200,
  credentials: 10_000,
  browser_sessions: 20,
  browser_sessions_per_key: 5,
  /** Of all organizations. */
  browser_sessions_per_process: 40,
  open_streams_per_key: 100,
  recipients_of_inbound: 100,
  headers_per_message: 50,
  metadata_keys: 50,
} as const;
