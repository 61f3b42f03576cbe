import { addressList } from './address-list.js';
import type { Fields } from './fields.js';
import type { WireStrings } from './wire-strings.js';

/** ENVELOPE of a message (RFC 9051 section 7.5.2), encoded words as they stand in its header. */
export function envelopeOf(fields: Fields, strings: WireStrings): string {
  const text = (name: string) => strings.nstring(fields.get(name));
  const list = (name: string) => addressList(fields.get(name), strings);
  const from = list('from');
  const orFrom = (found: string) => (found === 'NIL' ? from : found);
  return `(${[
    text('date'),
    text('subject'),
    from,
    orFrom(list('sender')),
    orFrom(list('reply-to')),
    list('to'),
    list('cc'),
    list('bcc'),
    text('in-reply-to'),
    text('message-id'),
  ].join(' ')})`;
}
