import type { Link } from '../analysis.js';
import type { ParsedMail } from '../mime/parse.js';
import { lookOf } from '../text/page-look.js';
import type { CategoryClues } from '../topic/category-case.js';
import type { MailReading, OwnPages } from './reading.js';

/** What a mail was found to hold. */
export interface MailFindings {
  readonly pages: OwnPages;
  readonly reading: MailReading;
  readonly links: readonly Link[];
}

/** What the category of a mail is decided by. */
export const categoryClues = (
  { envelope, headers, structure }: ParsedMail,
  { pages: { body, subject }, reading, links }: MailFindings,
): CategoryClues => ({
  envelope,
  headers,
  structure,
  subject,
  counts: reading.signs.counts,
  text: body.strippedText,
  links,
  code: reading.main?.confidence ?? 0,
  codeLikely: reading.codes[0]?.confidence ?? 0,
  hasBackupCodes: reading.backupCodes.length > 0,
  isSentToList: reading.signs.isBulk,
  markedTypes: body.htmlPages.flatMap(({ html }) => [...html.markup.types]),
  isPlain: body.htmlPages.length === 0,
  look: lookOf(reading.pages),
});
