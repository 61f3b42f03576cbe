import type { Mailbox } from '../../mail/analysis.js';

/** What of a draft is given, its texts and files aside. */
export interface DraftMessage {
  readonly to?: Mailbox[];
  readonly cc?: Mailbox[];
  readonly bcc?: Mailbox[];
  readonly reply_to?: Mailbox[];
  readonly subject?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
}

/** A file of a draft, its bytes aside. */
export interface DraftFile {
  readonly filename: string | null;
  readonly content_type: string | null;
  readonly content_id: string | null;
  readonly size: number;
}

/** A draft as lists show it. */
export interface ListedDraft {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string;
  /** The mail it is to answer. */
  readonly replies_to: string | null;
  readonly message: DraftMessage;
  readonly attachments: readonly DraftFile[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A draft with its texts. */
export interface DraftRow extends ListedDraft {
  readonly text_body: string | null;
  readonly html_body: string | null;
  /** Grows with each change. */
  readonly version: number;
}

/** Columns of `ListedDraft`. */
export const LISTED_DRAFT = `id, org_id AS "orgId", inbox_id AS "inboxId", replies_to, message,
  attachments, created_at, updated_at`;

/** Columns of `DraftRow`. */
export const DRAFT_ROW = `${LISTED_DRAFT}, text_body, html_body, version`;
