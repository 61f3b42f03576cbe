import type { MailSigns } from './code-mail.js';
import type { CodePlace, Occurrence } from './code-place.js';
import type { CodeTerms } from './code-terms.js';
import { filledLine, lineAt, type TextPage } from '../text/page.js';
import { lookOf, unreadShare, type PageLook } from '../text/page-look.js';
import type { CodeSource } from '../analysis.js';

/** A candidate at the place of which words say most. */
export interface ReadCase extends CodePlace {
  readonly terms: CodeTerms;
  /** How much words say for it; less than 0 where they name another thing. */
  readonly score: number;
  /** All places, the first ones of each text. */
  readonly occurrences: readonly Occurrence[];
  /** Whether it has the name of another thing at another place. */
  readonly elsewhere: boolean;
}

/** What a mail looks like as a whole, without a look at its words. */
export interface MailLook {
  readonly look: PageLook;
  /** Its subject. */
  readonly subject: string;
  readonly signs: MailSigns;
  /** Distinct candidates. */
  readonly candidates: number;
  /** How much of it is in words that are not known, from 0 to 1. */
  readonly unread: number;
  /** Whether its subject names a ticket, a change or a build. */
  readonly isFiled: boolean;
  /** The strongest emphasis that one of its candidates has for itself. */
  readonly emphasis: number;
  /** Distinct addresses of its links. */
  readonly links: number;
  /** Whether words say something for one of its candidates. */
  readonly hasSaid: boolean;
}

/** A candidate with all that features ask for. */
export interface CodeCase extends ReadCase {
  /** Whether words say more for it than for any other candidate. */
  readonly isFirst: boolean;
  readonly sources: ReadonlySet<CodeSource>;
  /** The text before it on its line, and behind it. */
  readonly before: string;
  readonly after: string;
  /** The last line above it with anything in it, and the first one below. */
  readonly above: string;
  readonly below: string;
  /** How its first place lies between the begin of a page (0) and its end (1). */
  readonly depth: number;
  /** Emphasis of a mark that holds it alone. */
  readonly emphasis: number;
  readonly mail: MailLook;
}

/** What of a candidate the whole mail tells. */
type CaseInMail = Pick<CodeCase, 'isFirst' | 'emphasis' | 'mail'>;

/** Prepares candidates for features; the first one is the best by its words. */
export function toCases(
  read: readonly ReadCase[],
  pages: readonly TextPage[],
  signs: MailSigns,
): CodeCase[] {
  if (read.length === 0) return [];
  const emphases = read.map(ownEmphasis);
  const look = lookOf(pages);
  const subject = pages.find(({ source }) => source === 'subject')?.text ?? '';
  const mail: MailLook = {
    look,
    subject,
    signs,
    candidates: read.length,
    isFiled: pages.some(({ source, text }) => source === 'subject' && isFiled(text)),
    unread: unreadShare(look),
    emphasis: Math.max(0, ...emphases),
    links: new Set(signs.urls).size,
    hasSaid: read.some(({ score }) => score > 0),
  };
  return read.map((one, i) => toCase(one, { isFirst: i === 0, emphasis: emphases[i]!, mail }));
}

/** Fields are written out: spreads among them take longer than all that they are made of. */
function toCase(one: ReadCase, { isFirst, emphasis, mail }: CaseInMail): CodeCase {
  const { page, raw, lineIndex, alone, terms, score, occurrences, elsewhere } = one;
  const { text, lines } = page;
  const last = lineAt(lines, raw.end);
  const above = filledLine(page, lineIndex, -1);
  const below = filledLine(page, last, 1);
  return {
    page,
    raw,
    lineIndex,
    alone,
    terms,
    score,
    occurrences,
    elsewhere,
    before: text.slice(Math.max(lines[lineIndex]!.start, raw.start - BESIDE), raw.start),
    after: text.slice(raw.end, Math.min(lines[last]!.end, raw.end + BESIDE)),
    above: above ? text.slice(Math.max(above.start, above.end - MAX_LINE), above.end).trim() : '',
    below: below ? text.slice(below.start, Math.min(below.end, below.start + MAX_LINE)).trim() : '',
    depth: raw.start / text.length,
    sources: new Set(occurrences.map(({ page: { source } }) => source)),
    isFirst,
    emphasis,
    mail,
  };
}

/** `[SHOP-2048]`, `[octo/mailer]`, `(PR #2291)`, `#48213`, `SHOP-2048 - ` */
const FILE_NUMBER = /#\d|\([A-Z]{2,10}-\d|^[A-Z]{2,10}-\d{1,6}(?::| [-–—|]) /;
const TAG = /\[([^\][\n]{1,60})\]/;

const isFiled = (subject: string) =>
  FILE_NUMBER.test(subject) || /[\d/]/.test(TAG.exec(subject)?.[1] ?? '');

const MAX_LINE = 200;
const BESIDE = 80;

function ownEmphasis({ page: { marks }, raw: { start, end } }: Occurrence): number {
  for (const mark of marks)
    if (mark.start <= start && mark.end >= end)
      return mark.end - mark.start <= end - start + 4 ? mark.emphasis : 0;
  return 0;
}
