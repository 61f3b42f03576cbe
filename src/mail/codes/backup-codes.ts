import { lineAt, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** A list of recovery codes and where it stands. */
export interface BackupCodes {
  readonly codes: readonly string[];
  readonly ranges: readonly Span[];
}

const MIN_CODES = 3;
const MAX_CODES = 100;
const MAX_TERMS = 20;
const MAX_LINES = 80;
const MAX_LINE = 400;
/** `1.`, `2)`, `#3`, `-`, `•`, `[ ]`, `Code 4:` in front of an entry. */
const MARKER =
  /^\s*(?:\(?#?\d{1,2}[.):]\s+|#\d{1,2}\s+|[-*•·▪◦☐□☑✓]\s*|\[[ x]?\]\s*|\p{L}{1,12}[. ]{0,2}\d{1,2} ?[:.)]\s+)?/iu;
/** Characters of which every marker has one: an entry without them has none to take off, as blanks are trimmed anyway. */
const MARKS = /[-.):#*•·▪◦☐□☑✓[]/;
/** "(unused)" behind an entry. */
const REMARK = /\s\([^()\d]{1,24}\)$/;
/** A cell that only counts. */
const COUNTER = /^#?\d{1,2}[.):]?$/;
/** Also the number of the next entry: "1) 4829-1377 2) 7741-2913". */
const SEPARATOR = /\s*[,;|、，·•/]\s*|\t+|\s{2,}|\s[–—-]\s|\s\(?\d{1,2}[.)]\s/;
/** How each separator begins: quicker to find than the separator itself. */
const SEPARATORS = /[,;|、，·•/\t]|\s[\s–—-]|\s\(?\d{1,2}[.)]/;
/** "A, B and C": the last entry behind a word. */
const LAST = /[ ,](?:\p{L}{1,4}) (?=[0-9A-Za-z]{2,16}(?:-[0-9A-Za-z]{2,8}){0,5}$)/u;
/** Entries that a list needs where the words that announce it do not name recovery codes. */
const MIN_PLAIN = 4;
/**
 * What only prose has: certain signs, a word before a colon, a sentence behind another, or five words in a
 * row with a short one among them.
 */
const PROSE =
  /[!?"'@=&%]|[A-Za-z](?::|\. [A-Za-z]| [A-Za-z]{1,4} [A-Za-z]{1,20} [A-Za-z]{1,20} [A-Za-z]{1,20} [A-Za-z])/;
const ZERO = 0x30;
const NONE: readonly string[] = [];
const CELL = /^(?:[0-9A-Za-z]{5,16}|[0-9A-Za-z]{2,8}(?:[- ][0-9A-Za-z]{2,8}){1,5})$/;

/** The entries of lines that were read: both texts of a mail have them, and so do lists that begin near each other. */
export type KnownLines = Map<string, readonly string[]>;

/**
 * The recovery codes of a page: entries of one form below words that announce them, or, when the subject
 * does that, below no words at all.
 */
export function findBackupCodes(
  page: TextPage,
  isAnnounced = false,
  known: KnownLines = new Map(),
): BackupCodes {
  const codes = new Set<string>();
  const ranges: Span[] = [];
  let from = 0;
  for (const { place, least } of placesOf(page, isAnnounced, known)) {
    if (place < from || codes.size >= MAX_CODES) continue;
    const list = readList(page, place, known);
    if (list.length < least) continue;
    for (const { code } of list) codes.add(code);
    ranges.push({ start: list[0]!.start, end: list.at(-1)!.end });
    from = list.at(-1)!.end;
  }
  return { codes: [...codes].slice(0, MAX_CODES), ranges };
}

interface ListStart {
  readonly place: number;
  /** How many entries make a list here. */
  readonly least: number;
}

/**
 * Where lists may begin: behind words for recovery codes or, when the subject has these, "keep your
 * codes:"; else behind "here are 6 codes for emergencies:".
 */
function placesOf(page: TextPage, isAnnounced: boolean, known: KnownLines): ListStart[] {
  const named = endsOf(page, BACKUP);
  const places = isAnnounced ? [0, ...endsOf(page, NAMES)] : named;
  if (places.length > 0) return places.map((place) => ({ place, least: MIN_CODES }));
  return endsOf(page, CODES)
    .filter((end) => leadsToEntry(page, end, known))
    .map((place) => ({ place, least: MIN_PLAIN }));
}

const BACKUP: ReadonlySet<TermKind> = new Set(['backup']);
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const NAMES: ReadonlySet<TermKind> = new Set([...BACKUP, ...CODES]);

/** Where the first terms of some kinds end. */
function endsOf({ hits }: TextPage, kinds: ReadonlySet<TermKind>): number[] {
  const ends: number[] = [];
  for (const { end, term } of hits) {
    if (kinds.has(term.kind)) ends.push(end);
    if (ends.length === MAX_TERMS) break;
  }
  return ends;
}

/** Whether the next line with text is an entry. */
function leadsToEntry({ lines, text }: TextPage, place: number, known: KnownLines): boolean {
  const next = lineAt(lines, place) + 1;
  for (const { start, end } of lines.slice(next, next + 3)) {
    const line = text.slice(start, Math.min(end, start + MAX_LINE));
    if (line.trim() !== '') return knownEntries(line, known).length > 0;
  }
  return false;
}

interface BackupEntry extends Span {
  readonly written: string;
  /** Without blanks. */
  readonly code: string;
}

/** The first run of enough entries of one form behind a place; any other line ends it. */
function readList(page: TextPage, place: number, known: KnownLines): BackupEntry[] {
  let run: BackupEntry[] = [];
  const first = lineAt(page.lines, place);
  for (const line of page.lines.slice(first, first + MAX_LINES)) {
    const own = entriesOf(page, line, place, known);
    if (own === null) continue;
    const fits = own.length > 0 && hasOneForm([...run.slice(0, 1), ...own]);
    if (fits) run.push(...own);
    else if (run.length >= MIN_CODES) break;
    // The last word of the sentence that announces the list looks like an entry, too.
    else run = hasOneForm(own) ? [...own] : [];
  }
  return run.some(({ code }) => isWord(code)) ? [] : run;
}

const hasOneForm = (entries: readonly BackupEntry[]) =>
  entries.every(({ written }) => isAlike(written, entries[0]!.written));

/** The entries of a line behind a place, none if it holds anything else; null for one without text. */
function entriesOf(
  page: TextPage,
  line: Span,
  place: number,
  known: KnownLines,
): BackupEntry[] | null {
  const start = Math.max(line.start, place);
  const text = page.text.slice(start, Math.min(line.end, start + MAX_LINE));
  if (text.trim() === '') return null;
  const own = knownEntries(start === place && place > 0 ? afterColon(text) : text, known);
  return own.map((written) => ({ written, code: written.replaceAll(' ', ''), ...line }));
}

/** "…: 4829-1371, 5518-2013 and 7712-0345. Keep them safe." */
function afterColon(text: string): string {
  const list = text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('：')) + 1);
  const end = list.search(/[.。]\s|[.。]$/);
  return end < 0 ? list : list.slice(0, end);
}

function knownEntries(line: string, known: KnownLines): readonly string[] {
  if (PROSE.test(line) && !line.includes('(')) return NONE;
  let entries = known.get(line);
  if (entries === undefined) known.set(line, (entries = readEntries(line)));
  return entries;
}

/** The entries of a line that holds nothing else; [] for any other line. */
function readEntries(line: string): string[] {
  const body = withoutMarker(line).trim().replace(/[.;]$/, '').replace(LAST, ', ');
  const entries: string[] = [];
  for (const written of SEPARATORS.test(body) ? body.split(SEPARATOR) : [body]) {
    const cell = withoutRemark(withoutMarker(written)).trim();
    if (cell === '' || COUNTER.test(cell)) continue;
    const own = splitCell(cell);
    // Most lines are of a sentence.
    if (!own.every((entry) => CELL.test(entry))) return [];
    entries.push(...own);
  }
  return entries;
}

const withoutRemark = (text: string) => (text.endsWith(')') ? text.replace(REMARK, '') : text);

const withoutMarker = (text: string) => (MARKS.test(text) ? text.replace(MARKER, '') : text);

/** Long pieces with a blank between are entries; two or three short ones are groups of one. */
function splitCell(cell: string): string[] {
  const pieces = cell.split(' ');
  if (pieces.length === 1) return pieces;
  return pieces.every(({ length }) => length >= 6) || pieces.length > 3 ? pieces : [cell];
}

/** The same lengths of groups, and what separates them. */
function isAlike(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++)
    if (separatorAt(one, i) !== separatorAt(other, i)) return false;
  return true;
}

/** A blank or a hyphen; 0 for a letter or digit, which stand behind both. */
function separatorAt(entry: string, place: number): number {
  const code = entry.charCodeAt(place);
  return code < ZERO ? code : 0;
}

/** Letters only, and not set apart by a hyphen or capitals: a word of a sentence. */
const isWord = (code: string) => /^[a-z]+$|^[A-Z][a-z]+$/.test(code);
