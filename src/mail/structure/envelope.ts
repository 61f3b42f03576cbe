import { parseAddresses, type ParsedAddress } from '../mime/addresses.js';
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

/** Addresses of a field that are told of. */
const MAX_ADDRESSES = 2000;
/** RFC 9051 section 7.5.2 has NIL there for what marks a group: an address without them says so. */
const NO_MAILBOX = 'MISSING_MAILBOX';
const NO_HOST = 'MISSING_DOMAIN';

/** A mailbox; one without host begins a group, one without mailbox ends it. */
interface Entry {
  readonly name: string | null;
  readonly mailbox: string | null;
  readonly host: string | null;
}

const END_OF_GROUP: Entry = { name: null, mailbox: null, host: null };

/**
 * An address field (RFC 5322 section 3.4) as ENVELOPE has it: `((name NIL mailbox host) …)`, NIL where it is empty.
 * Routes are left out, as nobody may use them (section 4.4).
 */
function addressList(value: string | undefined, strings: WireStrings): string {
  const entries = parseAddresses(value ?? '')
    .flatMap(({ name, address, group }) =>
      group
        ? [{ ...END_OF_GROUP, mailbox: name }, ...group.map(toEntry), END_OF_GROUP]
        : [toEntry({ name, address })],
    )
    .slice(0, MAX_ADDRESSES)
    .filter(() => strings.takesAddress());
  const told = entries.map(({ name, mailbox, host }) =>
    [name?.trim() || null, null, mailbox, host].map((text) => strings.nstring(text)).join(' '),
  );
  return told.length === 0 ? 'NIL' : `(${told.map((entry) => `(${entry})`).join('')})`;
}

function toEntry({ name, address = '' }: ParsedAddress): Entry {
  // A word alone is a mailbox of nobody knows where.
  if (address === '' && !name.includes(' ')) return { name: null, mailbox: name, host: NO_HOST };
  const at = address.lastIndexOf('@');
  return {
    name,
    mailbox: unquoted(address.slice(0, Math.max(0, at)).replace(/^mailto:/i, '')) || NO_MAILBOX,
    host: address.slice(at + 1) || NO_HOST,
  };
}

const unquoted = (local: string) =>
  local.startsWith('"') ? local.replace(/^"|"$|\\(?=.)/g, '') : local;
