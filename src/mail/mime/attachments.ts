import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import libmime from 'libmime';
import type { Attachment } from '../analysis.js';
import { decodeCharset } from './charset.js';
import { fieldValue, type Head } from './mime-head.js';
import type { Leaf } from './mime.js';
import { clip, safeText } from '../text/safe-text.js';
import { decodeTransfer } from './transfer.js';

const MAX_NAME = 255;
const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** A part that is not shown as text, in a mail that names `charset`. */
export function toAttachment({ head, type, content, place }: Leaf, charset?: string): Attachment {
  const filename = cleanName(isBare(head) ? inCharset(head.filename, charset) : head.filename);
  return {
    filename,
    contentType: contentTypeOf(type, filename),
    size: content.length,
    contentId: contentIdOf(fieldValue(head.fields, 'content-id')),
    sha256: createHash('sha256').update(content).digest('hex'),
    // Copied, as what goes to another thread takes all the memory along that it is a view of.
    content: place ?? new Uint8Array(content),
  };
}

/** Whether its fields hold bytes as they are that are no UTF-8: they were read one character a byte. */
const isBare = ({ fields, filename }: Head) =>
  BYTES.test(filename) &&
  fields.some(({ key, line }) => NAMING.has(key) && !isUtf8(Buffer.from(line, 'latin1')));
const BYTES = /^[\0-\xff]+$/;
const NAMING = new Set(['content-disposition', 'content-type']);

const inCharset = (name: string, charset?: string) =>
  decodeCharset(Buffer.from(name, 'latin1'), charset);

/** The bytes of an attachment of the message `raw`. */
export function attachedBytes(raw: Buffer, { content }: Attachment): Buffer {
  if (content instanceof Uint8Array) return Buffer.from(content);
  const { offset, length, encoding } = content;
  return decodeTransfer(raw.subarray(offset, offset + length), encoding);
}

/** The last step of a path, without control and direction characters; null when nothing is left. */
export function cleanName(name: string): string | null {
  const base = safeText(name).split(/[/\\]/).at(-1) ?? '';
  // Direction overrides make "exe.gpj" of "jpg.exe".
  const plain = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return plain === '' || plain === '.' || plain === '..' ? null : clip(plain, MAX_NAME);
}

function contentTypeOf(type: string, filename: string | null): string {
  if (type !== 'application/octet-stream' && MIME_TYPE.test(type)) return type;
  return filename ? libmime.detectMimeType(filename) : 'application/octet-stream';
}

function contentIdOf(value: string): string | null {
  const id = safeText(value)
    .replace(/^\s*<|>\s*$/g, '')
    .trim();
  return id === '' ? null : clip(id, MAX_NAME);
}
