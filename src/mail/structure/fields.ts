import { clip } from '../text/safe-text.js';

/** Characters of a field that are read. */
const MAX_VALUE = 64 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** What of a header ENVELOPE and BODYSTRUCTURE tell. */
const WANTED = new Set([
  ...['date', 'subject', 'from', 'sender', 'reply-to', 'to', 'cc', 'bcc'],
  ...['in-reply-to', 'message-id'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id'],
  ...['content-description', 'content-md5', 'content-language', 'content-location'],
]);
/** Those of which a second one is read as if it stood behind the first: no program may see another sender. */
const LISTS = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']);
const LONGEST = Math.max(...[...WANTED].map((name) => name.length));

/** Values by name in lower case: unfolded, one character a byte, encoded words as sent. */
export type Fields = ReadonlyMap<string, string>;

/** The fields of the header that `text` has at these places, one character a byte. */
export function readFields(text: string, from: number, to: number): Fields {
  const fields = new Map<string, string>();
  // Nothing is looked for behind it: what is there may be long, and there may be many headers.
  const header = text.slice(from, to);
  let colon = -1;
  for (let start = 0; start < header.length;) {
    const end = fieldEnd(header, start);
    if (colon < start) colon = placeOf(header, ':', start);
    if (colon < end) add(fields, header.slice(start, colon), header.slice(colon + 1, end));
    start = end;
  }
  return fields;
}

/** Behind the field that begins at `start`: a line that begins with a blank goes on with it. */
function fieldEnd(header: string, start: number): number {
  let end = start;
  do end = Math.min(placeOf(header, '\n', end) + 1, header.length);
  while (end < header.length && isBlank(header.charCodeAt(end)));
  return end;
}

/** The end where there is none. */
function placeOf(header: string, char: string, from: number): number {
  const place = header.indexOf(char, from);
  return place < 0 ? header.length : place;
}

const isBlank = (code: number) => code === SPACE || code === TAB;

function add(fields: Map<string, string>, rawName: string, rawValue: string): void {
  if (rawName.length > LONGEST + 1) return;
  const name = rawName.trimEnd().toLowerCase();
  if (!WANTED.has(name)) return;
  const known = fields.get(name);
  if (known === undefined) fields.set(name, unfolded(rawValue));
  else if (LISTS.has(name) && known.length < MAX_VALUE)
    fields.set(name, clip(`${known}, ${unfolded(rawValue)}`, MAX_VALUE));
}

const BREAK = /\r?\n/g;

/** Blanks stay as they are (RFC 5322 section 2.2.3). */
function unfolded(value: string): string {
  const trimmed = trimBlanks(clip(value, MAX_VALUE));
  return trimmed.includes('\n') ? trimmed.replace(BREAK, '') : trimmed;
}

/** Without blanks and line ends around it. Others than those of ASCII are part of it. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

const isSpace = (code: number) => isBlank(code) || code === CR || code === LF;
