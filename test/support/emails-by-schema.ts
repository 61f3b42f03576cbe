import { email } from '../../src/store/email-shape.js';

/** Columns of `emails` and `stored_messages`, and what is joined to them. */
export interface EmailColumns {
  readonly [column: string]: unknown;
  readonly from_address: string;
  readonly to_addresses: readonly { readonly address: string }[];
  readonly otp_codes: readonly string[];
  readonly verification_links: readonly string[];
  readonly category: string;
  readonly attachment_count: number;
  readonly references_ids: readonly string[];
  readonly code_expiry: Date | string | null;
}

/** The answer that an email with these columns is, put together field by field. */
function fieldsOf(row: EmailColumns): object {
  const { otp_codes, verification_links, category, code_expiry } = row;
  return {
    sending: null,
    auth: null,
    workflow_id: null,
    ...row,
    code_expiry: code_expiry && new Date(code_expiry),
    has_attachments: row.attachment_count > 0,
    references: row.references_ids,
    from: row.from_address,
    to: row.to_addresses.map(({ address }) => address),
    parsed: { otp_codes, verification_links, category },
  };
}

/** The JSON that the schema of emails makes of it at once. */
export const emailBySchema = (row: EmailColumns): string =>
  JSON.stringify(email.parse(fieldsOf(row)));

const SUMMARY = email.omit({
  ...{ text_body: true, html_body: true, stripped_text: true, otp_candidates: true },
  ...{ verification_links: true, magic_links: true, links: true, parsed: true },
  ...{ truncated: true, next_offset: true },
});

/** The same of a summary. */
export const summaryBySchema = (row: EmailColumns): string =>
  JSON.stringify(SUMMARY.parse(fieldsOf(row)));
