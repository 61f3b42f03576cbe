import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import type { RawRow } from '../../db/raw-rows.js';
import type { Owned } from '../../store/inboxes.js';
import { IN_LIVE_INBOX } from '../../store/listed.js';
import { anyRunId } from '../../store/outbox.js';
import type { SelectedRow } from './large-mail.js';
import { madeWhole } from './made-json.js';
import {
  EMAIL_JOINS,
  emailRow,
  emailRowObject,
  IS_SMALL,
  type EmailDetail,
  type EmailRow,
} from './rows.js';

/** What is shown of an email beside what lists show. */
type Details = Pick<EmailDetail, 'headers' | 'attachments'>;

/** An email that is shown whole. */
export interface WholeEmail extends Details {
  /** What lists show of it: its JSON, where its statement made that. */
  readonly mail: Buffer | EmailRow;
}

/** The same as it is found. */
interface FoundWhole extends Details, Owned {
  readonly made: Buffer | null;
  /** Where it was not made: the email. */
  readonly other: readonly SelectedRow[];
}

/** An email of any organization, to be shown whole; null when there is none. */
export type FindWhole = (emailId: string) => Promise<FoundWhole | null>;

// Also that of a run which is still to work on it.
const ANY_RUN_ID = `coalesce(r.workflow_id, ${anyRunId('e')})`;

const ATTACHMENTS = `
  CASE WHEN e.attachment_count = 0 THEN '[]' ELSE (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'filename', a.filename, 'content_type', a.content_type, 'size', a.size,
      'content_id', a.content_id, 'sha256', a.sha256) ORDER BY a.position), '[]')
    FROM attachments a WHERE a.stored_message_id = e.stored_message_id) END`;

/** SQL: `emails e`, found before anything else is: else it may be looked for in one inbox after the other. */
const mailsWith = (condition: string) => `(SELECT * FROM emails WHERE ${condition} OFFSET 0) AS e`;

/** An email by its id $1: the columns of `EmailDetail`. */
export const READ = `
  SELECT ${emailRow(IS_SMALL, 'whole', ANY_RUN_ID)}, e.org_id AS "orgId", e.inbox_id AS "inboxId",
    s.headers, ${ATTACHMENTS} AS attachments
  FROM ${mailsWith('id = $1')} ${EMAIL_JOINS} ${IN_LIVE_INBOX}`;

const WHOLE = madeWhole(ANY_RUN_ID);

// Those that are read at the same time share a statement. Its array always has as many items as Postgres takes one to
// have that it does not know: only then it finds that one plan suits all.
const READ_TOGETHER = { maxItems: 10, concurrency: 4 };

/** Reads those together that are asked for at the same time. */
export const createWholeFinder = (database: Pick<Database, 'queryRaw'>): FindWhole =>
  createBatcher<string, FoundWhole | null>(async (ids) => {
    const none = Array.from({ length: READ_TOGETHER.maxItems - ids.length }, () => '');
    const rows = await database.queryRaw(READ_WHOLE, [[...ids, ...none]]);
    const byId = new Map(rows.map((row) => [String(row[0]), foundOf(row)]));
    return ids.map((id) => byId.get(id) ?? null);
  }, READ_TOGETHER);

const READ_WHOLE = `
  SELECT e.id, e.org_id, e.inbox_id, CASE WHEN ${WHOLE.isMade} THEN ${WHOLE.json} END,
    CASE WHEN NOT (${WHOLE.isMade}) THEN ${emailRowObject(IS_SMALL, 'whole', ANY_RUN_ID)} END,
    s.headers, ${ATTACHMENTS}
  FROM ${mailsWith('id = ANY ($1::text[])')} ${EMAIL_JOINS} ${IN_LIVE_INBOX} ${WHOLE.tables}`;

function foundOf([, orgId, inboxId, made, other, headers, attachments]: RawRow): FoundWhole {
  return {
    orgId: String(orgId),
    inboxId: String(inboxId),
    made: made ?? null,
    other: other ? [JSON.parse(String(other)) as SelectedRow] : [],
    headers: JSON.parse(String(headers)) as EmailDetail['headers'],
    attachments: JSON.parse(String(attachments)) as EmailDetail['attachments'],
  };
}
