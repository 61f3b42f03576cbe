import { clip } from './safe-text.js';
import { FORWARD_PREFIXES, REPLY_PREFIXES } from './words/subject-prefixes.js';

const MAX_ID = 998;
const MAX_REFERENCES = 100;
const MAX_PREFIXES = 20;

const REPLIES = new Set(REPLY_PREFIXES);
const PREFIXES = new Set([...REPLY_PREFIXES, ...FORWARD_PREFIXES]);
const LONGEST = Math.max(...[...PREFIXES].map((prefix) => prefix.length));

/** A word, a count as in `Re[2]` or `Re^3`, a colon in either width. */
const PREFIX = new RegExp(
  `^([^\\s:：\\[\\](){}<>0-9^*][^:：\\[\\](){}<>0-9^*]{0,${LONGEST}}?)\\s{0,3}(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\)|[\\^*]?\\d{1,3})?\\s{0,3}[:：]\\s*`,
);
/** The mark a mailing list puts in front, `[list] Re: subject`. */
const LIST_TAG = /^(\[[^[\]]{1,40}\])\s*/;

/** A subject without what replying and forwarding put before it. */
export interface BareSubject {
  /** Lower case, blanks folded. */
  readonly bareSubject: string;
  /** Whether the outermost prefix is one of a reply. */
  readonly isReply: boolean;
}

/** Takes the prefixes of all languages off, nested and counted ones too. */
export function readSubject(subject: string): BareSubject {
  let rest = subject.normalize('NFC').trim();
  const tag = LIST_TAG.exec(rest);
  if (tag && prefixOf(rest.slice(tag[0].length))) rest = rest.slice(tag[0].length);
  const outermost = prefixOf(rest);
  for (let i = 0, prefix = outermost; prefix && i < MAX_PREFIXES; i++) {
    rest = rest.slice(prefix.length);
    prefix = prefixOf(rest);
  }
  return {
    bareSubject: clip(foldSubject(tag && outermost ? withTag(rest, tag[1]!) : rest), 1000),
    isReply: outermost !== null && REPLIES.has(outermost.name),
  };
}

interface Prefix {
  readonly name: string;
  /** With the colon and the blanks behind it. */
  readonly length: number;
}

function prefixOf(subject: string): Prefix | null {
  const match = PREFIX.exec(subject);
  const name = match?.[1]?.trim().toLowerCase();
  return match && name !== undefined && PREFIXES.has(name)
    ? { name, length: match[0].length }
    : null;
}

/** `[list] Re: subject` and `Re: [list] subject` are the same. */
const withTag = (subject: string, tag: string) =>
  subject.startsWith(tag) ? subject : `${tag} ${subject}`;

const foldSubject = (subject: string) => subject.toLowerCase().replace(/\s+/g, ' ').trim();

/** The ids of a References field, oldest first; of more than 100 the last, each once. */
export function readReferences(value: string): string[] {
  const ids = value.match(/<[^<>\s]{1,996}>/g) ?? value.split(/[\s,]+/).filter(looksLikeId);
  return [...new Set(ids.map(bracketed))].slice(-MAX_REFERENCES);
}

/** The id of a Message-ID or In-Reply-To field with its angle brackets; null when there is none. */
export function readMessageId(value: string): string | null {
  const inBrackets = /<[^<>\s]{1,996}>/.exec(value)?.[0];
  if (inBrackets) return inBrackets;
  const bare = value.trim();
  return bare !== '' && !/[\s<>]/.test(bare) ? bracketed(clip(bare, MAX_ID - 2)) : null;
}

const looksLikeId = (text: string) => text.includes('@') && text.length <= MAX_ID - 2;

const bracketed = (id: string) => (id.startsWith('<') ? id : `<${id}>`);
