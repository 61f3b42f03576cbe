import { lineAt, type Page } from './page.js';
import type { Range } from './text-urls.js';

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
/** `1.`, `2)`, `-`, `•`, `[ ]` in front of an entry. */
const MARKER = /^\s*(?:\(?\d{1,2}[.):]\s+|[-*•·▪◦☐□]\s*|\[ ?\]\s*)?/;
const CELL = /^(?:[0-9A-Za-z]{5,16}|[0-9A-Za-z]{2,8}(?:[- ][0-9A-Za-z]{2,8}){1,5})$/;

/**
 * The recovery codes of a page: entries of one form below words that announce them, or, when the subject
 * does that, below no words at all.
 */
export function findBackupCodes(page: Page, isAnnounced = false): BackupCodes {
  const codes = new Set<string>();
  const ranges: Range[] = [];
  let from = 0;
  const terms = page.hits.filter(({ term }) => term.kind === 'backup').slice(0, MAX_TERMS);
  const places = terms.map(({ end }) => end);
  if (isAnnounced && places.length === 0) places.push(0);
  for (const place of places) {
    if (place < from || codes.size >= MAX_CODES) continue;
    const list = readList(page, place);
    if (list.length < MIN_CODES) continue;
    for (const { code } of list) codes.add(code);
    ranges.push({ start: list[0]!.start, end: list.at(-1)!.end });
    from = list.at(-1)!.end;
  }
  return { codes: [...codes].slice(0, MAX_CODES), ranges };
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
  entries.every(({ written }) => formOf(written) === formOf(entries[0]!.written));

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

const afterColon = (text: string) =>
  text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('：')) + 1);

/** The entries of a line that holds nothing else; [] for any other line. */
function readEntries(line: string): string[] {
  const body = line.replace(MARKER, '').trim().replace(/[.;]$/, '');
  const cells = body
    .split(/\s*[,;|、，]\s*|\t+|\s{2,}/)
    .map((cell) => cell.replace(MARKER, '').trim())
    .filter((cell) => cell !== '');
  const entries = cells.flatMap(splitCell);
  return entries.length > 0 && entries.every((entry) => CELL.test(entry)) ? entries : [];
}

/** Long pieces with a blank between are entries; two or three short ones are groups of one. */
function splitCell(cell: string): string[] {
  const pieces = cell.split(' ');
  if (pieces.length === 1) return pieces;
  return pieces.every(({ length }) => length >= 6) || pieces.length > 3 ? pieces : [cell];
}

/** Lengths of the groups and what separates them. */
const formOf = (entry: string) => entry.replace(/[0-9A-Za-z]/g, 'x');

/** Letters only, and not set apart by a hyphen or capitals: a word of a sentence. */
const isWord = (code: string) => /^[a-z]+$|^[A-Z][a-z]+$/.test(code);
