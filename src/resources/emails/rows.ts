import type { z } from 'zod';
import type { SenderAuth } from '../../sender/auth.js';
import type { emailWithAttachments } from './schema.js';
import type { Description } from '../../store/mail/described.js';
import { ROW_RUNS, type readTimeFields } from '../../store/shown.js';
import { sql, textInSql, type Piece } from './sql-text.js';

/** An email as the list statements select it. */
export type EmailRow = Pick<z.input<typeof readTimeFields>, 'sending'> & {
  readonly id: string;
  readonly org_id: string;
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

/** SQL: whether the links of `emails e` are read for a preview: a page of a hundred stays below 8 MiB. */
export const LINKS_READ = `${LISTED_BYTES} <= ${64 * 1024}`;

const NOTHING = { text_body: `''`, html_body: `''`, stripped_text: `''`, shown_links: 'NULL' };

/** An extent in SQL: how many characters, as a number or an expression. */
export type SqlExtent = Exclude<Extent, object> | { readonly characters: number | string };

/** SQL: a text of which `max` characters are read, and one more, which tells that there are more. */
export const beginningOf = (max: number | string): string => `left(s.text_body, ${max} + 1)`;

const beginnings = (max: number | string): Record<keyof EmailTexts, string> => ({
  ...NOTHING,
  text_body: beginningOf(max),
  shown_links: `CASE WHEN ${LINKS_READ} THEN ${TEXTS.shown_links} END`,
});

function columnsOf(extent: SqlExtent): Record<keyof EmailTexts, string> {
  if (extent === 'whole') return TEXTS;
  return extent === 'summary' ? NOTHING : beginnings(extent.characters);
}

/** Columns of `emails e` that `emailRow` is made of. */
export const LISTED_COLUMNS = `e.id, e.org_id, e.inbox_id, e.uid, e.thread_id, e.is_read, e.received_at,
  e.parse_status, e.direction, e.status, e.size, e.labels, e.listed_bytes, e.stored_message_id, e.described`;

type RowField = (typeof ROW_RUNS)[number][number];

const RUN_ID = 'coalesce(r.workflow_id, d.workflow_id)';

// Of words and ids of our own, which need no escapes.
const plain = (column: string): Piece[] => ['"', sql(column), '"'];

/** SQL: a time as answers show it. */
export const timeInSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The JSON of the fields of `ROW_RUNS`; `runId` says which run finished it. */
const fieldsInSql = (runId: string): Readonly<Record<RowField, readonly Piece[]>> => ({
  id: plain('e.id'),
  inbox_id: plain('e.inbox_id'),
  thread_id: plain('e.thread_id'),
  is_read: [sql('e.is_read::text')],
  received_at: plain(timeInSql('e.received_at')),
  parse_status: plain('e.parse_status'),
  direction: plain('e.direction'),
  status: plain('coalesce(d.status, e.status)'),
  size: [sql('e.size::text')],
  labels: [sql(`CASE WHEN e.labels = '{}' THEN '[]' ELSE to_json(e.labels)::text END`)],
  workflow_id: [sql(`coalesce(to_json(${runId})::text, 'null')`)],
});

/** Members of an object: what Postgres writes of these types is what JSON.stringify writes. */
export function rowMembers(fields: readonly RowField[], runId = RUN_ID): Piece[] {
  const inSql = fieldsInSql(runId);
  return fields.flatMap((field, index) => [`${index > 0 ? ',' : ''}"${field}":`, ...inSql[field]]);
}

/** SQL: the lines of `ROW_RUNS`. */
const rowJson = (runId: string): string =>
  textInSql(
    ROW_RUNS.flatMap((fields, index) => [index > 0 ? '\n' : '', ...rowMembers(fields, runId)]),
  );

/** SQL: the fields of `EmailRow`; its texts are null unless `shown`. */
const rowInSql = (shown: string, extent: SqlExtent, runId: string) => ({
  id: 'e.id',
  org_id: 'e.org_id',
  row_json: rowJson(runId),
  auth: 'c.auth',
  stored_message_id: 'e.stored_message_id::text',
  described: 'e.described',
  shown_version: 's.shown_version',
  shown: 's.shown',
  ...textsIf(shown, columnsOf(extent)),
  sending: SENDING,
});

const SENDING = `
  CASE WHEN d.email_id IS NOT NULL THEN jsonb_build_object('provider', d.provider,
    'provider_message_id', d.provider_message_id, 'error', d.error, 'send_at', d.send_at,
    'sent_at', d.sent_at, 'metadata', d.metadata, 'recipients', d.recipients) END`;

const textsIf = (
  shown: string,
  texts: Readonly<Record<keyof EmailTexts, string>>,
): Record<keyof EmailTexts, string> => ({
  text_body: `CASE WHEN ${shown} THEN ${texts.text_body} END`,
  html_body: `CASE WHEN ${shown} THEN ${texts.html_body} END`,
  stripped_text: `CASE WHEN ${shown} THEN ${texts.stripped_text} END`,
  shown_links: `CASE WHEN ${shown} THEN ${texts.shown_links} END`,
});

/**
 * Columns of `EmailRow` from `emails e` and the tables of `EMAIL_JOINS`; its texts are null unless `shown`. Each
 * column costs the reader of a page: what is not needed apart is one.
 */
export const emailRow = (shown: string, extent: Extent = 'whole', runId = RUN_ID): string =>
  Object.entries(rowInSql(shown, extent, runId))
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ');

/** SQL: the same as an object of JSON. */
export const emailRowObject = (shown: string, extent: SqlExtent, runId = RUN_ID): string => {
  const members = Object.entries(rowInSql(shown, extent, runId));
  return `json_build_object(${members.map(([name, expression]) => `'${name}', ${expression}`).join(', ')})`;
};

const JOINED = {
  s: 'JOIN stored_messages s ON s.id = e.stored_message_id',
  r: 'LEFT JOIN email_runs r ON r.email_id = e.id',
  c: 'LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id',
  d: 'LEFT JOIN sends d ON d.email_id = e.id',
};

/** The tables of `emailRow`, for a statement that has `emails e` already. */
export const EMAIL_JOINS = Object.values(JOINED).join('\n  ');

/** Their names. */
export const JOINED_TABLES = Object.keys(JOINED);
