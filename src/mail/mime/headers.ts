import { isUtf8 } from 'node:buffer';
import { decodeCharset } from './charset.js';
import { decodeWords } from './encoded-words.js';
import { clip, safeText } from '../text/safe-text.js';

const MAX_NAMES = 400;
const MAX_REPEATS = 100;
const MAX_VALUE = 64 * 1024;
/** What is kept for reading, in UTF-16 units over all fields and for one of them. */
const MAX_KEPT = 64 * 1024;
const MAX_KEPT_VALUE = 8 * 1024;
const FIELD_NAME = /^[!-9;-~]{1,100}$/;

/** These are found however many other fields a sender writes before them. */
const ESSENTIAL = new Set([
  ...['from', 'to', 'cc', 'reply-to', 'subject', 'date'],
  ...['message-id', 'in-reply-to', 'references'],
]);

/** One field as sent: one character a byte, folded lines included. */
export interface RawField {
  readonly key: string;
  readonly line: string;
}

/** Its value once it was asked for: most are asked for several times. */
interface HeaderField {
  readonly line: string;
  value: string | null;
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** The fields of a head in order, one character a byte. */
export function readFields(head: string): RawField[] {
  const lines = readLines(withoutLastBreaks(head));
  // What a mailbox or a request puts before the header.
  if (/^(?:From|POST) (?!\s*:)/i.test(lines[0]!)) lines.shift();
  return lines.map((line) => ({ key: nameOf(line), line }));
}

/** With the lines that go on in them. */
function readLines(head: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start <= head.length;) {
    const feed = head.indexOf('\n', start);
    const next = feed < 0 ? head.length : feed;
    const end = feed > start && head.charCodeAt(feed - 1) === CR ? feed - 1 : next;
    const line = head.slice(start, end);
    if (lines.length > 0 && isBlank(head.charCodeAt(start)))
      lines[lines.length - 1] += `\r\n${line}`;
    else lines.push(line);
    start = next + 1;
  }
  return lines;
}

/** What begins a line that goes on with the one before. */
export const isBlank = (code: number) => code === SPACE || code === TAB;

const nameOf = (line: string) =>
  line
    .slice(0, Math.max(0, line.indexOf(':')))
    .toLowerCase()
    .trim();

function withoutLastBreaks(head: string): string {
  let end = head.length;
  while (end > 0 && isBreak(head.charCodeAt(end - 1))) end--;
  return head.slice(0, end);
}

/** Whether a code is one of a line end. */
export const isBreak = (code: number) => code === LF || code === CR;

/** What stands behind the name of a field. */
export const valueOf = (line: string): string => line.slice(line.indexOf(':') + 1);

const NONE: readonly HeaderField[] = [];
/** Nothing to unfold or decode. */
const PLAIN = /^[ -~]*$/;

/** The fields of a header, unfolded, names in lower case. */
export class MailHeaders {
  private readonly fields = new Map<string, HeaderField[]>();

  /** `charset` is for fields with bare 8-bit bytes that are no UTF-8. */
  constructor(
    lines: Iterable<RawField>,
    private readonly charset?: string,
  ) {
    for (const line of lines) this.add(line);
  }

  private add({ key, line }: RawField): void {
    const known = this.fields.get(key);
    if (known) {
      if (known.length < MAX_REPEATS) known.push({ line, value: null });
    } else if (this.fields.size < MAX_NAMES || ESSENTIAL.has(key)) {
      this.fields.set(key, [{ line, value: null }]);
    }
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  /** The first field of that name, unfolded, encoded words as sent; '' when absent. */
  first(name: string): string {
    const field = this.fields.get(name)?.[0];
    return field === undefined ? '' : this.value(field);
  }

  /** The first field of that name with its encoded words (RFC 2047) decoded. */
  text(name: string): string {
    return decodeWords(this.first(name));
  }

  all(name: string): string[] {
    return (this.fields.get(name) ?? NONE).map((field) => this.value(field));
  }

  /** Every field decoded, for reading; bounded in size. */
  toRecord(): Record<string, string | string[]> {
    const record: Record<string, string | string[]> = {};
    let room = MAX_KEPT;
    for (const [name, fields] of this.fields) {
      if (!FIELD_NAME.test(name) || name === '__proto__') continue;
      const values: string[] = [];
      for (const field of fields) {
        if (room <= 0) break;
        const value = clip(decodeWords(this.value(field)), Math.min(room, MAX_KEPT_VALUE));
        room -= name.length + value.length;
        values.push(value);
      }
      if (values.length > 0) record[name] = values.length === 1 ? values[0]! : values;
    }
    return record;
  }

  private value(field: HeaderField): string {
    return (field.value ??= this.read(field.line));
  }

  private read(line: string): string {
    const bytes = clip(valueOf(line), MAX_VALUE);
    if (PLAIN.test(bytes)) return bytes.trim();
    return safeText(this.unicode(unfold(bytes))).trim();
  }

  /** RFC 6532 headers are UTF-8; older programs send whatever their charset is. */
  private unicode(binary: string): string {
    if (!NON_ASCII.test(binary)) return binary;
    const bytes = Buffer.from(binary, 'latin1');
    return decodeCharset(bytes, isUtf8(bytes) ? 'utf-8' : this.charset);
  }
}

const LIST_FIELDS = ['list-post', 'list-unsubscribe'] as const;

/** Whether the header says that the mail goes to many (RFC 2369); trackers write `List-Id` on what they send to one, too. */
export function isSentToList(headers: MailHeaders): boolean {
  if (LIST_FIELDS.some((name) => headers.has(name))) return true;
  return /^(?:bulk|list)/i.test(headers.first('precedence'));
}

/** ESC shifts into Japanese (RFC 1468), which old programs leave as it is. */
const NON_ASCII = /[\x1b\x80-\xff]/;
const FOLD = /[\r\n]/;

/** A value in one line. */
export function unfold(value: string): string {
  return FOLD.test(value) ? value.replace(/\r\n?[ \t]*|\n[ \t]*/g, ' ') : value;
}
