import type { z } from 'zod';
import type { SenderAuth } from '../../sender/auth.js';
import type { emailWithAttachments } from './schema.js';
import type { Description } from '../../store/mail/described.js';
import { ROW_RUNS, type readTimeFields } from '../../store/shown.js';

/** An email as the list statements select it. */
export type EmailRow = Pick<z.input<typeof readTimeFields>, 'sending'> & {
  readonly id: string;
  readonly org_id: string;
  readonly uid: string;
  readonly received_at: Date;
  /** JSON of what may change: the lines of `ROW_RUNS`. */
  readonly row_json: string;
  readonly stored_message_id: string;
  /** Null while the sender is not checked. */
  readonly auth: SenderAuth | null;
  readonly shown_version: number;
  /** `stored_messages.shown`; of a version of before to be made. */
  readonly shown: string;
  /** What a model said instead of some of it; null where none did. */
  readonly described: Description | null;
  readonly text_body: string;
  readonly html_body: string;
  readonly stripped_text: string;
  /** `stored_messages.shown_links`; null where links are left out. */
  readonly shown_links: string | null;
};

/** An email as a single read selects it. */
export type EmailDetail = EmailRow &
  Pick<z.input<typeof emailWithAttachments>, 'attachments' | 'headers'>;

/** Bytes that `emails e` costs in an answer; of mail stored before they were counted, its size. */
export const LISTED_BYTES = 'coalesce(e.listed_bytes, e.size)';

/** Whether `emails e` is read along with others: the texts of larger mail are read by themselves. */
export const IS_SMALL = `${LISTED_BYTES} <= ${1024 * 1024}`;

/** How much is read of each mail of a list: all, its first characters, or no texts and links at all. */
export type Extent = 'whole' | 'summary' | { readonly characters: number };

/** The fields of `EmailRow` that may be large, and where they are; of a version of before links are to be made. */
const TEXTS = {
  text_body: 's.text_body',
  html_body: 's.html_body',
  stripped_text: 's.stripped_text',
  shown_links: `coalesce(s.shown_links, '')`,
} as const;

/** What of an email may be large. */
export type EmailTexts = Pick<EmailRow, keyof typeof TEXTS>;

/** Columns of `EmailTexts`. */
export const EMAIL_TEXTS = Object.entries(TEXTS)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ');

/** What stands for texts that are left out. */
export const NO_TEXTS: EmailTexts = {
  text_body: '',
  html_body: '',
  stripped_text: '',
  shown_links: null,
};

// Bytes of a mail whose links are read for a preview: a page of a hundred stays below 8 MiB.
const LINKS_READ = `${LISTED_BYTES} <= ${64 * 1024}`;

const NOTHING = { text_body: `''`, html_body: `''`, stripped_text: `''`, shown_links: 'NULL' };

/** Columns of texts of which `max` characters are read, and one more, which tells that there are more. */
const beginning = (max: number): Record<keyof EmailTexts, string> => ({
  ...NOTHING,
  text_body: `left(s.text_body, ${max + 1})`,
  shown_links: `CASE WHEN ${LINKS_READ} THEN ${TEXTS.shown_links} END`,
});

function columnsOf(extent: Extent): Record<keyof EmailTexts, string> {
  if (extent === 'whole') return TEXTS;
  return extent === 'summary' ? NOTHING : beginning(extent.characters);
}

/** Columns of `emails e` that `emailRow` is made of. */
export const LISTED_COLUMNS = `e.id, e.org_id, e.inbox_id, e.uid, e.thread_id, e.is_read, e.received_at,
  e.parse_status, e.direction, e.status, e.size, e.labels, e.listed_bytes, e.stored_message_id, e.described`;

/** SQL: the JSON of a field of an email. */
type FieldsInSql = Readonly<Record<(typeof ROW_RUNS)[number][number], string>>;

const RUN_ID = 'coalesce(r.workflow_id, d.workflow_id)';

/** What stands for the fields of `ROW_RUNS`; `runId` says which run finished it. */
const fieldsInSql = (runId: string): FieldsInSql => ({
  id: 'to_json(e.id)',
  inbox_id: 'to_json(e.inbox_id)',
  thread_id: 'to_json(e.thread_id)',
  is_read: 'to_json(e.is_read)',
  received_at: `'"', to_char(e.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"'`,
  parse_status: 'to_json(e.parse_status)',
  direction: 'to_json(e.direction)',
  status: 'to_json(coalesce(d.status, e.status))',
  size: 'e.size',
  labels: 'to_json(e.labels)',
  workflow_id: `coalesce(to_json(${runId})::text, 'null')`,
});

/** The lines of `ROW_RUNS`: what Postgres writes of these types is what JSON.stringify writes. */
function rowJson(runId: string): string {
  const inSql = fieldsInSql(runId);
  const members = ROW_RUNS.map((fields) =>
    fields.map((field, index) => `'${index > 0 ? ',' : ''}"${field}":', ${inSql[field]}`),
  );
  return `concat(${members.map((run) => run.join(', ')).join(`, E'\n', `)})`;
}

/**
 * Columns of `EmailRow` from `emails e` and the tables of `EMAIL_JOINS`; its texts are null unless `shown`. Each
 * column costs the reader of a page: what is not needed apart is one.
 */
export const emailRow = (shown: string, extent: Extent = 'whole', runId = RUN_ID): string => `
  e.id, e.org_id, e.uid, e.received_at, ${rowJson(runId)} AS row_json, c.auth,
  e.stored_message_id, e.described, s.shown_version, s.shown, ${textsIf(shown, columnsOf(extent))},
  CASE WHEN d.email_id IS NOT NULL THEN jsonb_build_object('provider', d.provider,
    'provider_message_id', d.provider_message_id, 'error', d.error, 'send_at', d.send_at,
    'sent_at', d.sent_at, 'metadata', d.metadata, 'recipients', d.recipients) END AS sending`;

const textsIf = (shown: string, texts: Readonly<Record<keyof EmailTexts, string>>) =>
  Object.entries(texts)
    .map(([name, column]) => `CASE WHEN ${shown} THEN ${column} END AS ${name}`)
    .join(', ');

/** The tables of `emailRow`, for a statement that has `emails e` already. */
export const EMAIL_JOINS = `
  JOIN stored_messages s ON s.id = e.stored_message_id
  LEFT JOIN email_runs r ON r.email_id = e.id
  LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id
  LEFT JOIN sends d ON d.email_id = e.id`;
