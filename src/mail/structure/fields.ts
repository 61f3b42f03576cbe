import { readFields, valueOf } from '../mime/headers.js';
import { clip } from '../text/safe-text.js';

/** Characters of a field that are read. */
const MAX_VALUE = 64 * 1024;
/** What of a header ENVELOPE and BODYSTRUCTURE tell. */
const WANTED = new Set([
  ...['date', 'subject', 'from', 'sender', 'reply-to', 'to', 'cc', 'bcc'],
  ...['in-reply-to', 'message-id'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id'],
  ...['content-description', 'content-md5', 'content-language', 'content-location'],
]);
/** Those of which a second one is read as if it stood behind the first: no program may see another sender. */
const LISTS = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']);

/** Values by name in lower case: unfolded, one character a byte, encoded words as sent. */
export type Fields = ReadonlyMap<string, string>;

/** The fields of a head, one character a byte. */
export function readWanted(head: string): Fields {
  const fields = new Map<string, string>();
  for (const { key, line } of readFields(head))
    if (WANTED.has(key)) add(fields, key, valueOf(line));
  return fields;
}

function add(fields: Map<string, string>, name: string, value: string): void {
  const known = fields.get(name);
  if (known === undefined) fields.set(name, unfolded(value));
  else if (LISTS.has(name) && known.length < MAX_VALUE)
    fields.set(name, clip(`${known}, ${unfolded(value)}`, MAX_VALUE));
}

const BREAK = /\r?\n/g;
const AROUND = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;

/** Blanks within stay as they are (RFC 5322 section 2.2.3), and so do those around that are none of ASCII. */
const unfolded = (value: string) => clip(value, MAX_VALUE).replace(AROUND, '').replace(BREAK, '');
