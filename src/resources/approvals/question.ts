import type { Queries } from '../../db/queries.js';
import type { Mailbox } from '../../mail/analysis.js';
import { composedText } from '../../mail/compose/outgoing-text.js';
import { clip } from '../../mail/text/safe-text.js';
import type { ApprovalKind, ApprovalStatus } from '../../store/approvals.js';
import type { ApprovalLink } from './links.js';

/** What an approver is asked, as text. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly resourceId: string;
  readonly status: ApprovalStatus;
  /** Whether it can still be decided. */
  readonly isOpen: boolean;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  /** Who is asked. */
  readonly address: string;
  readonly items: readonly QuestionItem[];
  /** Mails of a bulk send that are not among them. */
  readonly more: number;
}

/** A mail, or a task: names with values, and longer texts under a heading each. */
export interface QuestionItem {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly texts: readonly (readonly [heading: string, text: string])[];
}

interface ApprovalRef extends Omit<ApprovalQuestion, 'items' | 'more' | 'address'> {
  readonly mails: number;
}

interface MailRow {
  readonly from: string;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly recipients: readonly { readonly address: string }[];
  readonly subject: string;
  readonly sendAt: Date | null;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  readonly html: string;
  readonly files: readonly string[] | null;
}

// Mails of a bulk send on one page, and characters of each of their texts.
const MAX_MAILS = 100;
const MAX_TEXT = 20_000;
// Characters of the texts of a mail alone.
const MAX_LONG_TEXT = 500_000;

const FIND = `
SELECT a.id, a.kind, a.resource_id AS "resourceId", a.status, a.expires_at AS "expiresAt",
  a.decided_by AS "decidedBy", a.status = 'PENDING' AND a.expires_at > now() AS "isOpen",
  (SELECT count(*)::int FROM sends s WHERE s.approval_id = a.id) AS mails
FROM approvals a WHERE a.id = $1 AND $2 = ANY (a.approvers)`;

const MAILS = `
SELECT e.from_address AS "from", e.to_addresses AS "to", e.cc_addresses AS cc, s.recipients,
  e.subject, s.send_at AS "sendAt", m.headers, left(m.text_body, $2) AS text,
  left(m.html_body, $2) AS html,
  (SELECT array_agg(coalesce(f.filename, 'without a name') || ', ' || f.content_type || ', '
      || f.size || ' bytes' ORDER BY f.position)
    FROM attachments f WHERE f.stored_message_id = m.id) AS files
FROM sends s JOIN emails e ON e.id = s.email_id JOIN stored_messages m ON m.id = e.stored_message_id
WHERE s.approval_id = $1 ORDER BY s.bulk_index, s.email_id LIMIT ${MAX_MAILS}`;

const CALL = `
SELECT 'A call of ' || (content ->> 'tool') AS type, content -> 'arguments' AS input
FROM task_steps WHERE approval_id = $1`;
const TASK = 'SELECT type, input FROM tasks WHERE id = $1';
const CREDENTIAL = `
SELECT 'The use of a credential' AS type,
  jsonb_build_object('service', service, 'identifier', identifier) AS input
FROM credentials WHERE id = $1`;

const ASKED = {
  task: TASK,
  tool: CALL,
  credential: CREDENTIAL,
} as const;

/** What somebody who has a link is asked; null where it is gone, or somebody else was asked. */
export async function readQuestion(
  database: Queries,
  { approvalId, address }: ApprovalLink,
): Promise<ApprovalQuestion | null> {
  const [row] = await database.query<ApprovalRef>(FIND, [approvalId, address]);
  if (!row) return null;
  const { mails, ...asked } = row;
  const items = await itemsOf(database, row);
  return { ...asked, address, items, more: Math.max(0, mails - MAX_MAILS) };
}

async function itemsOf(
  database: Queries,
  { id, kind, resourceId, mails }: ApprovalRef,
): Promise<QuestionItem[]> {
  if (kind !== 'send') {
    const about = kind === 'tool' ? id : resourceId;
    const tasks = await database.query<{ type: string; input: object }>(ASKED[kind], [about]);
    return tasks.map(taskItem);
  }
  const length = mails > 1 ? MAX_TEXT : MAX_LONG_TEXT;
  return (await database.query<MailRow>(MAILS, [id, length + 1])).map((mail) =>
    mailItem(mail, length),
  );
}

const taskItem = ({ type, input }: { type: string; input: object }): QuestionItem => ({
  fields: [['Task', type]],
  texts: [['Input', clip(JSON.stringify(input, null, 2), MAX_LONG_TEXT)]],
});

function mailItem(mail: MailRow, length: number): QuestionItem {
  const { from, to, cc, recipients, subject, sendAt, files, text, html } = mail;
  const named = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()));
  const bcc = recipients.filter(({ address }) => !named.has(address.toLowerCase()));
  const fields = [
    ['From', from],
    ['To', shown(to)],
    ['Cc', shown(cc)],
    ['Bcc', bcc.map(({ address }) => address).join(', ')],
    ['Answers go to', headerOf(mail, 'reply-to')],
    ['Subject', subject],
    ['Not before', sendAt?.toISOString() ?? ''],
    ['Files', (files ?? []).join('; ')],
  ] as const;
  const texts = [
    ['Text', text],
    ['What its HTML shows', html === '' ? '' : composedText({ html })],
    ['Its HTML', html],
  ] as const;
  return {
    fields: fields.filter(([, value]) => value !== ''),
    texts: texts
      .filter(([, value]) => value !== '')
      .map(([heading, value]) => [heading, cut(value, length)] as const),
  };
}

const cut = (text: string, length: number) =>
  text.length > length ? `${clip(text, length)}\n[It is longer than can be shown.]` : text;

const shown = (mailboxes: readonly Mailbox[]) =>
  mailboxes
    .map(({ name, address }) => (name === null ? address : `${name} <${address}>`))
    .join(', ');

const headerOf = ({ headers }: MailRow, name: string) => [headers[name] ?? []].flat().join(', ');
