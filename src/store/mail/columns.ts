import { createHash } from 'node:crypto';
import type { Analysis } from '../../mail/analysis.js';
import { sentOn } from '../../mail/mime/dates.js';
import { isByProgram } from '../../mail/threads/automatic.js';
import { makeShown, type MadeShown, type Shown } from '../shown.js';

/** Where the parse of a mail stands. */
export type ParseStatus = 'complete' | 'pending' | 'failed';

/** What the bytes of a mail say, as columns of `emails` and `stored_messages`, named as they are. */
export type MailRecord = ReturnType<typeof columnsOf> & MadeShown;

/** The columns of a mail that are the same for each recipient. `envelopeFrom` is what MAIL FROM gave. */
export function mailRecord(
  analysis: Analysis,
  parseStatus: ParseStatus,
  envelopeFrom: string,
): MailRecord {
  const columns = columnsOf(analysis, parseStatus, envelopeFrom);
  return Object.assign(columns, makeShown(shownOf(analysis, columns)));
}

function columnsOf(analysis: Analysis, parseStatus: ParseStatus, envelopeFrom: string) {
  return {
    parse_status: parseStatus,
    message_id: analysis.messageId,
    in_reply_to: analysis.inReplyTo,
    from_address: analysis.from.address,
    from_name: analysis.from.name,
    sender: [analysis.from.name, analysis.from.address].filter(Boolean).join(' '),
    to_addresses: analysis.to,
    cc_addresses: analysis.cc,
    subject: analysis.subject,
    language: analysis.language,
    bare_subject: analysis.bareSubject,
    category: analysis.category,
    category_confidence: analysis.categoryConfidence,
    summary: analysis.summary,
    otp_codes: analysis.otpCodes,
    otp_confidence: analysis.otpCandidates[0]?.confidence ?? 0,
    verification_links: analysis.verificationLinks,
    magic_links: analysis.magicLinks,
    backup_codes: analysis.backupCodes,
    code_expiry: analysis.codeExpiry,
    expiry_after_receipt: analysis.expiryAfterReceipt,
    hidden_content: analysis.hiddenContent,
    automatic: isByProgram(analysis.headers, envelopeFrom),
    is_spam: analysis.isSpam,
    spam_score: analysis.spamScore,
    attachment_count: analysis.attachments.length,
    text_body: analysis.textBody,
    html_body: analysis.htmlBody,
    stripped_text: analysis.strippedText,
    headers: analysis.headers,
    references_ids: analysis.references,
    listed_bytes: listedBytes(analysis),
    sent_on: sentOn([analysis.headers.date].flat()[0]),
    ...structureRecord(analysis),
  };
}

const structureRecord = ({ structure }: Analysis) => ({
  envelope: structure?.envelope ?? null,
  body: structure?.body ?? null,
  body_structure: structure?.bodyStructure ?? null,
  part_map: structure?.partMap ?? null,
});

const shownOf = ({ otpCandidates, links }: Analysis, columns: ReturnType<typeof columnsOf>) =>
  shownOfColumns({ ...columns, otp_candidates: otpCandidates, links });

/** Columns that `Shown` is made of. */
export type ShownColumns = Omit<
  Shown,
  'code_expiry' | 'has_attachments' | 'references' | 'from' | 'to' | 'parsed'
> & {
  readonly code_expiry: Date | string | null;
  readonly attachment_count: number;
  readonly references_ids: readonly string[];
};

/** What is shown of a mail with these columns. */
export function shownOfColumns(columns: ShownColumns): Shown {
  const { from_address, to_addresses, otp_codes, verification_links, category } = columns;
  return Object.assign(
    {
      has_attachments: columns.attachment_count > 0,
      references: columns.references_ids,
      from: from_address,
      to: to_addresses.map(({ address }) => address),
      parsed: { otp_codes, verification_links, category },
    },
    columns,
    { code_expiry: columns.code_expiry === null ? null : new Date(columns.code_expiry) },
  );
}

/** UTF-8 bytes of what a list shows of a mail: what it costs to be in a page. */
function listedBytes(analysis: Analysis): number {
  const { textBody, htmlBody, strippedText, to, cc, references, links, otpCandidates } = analysis;
  const { verificationLinks, magicLinks } = analysis;
  const found = [to, cc, references, links, otpCandidates, verificationLinks, magicLinks];
  return [textBody, htmlBody, strippedText, JSON.stringify(found)].reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    0,
  );
}

/** The columns above with their types, for `jsonb_to_recordset`. */
export const MAIL_RECORD_TYPES = `
  parse_status text, message_id text, in_reply_to text, from_address text, from_name text,
  sender text, to_addresses jsonb, cc_addresses jsonb, subject text, language text,
  bare_subject text,
  category text, category_confidence real, summary text, otp_codes text[], otp_confidence real,
  verification_links text[], magic_links text[], backup_codes text[], code_expiry timestamptz,
  expiry_after_receipt timestamptz, hidden_content boolean, automatic boolean, is_spam boolean, spam_score real,
  attachment_count integer, text_body text, html_body text, stripped_text text, headers jsonb,
  references_ids text[], shown_version smallint, shown text, shown_links text, listed_bytes integer,
  sent_on date, envelope text, body text, body_structure text, part_map text`;

/** Columns of a record that live in `stored_messages`; the others live in `emails`. */
export const STORED_COLUMNS = [
  'text_body',
  'html_body',
  'stripped_text',
  'headers',
  'references_ids',
  'shown_version',
  'shown',
  'shown_links',
  'envelope',
  'body',
  'body_structure',
  'part_map',
] as const;

/** Columns of a record that live in `emails`. */
export const EMAIL_COLUMNS = MAIL_RECORD_TYPES.split(/,\s+/)
  .map((column) => column.trim().split(' ')[0]!)
  .filter((name) => !(STORED_COLUMNS as readonly string[]).includes(name));

// Subject and text that are searchable: a longer tsvector can exceed what Postgres takes (1 MB).
const SEARCHABLE = 64 * 1024;

/**
 * SQL for the search vector of the record `alias`. Postgres takes what begins with `<` for a tag, in which there are no
 * words, and after a `<script` there would be none to the end.
 */
export const searchVector = (alias: string, characters = SEARCHABLE): string =>
  `to_tsvector('simple', replace(left(concat_ws(' ', ${alias}.subject, ${alias}.sender, ${alias}.summary, ${alias}.text_body), ${characters}), '<', ' '))`;

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * What makes two mails the same message: Message-ID and body. Null without a Message-ID.
 * (docs/interface.md, Mail coming in.)
 */
export function fingerprint(raw: Buffer, messageId: string | null): string | null {
  if (!messageId) return null;
  const end = raw.indexOf(HEADER_END);
  const body = end < 0 ? raw.subarray(raw.length) : raw.subarray(end);
  return createHash('sha256').update(messageId).update(body).digest('hex').slice(0, 32);
}
