import { lineAt, type Page } from './page.js';
import type { Range } from './text-urls.js';
import type { TermKind } from './words/words.js';

/** A list of recovery codes and where it stands. */
export interface BackupCodes {
  readonly codes: readonly string[];
  readonly ranges: readonly Range[];
}

const MIN_CODES = 3;
const MAX_CODES = 100;
const MAX_TERMS = 20;
const MAX_LINES = 80;
const MAX_LINE = 400;
/** `1.`, `2)`, `#3`, `-`, `•`, `[ ]`, `Code 4:` in front of an entry. */
const MARKER =
  /^\s*(?:\(?#?\d{1,2}[.):]\s+|#\d{1,2}\s+|[-*•·▪◦☐□☑✓]\s*|\[[ x]?\]\s*|\p{L}{1,12}[. ]{0,2}\d{1,2} ?[:.)]\s+)?/iu;
/** "(unused)" behind an entry. */
const REMARK = /\s\([^()\d]{1,24}\)$/;
/** A cell that only counts. */
const COUNTER = /^#?\d{1,2}[.):]?$/;
const SEPARATOR = /\s*[,;|、，·•/]\s*|\t+|\s{2,}/;
/** "A, B and C": the last entry behind a word. */
const LAST = /[ ,](?:\p{L}{1,4}) (?=[0-9A-Za-z]{2,16}(?:-[0-9A-Za-z]{2,8}){0,5}$)/u;
/** Where words that name no recovery codes announce a list, it has to be longer. */
const MIN_PLAIN = 4;
/**
 * However it is taken apart, no list has these signs, a word before a colon, a sentence behind another,
 * or so many words in a row, a short one among them.
 */
const PROSE =
  /[!?"'@=&%]|[A-Za-z](?::|\. [A-Za-z]| [A-Za-z]{1,4} [A-Za-z]{1,20} [A-Za-z]{1,20} [A-Za-z]{1,20} [A-Za-z])/;
const ZERO = 0x30;
const CELL = /^(?:[0-9A-Za-z]{5,16}|[0-9A-Za-z]{2,8}(?:[- ][0-9A-Za-z]{2,8}){1,5})$/;

/**
 * The recovery codes of a page: entries of one form below words that announce them, or, when the subject
 * does that, below no words at all.
 */
export function findBackupCodes(page: Page, isAnnounced = false): BackupCodes {
  const codes = new Set<string>();
  const ranges: Range[] = [];
  let from = 0;
  for (const { place, least } of placesOf(page, isAnnounced)) {
    if (place < from || codes.size >= MAX_CODES) continue;
    const list = readList(page, place);
    if (list.length < least) continue;
    for (const { code } of list) codes.add(code);
    ranges.push({ start: list[0]!.start, end: list.at(-1)!.end });
    from = list.at(-1)!.end;
  }
  return { codes: [...codes].slice(0, MAX_CODES), ranges };
}

interface Start {
  readonly place: number;
  /** Entries that make a list here. */
  readonly least: number;
}

/** Where lists may begin: behind words for recovery codes, or "here are 6 codes for emergencies:". */
function placesOf(page: Page, isAnnounced: boolean): Start[] {
  const ends = (isNamed: (kind: TermKind) => boolean) =>
    page.hits.filter(({ term }) => isNamed(term.kind)).slice(0, MAX_TERMS);
  const named = ends((kind) => kind === 'backup').map(({ end }) => ({
    place: end,
    least: MIN_CODES,
  }));
  if (isAnnounced && named.length === 0) return [{ place: 0, least: MIN_CODES }];
  if (named.length > 0) return named;
  return ends((kind) => kind === 'code' || kind === 'maybeCode')
    .filter(({ end }) => leadsToEntry(page, end))
    .map(({ end }) => ({ place: end, least: MIN_PLAIN }));
}

/** Whether the next line with text is an entry. */
function leadsToEntry({ lines, text }: Page, place: number): boolean {
  const next = lineAt(lines, place) + 1;
  for (const { start, end } of lines.slice(next, next + 3)) {
    const line = text.slice(start, Math.min(end, start + MAX_LINE));
    if (line.trim() !== '') return readEntries(line).length > 0;
  }
  return false;
}

interface Entry extends Range {
  readonly written: string;
  /** Without blanks. */
  readonly code: string;
}

/** The first run of enough entries of one form behind a place; any other line ends it. */
function readList(page: Page, place: number): Entry[] {
  let run: Entry[] = [];
  for (const own of entriesBelow(page, place)) {
    const fits = own.length > 0 && hasOneForm([...run.slice(0, 1), ...own]);
    if (fits) run.push(...own);
    else if (run.length >= MIN_CODES) break;
    // The last word of the sentence that announces the list looks like an entry, too.
    else run = hasOneForm(own) ? [...own] : [];
  }
  return run.some(({ code }) => isWord(code)) ? [] : run;
}

const hasOneForm = (entries: readonly Entry[]) =>
  entries.every(({ written }) => isAlike(written, entries[0]!.written));

/** The entries of each line with text, none for a line that holds anything else. */
function* entriesBelow(page: Page, place: number): Generator<Entry[]> {
  const first = lineAt(page.lines, place);
  for (const line of page.lines.slice(first, first + MAX_LINES)) {
    const start = Math.max(line.start, place);
    const text = page.text.slice(start, Math.min(line.end, start + MAX_LINE));
    if (text.trim() === '') continue;
    const own = readEntries(start === place && place > 0 ? afterColon(text) : text);
    yield own.map((written) => ({ written, code: written.replaceAll(' ', ''), ...line }));
  }
}

/** "…: 4829-1371, 5518-2013 and 7712-0345. Keep them safe." */
function afterColon(text: string): string {
  const list = text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('：')) + 1);
  const end = list.search(/[.。]\s|[.。]$/);
  return end < 0 ? list : list.slice(0, end);
}

/** The entries of a line that holds nothing else; [] for any other line. */
function readEntries(line: string): string[] {
  if (PROSE.test(line) && !line.includes('(')) return [];
  const body = line.replace(MARKER, '').trim().replace(/[.;]$/, '').replace(LAST, ', ');
  const cells = body
    .split(SEPARATOR)
    .map((cell) => cell.replace(MARKER, '').replace(REMARK, '').trim())
    .filter((cell) => cell !== '' && !COUNTER.test(cell));
  const entries = cells.flatMap(splitCell);
  return entries.length > 0 && entries.every((entry) => CELL.test(entry)) ? entries : [];
}

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
