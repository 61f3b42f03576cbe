import type { Mailbox } from '../analysis.js';
import type { TermCounts, TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** What is known of a mail as a whole. */
export interface MailSigns {
  /** Terms of all its pages. */
  readonly counts: TermCounts;
  /** Kinds of the terms in its subject. */
  readonly subject: ReadonlySet<TermKind>;
  /** Whether it was sent to a list. */
  readonly isBulk: boolean;
  /** Whether somebody wrote it who shows his own name, and does not pass on another mail. */
  readonly isPersonal: boolean;
  /** Whose it is and who sent it, as their addresses say: neither "sv21042" nor "Track24" is a code. */
  readonly names: ReadonlySet<string>;
  /** Addresses of its links. */
  readonly urls: readonly string[];
  /** What its markup calls the number of a thing, without blanks and hyphens. */
  readonly numbers: ReadonlySet<string>;
  /** Where a link shows nothing but a word, such as VERIFY. */
  readonly wordLinks: ReadonlyMap<TextPage, readonly Span[]>;
  /** Whether it answers another mail. */
  readonly isAnswer: boolean;
  readonly from: Mailbox;
  /** By its header, in milliseconds; null where it names no time. */
  readonly sentAt: number | null;
}
