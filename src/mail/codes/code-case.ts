import type { RawCode } from './code-forms.js';
import type { MailSigns } from './code-mail.js';
import type { CodePlace } from './code-place.js';
import type { CodeTerms } from './code-terms.js';
import { lineAt, type TextPage } from '../text/page.js';
import { lookOf, unreadShare, type PageLook } from '../text/page-look.js';
import type { CodeSource } from '../analysis.js';

/** One place of a candidate. */
export interface Occurrence {
  readonly page: TextPage;
  readonly raw: RawCode;
}

/** A candidate at the place of which words say most. */
export interface ReadCase extends Occurrence {
  readonly place: CodePlace;
  readonly terms: CodeTerms;
  /** How much words say for it; less than 0 where they name another thing. */
  readonly score: number;
  /** All places, the first ones of each text. */
  readonly occurrences: readonly Occurrence[];
  /** Whether it has the name of another thing at another place. */
  readonly elsewhere: boolean;
}

/** What a mail looks like as a whole, without a look at its words. */
export interface MailLook extends PageLook {
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
  /** The subject of the mail. */
  readonly subject: string;
  readonly mail: MailLook;
}

/** Prepares candidates for features; the first one is the best by its words. */
export function toCases(
  read: readonly ReadCase[],
  pages: readonly TextPage[],
  signs: MailSigns,
): CodeCase[] {
  if (read.length === 0) return [];
  const emphases = read.map(({ page, raw }) => ownEmphasis(page, raw));
  const look = lookOf(pages);
  const subject = pages.find(({ source }) => source === 'subject')?.text ?? '';
  // Fields are written out here and below: spreads among them take longer than all that they are made of.
  const mail: MailLook = {
    letters: look.letters,
    headLetters: look.headLetters,
    headTerms: look.headTerms,
    numbers: look.numbers,
    sums: look.sums,
    rows: look.rows,
    cells: look.cells,
    signs,
    candidates: read.length,
    isFiled: pages.some(({ source, text }) => source === 'subject' && isFiled(text)),
    unread: unreadShare(look),
    emphasis: Math.max(0, ...emphases),
    links: new Set(signs.urls).size,
    hasSaid: read.some(({ score }) => score > 0),
  };
  return read.map((one, i) =>
    toCase(one, { isFirst: i === 0, emphasis: emphases[i]!, subject, mail }),
  );
}

/** What of a candidate the whole mail tells. */
type InMail = Pick<CodeCase, 'isFirst' | 'emphasis' | 'subject' | 'mail'>;

function toCase(one: ReadCase, inMail: InMail): CodeCase {
  const { page, raw, place, occurrences } = one;
  const { text, lines } = page;
  const [first, last] = [lineAt(lines, raw.start), lineAt(lines, raw.end)];
  return {
    page,
    raw,
    place,
    terms: one.terms,
    elsewhere: one.elsewhere,
    score: one.score,
    occurrences,
    before: text.slice(Math.max(lines[first]!.start, raw.start - BESIDE), raw.start),
    after: text.slice(raw.end, Math.min(lines[last]!.end, raw.end + BESIDE)),
    above: filledLine(text, lines, first, -1),
    below: filledLine(text, lines, last, 1),
    depth: text.length === 0 ? 0 : raw.start / text.length,
    isFirst: inMail.isFirst,
    sources: new Set(occurrences.map(({ page: { source } }) => source)),
    emphasis: inMail.emphasis,
    subject: inMail.subject,
    mail: inMail.mail,
  };
}

/** `[SHOP-2048]`, `[octo/mailer]`, `(PR #2291)`, `#48213`, `SHOP-2048 - ` */
const FILE_NUMBER = /#\d|\([A-Z]{2,10}-\d|^[A-Z]{2,10}-\d{1,6}(?::| [-–—|]) /;
const TAG = /\[([^\][\n]{1,60})\]/;

const isFiled = (subject: string) =>
  FILE_NUMBER.test(subject) || /[\d/]/.test(TAG.exec(subject)?.[1] ?? '');

const MAX_LINE = 200;
const BESIDE = 80;

const MAX_BLANK = 4;

function filledLine(text: string, lines: TextPage['lines'], from: number, step: 1 | -1): string {
  for (
    let i = from + step;
    i >= 0 && i < lines.length && Math.abs(i - from) <= MAX_BLANK;
    i += step
  ) {
    const { start, end } = lines[i]!;
    const line =
      step < 0
        ? text.slice(Math.max(start, end - MAX_LINE), end)
        : text.slice(start, Math.min(end, start + MAX_LINE));
    if (line.trim() !== '') return line.trim();
  }
  return '';
}

function ownEmphasis({ marks }: TextPage, { start, end }: RawCode): number {
  for (const mark of marks)
    if (mark.start <= start && mark.end >= end)
      return mark.end - mark.start <= end - start + 4 ? mark.emphasis : 0;
  return 0;
}
