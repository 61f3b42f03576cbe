import addressparser from 'nodemailer/lib/addressparser';
import type { Mailbox } from '../analysis.js';
import { decodeWords } from './encoded-words.js';
import { clip, oneLine, safeText } from '../text/safe-text.js';

const MAX_MAILBOXES = 500;
const MAX_ADDRESS = 320;
const MAX_VALUE = 64 * 1024;

/** The usual `Name <a@b>`, which needs no grammar; bounded, so that it cannot backtrack far. */
const USUAL =
  /^(?:"([^"\\]{0,200})"|([^"\\<>@,;:()]{0,200}?))[ \t]{0,4}<([^\s<>@,;:()"]{1,64}@[^\s<>@,;:()"]{1,255})>$/;

const BARE = /^[^\s<>@,;:()"]{1,64}@[^\s<>@,;:()"]{1,255}$/;

/** Q-encoded words may not hold what means something in an address (RFC 2047 section 5); programs leave it in. */
const Q_WORD = /(=\?[^?\s]{1,64}\?q\?)([^?\s]+)(?=\?=)/gi;
const SPECIALS = /[()<>@,;:\\".[\]]/g;
const QUOTES = /\\.|(")/gs;
/** What some programs write around an address. */
const WRAPPED = /^(?:mailto:)?'?([^'@]{1,64}@[^'@]{1,255})'?$/i;

/** Mailboxes of an address field (RFC 5322 section 3.4), groups flattened; never throws. */
export function readMailboxes(value: string): Mailbox[] {
  const mailboxes = mailboxesOf(value);
  if (!value.includes('=?')) return mailboxes;
  // Some programs put whole mailboxes into one encoded word.
  return mailboxes
    .flatMap((one) => (one.address === '' && one.name ? mailboxesOf(one.name) : [one]))
    .slice(0, MAX_MAILBOXES);
}

const mailboxesOf = (value: string): Mailbox[] =>
  parseAddresses(value)
    .flatMap((one) => one.group ?? [one])
    .filter(({ name, address }) => name || address)
    .slice(0, MAX_MAILBOXES)
    .map(({ name, address }) => mailbox(name, address ?? ''));

/** A mailbox or a group; '' for what is not there. */
export interface ParsedAddress {
  readonly name: string;
  readonly address?: string | undefined;
  readonly group?: readonly ParsedAddress[] | undefined;
}

/** The mailboxes and groups of an address field as they stand there. */
export function parseAddresses(value: string): readonly ParsedAddress[] {
  if (value === '') return [];
  if (BARE.test(value)) return [{ name: '', address: value }];
  const usual = USUAL.exec(value);
  if (usual) return [{ name: usual[1] ?? usual[2] ?? '', address: usual[3] ?? '' }];
  return addressparser(parseable(clip(value, MAX_VALUE)));
}

/** With nothing in encoded words that means something here, and no quote that nobody ends. */
function parseable(value: string): string {
  const words = value.replace(Q_WORD, (_word, start: string, content: string) => {
    return start + content.replace(SPECIALS, hexOf);
  });
  let quotes = 0;
  for (const [, quote] of words.matchAll(QUOTES)) if (quote) quotes++;
  return quotes % 2 === 0 ? words : words.replaceAll('"', '');
}

const hexOf = (char: string) => `=${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

function mailbox(rawName: string, rawAddress: string): Mailbox {
  const name = oneLine(decodeWords(rawName));
  // A quoted local part may hold blanks.
  const within = rawAddress.startsWith('"') ? /\p{Cc}+/gu : /[\s\p{Cc}]+/gu;
  const address = decodeWords(rawAddress).replace(within, '').replace(WRAPPED, '$1');
  return { name: name === '' ? null : safeText(name), address: clip(address, MAX_ADDRESS) };
}
