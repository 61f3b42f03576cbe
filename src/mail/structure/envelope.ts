import { addressList } from './address-list.js';
import type { Fields } from './fields.js';
import type { WireStrings } from './wire-strings.js';

/** ENVELOPE of a message (RFC 9051 section 7.5.2), encoded words as they stand in its header. */
export function envelopeOf(fields: Fields, strings: WireStrings): string {
  const text = (name: string) => strings.nstring(fields.get(name));
  const list = (name: string) => addressList(fields.get(name), strings);
  const from = list('from');
  const orFrom = (found: string) => (found === 'NIL' ? from : found);
  // One behind the other: what is told first has the room that there is.
  let told = `${text('date')} ${text('subject')} ${from}`;
  told += ` ${orFrom(list('sender'))} ${orFrom(list('reply-to'))}`;
  told += ` ${list('to')} ${list('cc')} ${list('bcc')}`;
  told += ` ${text('in-reply-to')} ${text('message-id')}`;
  return `(${told})`;
}
