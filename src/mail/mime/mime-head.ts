import { extname } from 'node:path';
import libmime from 'libmime';
import { decodeWords } from './encoded-words.js';
import { isBlank, isBreak, readFields, unfold, valueOf, type RawField } from './headers.js';

/** What the head of a part says of it; '' for what it does not say. */
export interface Head {
  readonly fields: readonly RawField[];
  /** Media type in lower case. */
  readonly contentType: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** `mixed` of `multipart/mixed`. */
  readonly multipart: string;
  /** One character a byte. */
  readonly boundary: string;
  readonly charset: string;
  readonly encoding: string;
  readonly disposition: string;
  readonly filename: string;
}

const MULTIPART = 'multipart/';
const NON_ASCII = /[^\0-\x7f]/;

/** Reads the head of a part, one character a byte (RFC 2045, RFC 2183), as leniently as mailsplit. */
export function readHead(head: string): Head {
  const fields = readFields(head);
  const disposition = parseValue(fieldValue(fields, 'content-disposition'));
  const type = parseValue(fieldValue(fields, 'content-type'));
  const { charset = '', boundary = '', name = '' } = type.params;
  const contentType = mediaType(type.value) ?? likelyType(disposition, name);
  return {
    fields,
    contentType,
    parameters: type.params,
    multipart: contentType.startsWith(MULTIPART) ? contentType.slice(MULTIPART.length) : '',
    boundary: boundaryOf(boundary),
    charset,
    encoding: encodingOf(fieldValue(fields, 'content-transfer-encoding')),
    disposition: dispositionOf(disposition),
    filename: decodeWords(disposition.params.filename || name || type.params.filename || ''),
  };
}

const encodingOf = (value: string) =>
  firstWord(withoutComment(value)).replace(/^(?:x-)?uue(?:ncode)?$/, 'uuencode');

/** Blanks at its end are none of it (RFC 2046 section 5.1.1). */
function boundaryOf(text: string): string {
  const boundary = text.trimEnd();
  return NON_ASCII.test(boundary) ? Buffer.from(boundary).toString('latin1') : boundary;
}

/** A line in front of a head, which a program forgot to name or names otherwise. */
const BEFORE_PART = /\n--([^\r\n]+)\r?\ncontent-/gi;

/** The head of a message; where its boundary stands nowhere behind it, with the one that its lines look like. */
export function withFoundBoundary(head: Head, text: string, from: number): Head {
  const { multipart, boundary } = head;
  const isThere = boundary !== '' && text.includes(`--${boundary}`, from);
  if (multipart === '' || isThere) return head;
  BEFORE_PART.lastIndex = from - 1;
  const found = BEFORE_PART.exec(text)?.[1]?.trimEnd();
  return found ? { ...head, boundary: found } : head;
}

type HeaderValue = ReturnType<typeof libmime.parseHeaderValue>;

/** What stands in front of parameters, if anything, without the semicolon behind it. */
const UNPARTED = /^(?:([^\s";=]+)\s+)?(?=[\w*-]+\s*=)/;

/** Where the charset is missing in what is encoded as if it had one (RFC 2231 section 4). */
const WITHOUT_CHARSET = /([a-z]\*(?:0\*)?=\s{0,4}(?:"|(?!")))(?=[^'";=]*(?:[";]|$))/gi;

const parseValue = (value: string): HeaderValue =>
  libmime.parseHeaderValue(value.replace(UNPARTED, '$1; ').replace(WITHOUT_CHARSET, "$1utf-8''"));

/** The first field of a name in lower case, unfolded, encoded words as sent; '' when absent. */
export function fieldValue(fields: readonly RawField[], name: string): string {
  for (const { key, line } of fields)
    if (key === name) return unfold(valueOf(unicode(line))).trim();
  return '';
}

function unicode(line: string): string {
  if (!NON_ASCII.test(line)) return line;
  const text = Buffer.from(line, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? line : text;
}

const FIELD = /[^\s:]+\s*:/y;
/** Names that a text in a head does not have before its colons. */
const SURE_FIELD =
  /(?:[\w]+-[\w-]+|from|to|cc|bcc|subject|date|sender|received|references|precedence)\s*:/iy;
/** What a mailbox or a request puts before the header. */
const ENVELOPE = />?(?:From|POST) (?!\s*:)/iy;

const matchesAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Whether a field of a header begins there. */
export const isField = (text: string, at: number): boolean => matchesAt(FIELD, text, at);

/**
 * Where in a head the lines begin that are no fields and have none behind them: they are content, as no empty line
 * ends the head. Negative for nowhere.
 */
export function bodyWithinHead(head: string): number {
  let body = matchesAt(ENVELOPE, head, 0) ? -1 : notField(head, 0, -1);
  for (let feed = head.indexOf('\n'); feed >= 0; feed = head.indexOf('\n', feed + 1))
    body = notField(head, feed + 1, body);
  return body;
}

/** `body`, or where it begins once the line at a place was looked at. */
function notField(head: string, line: number, body: number): number {
  const code = head.charCodeAt(line);
  if (Number.isNaN(code) || isBlank(code) || isBreak(code)) return body;
  if (matchesAt(body < 0 ? FIELD : SURE_FIELD, head, line)) return -1;
  return body < 0 ? line : body;
}

const MEDIA_TYPE = /^([\w!#$&^.+*-]+)\s*(?:\([^()]*\)\s*)?\/\s*([\w!#$&^.+*-]+)/;

/** Comments and whatever else stands behind it are left out (RFC 2045 section 5.1); null where there is none. */
function mediaType(value: string | false): string | null {
  const [, type, subtype] = MEDIA_TYPE.exec(plain(value)) ?? [];
  return type === undefined ? null : `${type}/${subtype}`;
}

/** Without a valid Content-Type (RFC 2045 section 5.2): what the name of a file or an attachment makes likely. */
function likelyType({ value, params }: HeaderValue, name: string): string {
  const extension = extname(params.filename || name).slice(1);
  if (extension !== '') return libmime.detectMimeType(extension);
  return /^attachment\b/i.test(value || '') ? 'application/octet-stream' : 'text/plain';
}

const plain = (value: string | false) => (value || '').toLowerCase().trim();

/** What is named and says nothing else is a file. */
const dispositionOf = ({ value, params }: HeaderValue) =>
  decodeWords(firstWord(value)) || (params.filename ? 'attachment' : '');

const firstWord = (value: string | false) => /[^\s;,("]+/.exec(plain(value))?.[0] ?? '';

/** `7bit (as always)` */
function withoutComment(value: string): string {
  const start = value.indexOf('(');
  const end = value.lastIndexOf(')');
  return start < 0 || end < start ? value : value.slice(0, start) + value.slice(end + 1);
}
