import { extname } from 'node:path';
import libmime from 'libmime';
import { decodeWords } from './encoded-words.js';
import type { RawField } from './headers.js';

/** What the head of a part says of it; '' for what it does not say. */
export interface Head {
  readonly fields: readonly RawField[];
  /** Media type in lower case. */
  readonly contentType: string;
  /** `mixed` of `multipart/mixed`. */
  readonly multipart: string;
  readonly boundary: Buffer | null;
  readonly charset: string;
  readonly encoding: string;
  readonly disposition: string;
  readonly filename: string;
  readonly flowed: boolean;
  readonly delSp: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const MULTIPART = 'multipart/';

/** Reads the head of a part (RFC 2045, RFC 2183, RFC 3676), as leniently as mailsplit. */
export function readHead(bytes: Buffer): Head {
  const fields = readFields(bytes);
  const disposition = libmime.parseHeaderValue(fieldValue(fields, 'content-disposition'));
  const type = libmime.parseHeaderValue(typeField(fields, disposition));
  const { charset = '', boundary = '', format = '', delsp = '', name = '' } = type.params;
  const contentType = plain(type.value);
  const flowed = plain(format) === 'flowed';
  return {
    fields,
    contentType,
    multipart: contentType.startsWith(MULTIPART) ? contentType.slice(MULTIPART.length) : '',
    boundary: boundary === '' ? null : Buffer.from(boundary),
    charset,
    encoding: plain(withoutComment(fieldValue(fields, 'content-transfer-encoding'))),
    disposition: decodeWords(plain(disposition.value)),
    filename: decodeWords(disposition.params.filename || name),
    flowed,
    delSp: flowed && plain(delsp) === 'yes',
  };
}

/** The first field of a name in lower case, unfolded, encoded words as sent; '' when absent. */
export function fieldValue(fields: readonly RawField[], name: string): string {
  const field = fields.find(({ key }) => key === name);
  return field ? libmime.decodeHeader(unicode(field.line)).value.trim() : '';
}

function readFields(bytes: Buffer): RawField[] {
  const lines: string[] = [];
  for (const line of withoutLastBreaks(bytes).toString('latin1').split(/\r?\n/))
    if (lines.length > 0 && /^[ \t]/.test(line)) lines[lines.length - 1] += `\r\n${line}`;
    else lines.push(line);
  // What a mailbox or a request puts before the header.
  if (/^(?:From|POST) /i.test(lines[0]!)) lines.shift();
  return lines.map((line) => ({ key: nameOf(line), line }));
}

const nameOf = (line: string) =>
  line
    .slice(0, Math.max(0, line.indexOf(':')))
    .toLowerCase()
    .trim();

function withoutLastBreaks(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end--;
  return bytes.subarray(0, end);
}

const NON_ASCII = /[\x80-\xff]/;

function unicode(line: string): string {
  if (!NON_ASCII.test(line)) return line;
  const text = Buffer.from(line, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? line : text;
}

/** The Content-Type; where there is none, what the name of a file or an attachment makes likely. */
function typeField(
  fields: readonly RawField[],
  { value, params }: ReturnType<typeof libmime.parseHeaderValue>,
): string {
  if (fields.some(({ key }) => key === 'content-type')) return fieldValue(fields, 'content-type');
  const extension = extname(params.filename ?? '').slice(1);
  if (extension !== '') return libmime.detectMimeType(extension);
  return /^attachment$/i.test(value || '') ? 'application/octet-stream' : 'text/plain';
}

const plain = (value: string | false) => (value || '').toLowerCase().trim();

/** `7bit (as always)` */
function withoutComment(value: string): string {
  const start = value.indexOf('(');
  const end = value.lastIndexOf(')');
  return start < 0 || end < start ? value : value.slice(0, start) + value.slice(end + 1);
}

/** Nothing is said. */
export const NO_HEAD: Head = readHead(Buffer.alloc(0));
