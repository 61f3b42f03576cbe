import addressparser from 'nodemailer/lib/addressparser';
import type { Mailbox } from '../analysis.js';
import { decodeWords } from './encoded-words.js';
import { clip, oneLine, safeText } from '../text/safe-text.js';

const MAX_MAILBOXES = 500;
const MAX_ADDRESS = 320;

/** The usual `Name <a@b>`, which needs no grammar; bounded, so that it cannot backtrack far. */
const USUAL =
  /^(?:"([^"\\]{0,200})"|([^"\\<>@,;:()]{0,200}?))[ \t]{0,4}<([^\s<>@,;:()"]{1,64}@[^\s<>@,;:()"]{1,255})>$/;

const BARE = /^[^\s<>@,;:()"]{1,64}@[^\s<>@,;:()"]{1,255}$/;

/** Mailboxes of an address field (RFC 5322 section 3.4), groups flattened; never throws. */
export function readMailboxes(value: string): Mailbox[] {
  if (value === '') return [];
  if (BARE.test(value)) return [mailbox('', value)];
  const usual = USUAL.exec(value);
  if (usual) return [mailbox(usual[1] ?? usual[2] ?? '', usual[3] ?? '')];
  return addressparser(clip(value, 64 * 1024), { flatten: true })
    .filter(({ name, address }) => name || address)
    .slice(0, MAX_MAILBOXES)
    .map(({ name, address }) => mailbox(name || '', address || ''));
}

function mailbox(rawName: string, rawAddress: string): Mailbox {
  const name = oneLine(decodeWords(rawName));
  const address = clip(decodeWords(rawAddress).replace(/[\s\p{Cc}]+/gu, ''), MAX_ADDRESS);
  if (address !== '') return { name: name === '' ? null : safeText(name), address };
  // Some programs put the whole mailbox into one encoded word.
  const inside = /^([^<]*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(name);
  if (inside)
    return { name: inside[1]?.trim() || null, address: clip(inside[2] ?? '', MAX_ADDRESS) };
  return { name: name === '' ? null : safeText(name), address: '' };
}
