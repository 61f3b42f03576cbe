import { clip } from '../text/safe-text.js';
import { wordList } from '../words/word-lists.js';

const MAX_ID = 998;
const MAX_REFERENCES = 100;
/** Ids of In-Reply-To beside its own one. */
const MAX_MORE = 10;
const MAX_LEADS = 20;

/** What stands before a subject; a mark is put there by a gateway and says nothing. */
type Lead = 'reply' | 'forward' | 'mark';

const LEADS = new Map<string, Lead>([
  ...wordList('subject.gateway').map((name) => [name, 'mark'] as const),
  ...wordList('subject.forward').map((name) => [name, 'forward'] as const),
  ...wordList('subject.reply').map((name) => [name, 'reply'] as const),
]);
const LONGEST = Math.max(...[...LEADS.keys()].map((name) => name.length));

/** A word, a count as in `Re[2]` or `Re^3`, a colon of any width. */
const PREFIX = new RegExp(
  `^([^\\s:：﹕∶\\[\\](){}<>［］（）0-9０-９^*][^:：﹕∶\\[\\](){}<>［］（）0-9０-９^*]{0,${LONGEST}}?)` +
    '\\s{0,3}(?:[[［(（][0-9０-９]{1,3}[\\]］)）]|[\\^*]?[0-9０-９]{1,3})?\\s{0,3}[:：﹕∶]\\s*',
);
/** What a mailing list puts in front, as in `[list] Re: subject`. */
const LIST_TAG = /^([[［【][^[\]［］【】]{1,60}[\]］】])\s*/;
/** What a gateway puts in front, as in `[EXTERNAL]`, `{Spam?}`, `*** SPAM ***`. */
const GATEWAY_MARK = /^[[［【({*]{1,5}([^[\]［］【】(){}*]{1,40})[\]］】)}*]{1,5}\s*:?\s*/;
const FORWARDED = /\s{0,3}\(fwd?\)$/i;
/** Marks of writing direction and other characters without width stand before prefixes. */
const INVISIBLE = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\s]+/;

/** A subject without what replying and forwarding put before it. */
export interface BareSubject {
  /** Lower case, blanks folded. */
  readonly bareSubject: string;
  /** Whether the outermost prefix is one of a reply. */
  readonly isReply: boolean;
}

/** Takes the prefixes of all languages off, nested and counted ones too. */
export function readSubject(subject: string): BareSubject {
  const { rest, tags, outermost } = takeLeads(subject);
  return {
    bareSubject: clip(foldSubject(withTags(rest, tags)), 1000),
    isReply: outermost === 'reply',
  };
}

/** Whether the outermost prefix of a subject is one of forwarding. */
export const isForwardSubject = (subject: string): boolean =>
  ENDS_LEAD.test(subject) && takeLeads(subject).outermost === 'forward';

/** Colons and brackets: what stands before a subject ends in one of them. */
const ENDS_LEAD = /[:：﹕∶)\]}*［］（）【】]/;

interface SubjectReading {
  readonly rest: string;
  /** Tags of lists that stood before a prefix. */
  readonly tags: readonly string[];
  readonly outermost: Lead | null;
}

function takeLeads(subject: string): SubjectReading {
  const tags: string[] = [];
  let outermost: Lead | null = null;
  let rest = subject.normalize('NFC').trim();
  if (!ENDS_LEAD.test(rest)) return { rest: rest.replace(INVISIBLE, ''), tags, outermost };
  for (let i = 0; i < MAX_LEADS; i++) {
    const lead = leadOf(rest);
    if (!lead) break;
    if (lead.tag) tags.push(lead.tag);
    if (lead.kind !== 'mark') outermost ??= lead.kind;
    rest = lead.rest;
  }
  return { rest: rest.replace(INVISIBLE, ''), tags, outermost };
}

interface LeadFound {
  readonly kind: Lead;
  readonly rest: string;
  readonly tag?: string;
}

function leadOf(text: string): LeadFound | null {
  const subject = text.replace(INVISIBLE, '');
  return prefixOf(subject) ?? wrapped(subject) ?? gatewayMark(subject) ?? tagOf(subject);
}

