import type { FetchedMessage, WantedFields } from '../../imap/session.js';

/** Fields that are made of the bytes of messages. */
export type Structure = Pick<FetchedMessage, 'envelope' | 'body' | 'bodyStructure' | 'parts'>;

/** Which of them are wanted. */
export type WantedStructure = Pick<WantedFields, 'envelope' | 'structure' | 'parts'>;

/** What the rows of a mail have of its structure. */
export interface StructureRow {
  readonly storedId: string;
  /** Bytes that are stored, and that `/raw` has in front of them. */
  readonly bytes: number;
  readonly headBytes: number;
  readonly isMade: boolean;
  /** Null where it is not wanted, or not made. */
  readonly envelope: string | null;
  readonly body: string | null;
  readonly bodyStructure: string | null;
  readonly partMap: string | null;
}

/** SQL: columns of a `StructureRow`, of `emails e` and `stored_messages s`; parameters say what is wanted. */
export const structureColumns = (envelope: string, structure: string, parts: string): string => `
  s.id::text AS "storedId", e.size AS bytes, e.head_bytes AS "headBytes",
  s.part_map IS NOT NULL AS "isMade",
  CASE WHEN ${envelope} THEN s.envelope END AS envelope,
  CASE WHEN ${structure} THEN s.body END AS body,
  CASE WHEN ${structure} THEN s.body_structure END AS "bodyStructure",
  CASE WHEN ${parts} THEN s.part_map END AS "partMap"`;

/** SQL: bytes of `/raw`. */
export const RAW_BYTES = '(e.size + e.head_bytes)';
