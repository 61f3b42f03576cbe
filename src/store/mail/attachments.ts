import { bytesArray } from '../../db/large-parameters.js';
import { newId } from '../../ids.js';
import type { Attachment } from '../../mail/analysis.js';

/** The rows of the attachments of all `mails`, and their contents in the same order. */
export function attachmentRows(mails: readonly { readonly attachments: readonly Attachment[] }[]) {
  const files = mails.flatMap(({ attachments }, mail) =>
    attachments.map((attachment, position) => ({ mail, position, attachment })),
  );
  const rows = files.map(({ mail, position, attachment }) => ({
    id: newId('att'),
    mail,
    position,
    filename: attachment.filename,
    content_type: attachment.contentType,
    size: attachment.size,
    content_id: attachment.contentId,
    sha256: attachment.sha256,
    ...placeOf(attachment),
  }));
  return { rows, contents: bytesArray(files.map(({ attachment }) => bytesOf(attachment))) };
}

const NO_BYTES = new Uint8Array();

const bytesOf = ({ content }: Attachment) => (content instanceof Uint8Array ? content : NO_BYTES);

/** Null where its bytes are stored. */
const placeOf = ({ content }: Attachment) =>
  content instanceof Uint8Array
    ? { raw_offset: null, raw_length: null, encoding: null }
    : { raw_offset: content.offset, raw_length: content.length, encoding: content.encoding };

/**
 * A part that stores attachments, given as `attachmentRows` makes them: `mail` is SQL that joins them, as `f`, to
 * their mails, and `messageId` the stored message of each.
 */
export const insertAttachments = (
  rows: string,
  contents: string,
  { mail, messageId }: { readonly mail: string; readonly messageId: string },
): string => `stored_attachment AS (
  INSERT INTO attachments
    (id, stored_message_id, position, filename, content_type, size, content_id, sha256,
     raw_offset, raw_length, encoding, content)
  SELECT f.id, ${messageId}, f.position, f.filename, f.content_type, f.size, f.content_id,
    f.sha256, f.raw_offset, f.raw_length, f.encoding,
    CASE WHEN f.raw_offset IS NULL THEN (${contents}::bytea[])[f.ordinality] END
  FROM ROWS FROM (jsonb_to_recordset(${rows}::jsonb) AS (id text, mail int, position int,
    filename text, content_type text, size int, content_id text, sha256 text, raw_offset int,
    raw_length int, encoding text))
    WITH ORDINALITY AS f ${mail}
  ON CONFLICT (stored_message_id, position) DO NOTHING
)`;