function prefixOf(subject: string): LeadFound | null {
  const match = PREFIX.exec(subject);
  const kind = match && LEADS.get(nameOf(match[1]!));
  return kind ? { kind, rest: subject.slice(match[0].length) } : null;
}

const nameOf = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.?!\s]{1,5}$/, '')
    .trim();

/** `[Fwd: subject]` and `subject (fwd)` of old programs. */
function wrapped(subject: string): LeadFound | null {
  if (FORWARDED.test(subject)) return { kind: 'forward', rest: subject.replace(FORWARDED, '') };
  if (!subject.startsWith('[') || !subject.endsWith(']')) return null;
  const inner = prefixOf(subject.slice(1, -1));
  return inner && inner.kind !== 'mark' ? inner : null;
}

function gatewayMark(subject: string): LeadFound | null {
  const match = GATEWAY_MARK.exec(subject);
  const isMark = match && LEADS.get(nameOf(match[1]!)) === 'mark';
  return isMark ? { kind: 'mark', rest: subject.slice(match[0].length) } : null;
}

/** The tag of a list, when a prefix follows: otherwise it belongs to the subject. */
function tagOf(subject: string): LeadFound | null {
  const { tags, rest } = readTags(subject);
  if (tags.length === 0 || !prefixOf(rest)) return null;
  const [tag] = tags;
  return { kind: 'mark', rest: subject.slice(tag!.length), tag: tag! };
}

const MAX_TAGS = 5;

function readTags(subject: string): { tags: string[]; rest: string } {
  const tags: string[] = [];
  let rest = subject.replace(INVISIBLE, '');
  for (let tag; tags.length < MAX_TAGS && (tag = LIST_TAG.exec(rest));) {
    tags.push(tag[1]!);
    rest = rest.slice(tag[0].length);
  }
  return { tags, rest };
}

/** `[list] Re: subject`, `Re: [list] subject` and `Re: [list] Re: subject` are the same. */
function withTags(subject: string, before: readonly string[]): string {
  if (!ENDS_LEAD.test(subject) && before.length === 0) return subject;
  const { tags, rest } = readTags(subject);
  return [...new Set([...before, ...tags].map((tag) => tag.toLowerCase())), rest].join(' ');
}

const foldSubject = (subject: string) => subject.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The ids of a References field, oldest first; of more than 100 the last, each once. Ids that
 * In-Reply-To names beside its own one stand before them.
 */
export function readReferences(value: string, inReplyTo = ''): string[] {
  const bare = () => value.split(/[\s,]+/).filter(looksLikeId);
  const ids = readIds(value);
  const given = ids.length > 0 ? ids : bare().map(bracketed);
  const own = readMessageId(inReplyTo);
  const more = readIds(inReplyTo).filter((id) => id !== own && !given.includes(id));
  const first = [...new Set(more)].slice(0, MAX_MORE);
  return [...first, ...[...new Set(given)].slice(first.length - MAX_REFERENCES)];
}

/** The id of a Message-ID or In-Reply-To field with its angle brackets; null when there is none. */
export function readMessageId(value: string): string | null {
  const ids = readIds(value);
  // "Message from Ann <ann@birch.example> of Friday <1@birch.example>": the id is the last.
  const id = value.trimStart().startsWith('<') ? ids[0] : ids.at(-1);
  if (id) return id;
  const bare = value.trim();
  return bare !== '' && !/[\s<>]/.test(bare) ? bracketed(clip(bare, MAX_ID - 2)) : null;
}

/** Ids in angle brackets; one may lack its end, or have been broken over two lines. */
function readIds(value: string): string[] {
  return [...value.matchAll(/<([^<>]{1,996})(?:>|(?=<))/g)]
    .map((match) => match[1]!.trim())
    .filter((id) => id !== '' && (id.includes('@') || !/\s/.test(id)))
    .map((id) => `<${id.replace(/\s+/g, '')}>`);
}

const looksLikeId = (text: string) =>
  text.includes('@') && text.length <= MAX_ID - 2 && !/[<>]/.test(text);

const bracketed = (id: string) => `<${id}>`;
