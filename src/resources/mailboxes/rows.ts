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

/** SQL: bytes of `/raw`. */
export const RAW_BYTES = '(e.size + e.head_bytes)';
