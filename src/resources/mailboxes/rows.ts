import type { FetchedMessage, WantedFields } from '../../imap/session.js';

/** Fields that are made of the bytes of messages. */
export type Structure = Pick<FetchedMessage, 'envelope' | 'body' | 'bodyStructure' | 'parts'>;

/** Which of them are wanted. */
export type WantedStructure = Pick<WantedFields, 'envelope' | 'structure' | 'parts'>;

/** What makes them: of the mails of an inbox, by the ids of those that are there. @throws AppError 503 */
export type FindStructures = (
  inboxId: string,
  emailIds: readonly string[],
  wanted: WantedStructure,
) => Promise<ReadonlyMap<string, Structure>>;

/** What is found where nothing is made of the bytes. */
export const NOTHING_MADE: ReadonlyMap<string, Structure> = new Map();

/** Tables of `HEAD_BYTES`. */
export const RAW_FROM = `emails e JOIN stored_messages s ON s.id = e.stored_message_id
  LEFT JOIN sends d ON d.email_id = e.id`;

// What `rawMessage` puts in front of a received mail, but for what it is told, and the line ends between that.
const HEAD_WORDS =
  Buffer.byteLength('Return-Path: <>\r\nDelivered-To: \r\nReceived: \r\n\t\r\n\tfor <>; \r\n') - 2;

/** SQL: bytes of `/raw` in front of those that are stored. */
export const HEAD_BYTES = `CASE WHEN s.trace = '' THEN coalesce(octet_length(d.dkim_signature), 0)
  ELSE ${HEAD_WORDS} + octet_length(s.trace) + octet_length(e.envelope_from) + 2 * octet_length(e.delivered_to) END`;

/** SQL: bytes of `/raw`. */
export const RAW_BYTES = `(e.size + ${HEAD_BYTES})`;
