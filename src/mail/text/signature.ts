import { fold } from './fold.js';
import { foldedWords } from './folded-words.js';
import { alternatives } from '../words/word-lists.js';

/** Of the lines that a signature begins in. */
const MAX_BLOCK = 40;
/** Of those in which nobody writes sentences. */
const MAX_CARD = 16;
const MAX_CLOSING = 45;
/** Words behind the formula: "from Berlin". */
const MAX_MORE = 2;
const MAX_NAME = 40;
const MAX_LINE = 90;
const NAME_WORDS = 5;

const closings = new Set(foldedWords('closing'));
const CONTACT = /\d(?:[\s().\u00a0/-]{0,3}\d){6}|\S@\S|(?:^|\s)(?:www\.|https?:\/\/)\S/;
/** Something that was forgotten is new text. */
const POSTSCRIPT = new RegExp(String.raw`^(?:${alternatives('postscript')})(?!\p{L})`, 'iu');
const RULE = /^[\p{Pd}_=~*#+━─＿＝]{5,}$/u;

/** Who signs. */
export interface Writer {
  /** Whether the mail answers: such mail is written by somebody; others end in lines about a company. */
  readonly isReply: boolean;
  /** The name of whoever wrote it. */
  readonly writer?: string;
  /** And his address. */
  readonly address?: string;
}

/** A line that is not blank, and its place among all. */
interface SaidLine {
  readonly line: string;
  readonly place: number;
}

/**
 * Where the signature of a letter begins; -1 without one. A rule, the formula that closes a letter, or a name stands
 * above what says who the writer is and how to reach him, up to the end; formula and name alone are part of the letter.
 */
export function closingBlock(lines: readonly string[], writer: Writer): number {
  const said = lines.flatMap((text, place) =>
    text.trim() === '' ? [] : [{ line: text.trim(), place }],
  );
  for (let i = Math.max(1, said.length - MAX_BLOCK); i < said.length; i++) {
    const first = cardFrom(said, i, writer);
    if (first !== null) return said[first]!.place;
  }
  return -1;
}

/** Which line of a signature that a line announces is the first to be taken off; null where it announces none. */
const cardFrom = (said: readonly SaidLine[], i: number, writer: Writer): number | null =>
  belowRule(said, i, writer) ??
  belowClosing(said, i) ??
  (writer.isReply && !/[:：]$/.test(said[i - 1]!.line) ? belowName(said, i, writer) : null);

const textsFrom = (said: readonly SaidLine[], from: number) =>
  said.slice(from).map(({ line }) => line);

function belowRule(said: readonly SaidLine[], i: number, writer: Writer): number | null {
  const [rule = '', ...rest] = textsFrom(said, i);
  if (!RULE.test(rule) || !isContacts(rest)) return null;
  const above = said[i - 1]!.line;
  return isName(above) || [above, ...rest].some((line) => isOwn(line, writer)) ? i : null;
}

/** What a program has put below formula and name stands apart, and all above that is written by hand. */
function belowClosing(said: readonly SaidLine[], i: number): number | null {
  const [closing = '', name = '', ...card] = textsFrom(said, i);
  if (!isClosing(closing) || !isName(name)) return null;
  if (!isContacts(card) && (card.length < 2 || !card.every(isTitle))) return null;
  return isGap(said, i + 2) ? i + 2 : isGap(said, i + 1) ? i + 1 : i;
}

/** A card that begins with the writer's own name, or is the last paragraph and begins with any name. */
function belowName(said: readonly SaidLine[], i: number, writer: Writer): number | null {
  const [name = '', ...rest] = textsFrom(said, i);
  const isCard = isOwn(name, writer) && isCardOfWriter(said, i, rest);
  // The name that the letter is signed with stays.
  if (isCard) return isOwn(rest[0]!, writer) && !CONTACT.test(rest[0]!) ? i + 1 : i;
  // Foxmail ends an answer in nothing but the writer's address.
  const isAddress = name === writer.address && rest.length === 0;
  return isAddress || isCardOfPerson(said, i, rest) ? i : null;
}

const isCardOfPerson = (said: readonly SaidLine[], i: number, rest: readonly string[]) =>
  rest.length > 1 &&
  isGap(said, i) &&
  !rest.some((_, at) => isGap(said, i + 1 + at)) &&
  isPerson(said[i]!.line) &&
  isContacts(rest);

const isCardOfWriter = (said: readonly SaidLine[], i: number, rest: readonly string[]) =>
  !RULE.test(rest[0] ?? '') &&
  (isContacts(rest) || (isGap(said, i) && rest.length > 0 && rest.every(isTitle)));

const isOwn = (line: string, { isReply, writer = '' }: Writer) =>
  isReply && sharesName(line, writer);

/** Whether blank lines stand above a line. */
const isGap = (said: readonly SaidLine[], i: number) =>
  said[i]!.place > (said[i - 1]?.place ?? -1) + 1;

/** Lines without sentences that tell how to reach somebody; below the second way to, whatever follows. */
function isContacts(lines: readonly string[]): boolean {
  const contacts = lines.flatMap((line, i) => (CONTACT.test(line) ? [i] : []));
  const card = lines.slice(0, (contacts[1] ?? lines.length) + 1);
  return (
    contacts.length > 0 &&
    card.length <= MAX_CARD &&
    card.every((line) => line.length <= MAX_LINE && !/[!?。！？]$|[a-z]{3}\.$/.test(line)) &&
    !lines.some((line) => POSTSCRIPT.test(line))
  );
}

function isClosing(line: string): boolean {
  if (line.length > MAX_CLOSING) return false;
  const words = fold(line).match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some(
    (_, i) => words.length - i <= 1 + MAX_MORE && closings.has(words.slice(0, i + 1).join(' ')),
  );
}

const isName = (line: string) =>
  line.length <= MAX_NAME && !/\d/.test(line) && line.split(/\s+/).length <= NAME_WORDS;

/** "Head of Sales, Northwind": it begins like a name and is no sentence. */
const isTitle = (line: string) =>
  line.length <= MAX_LINE && !/[.!?:;…。！？]$/.test(line) && /^[^\p{Ll}\d]/u.test(line);

/** A few words, each with a capital where the script has them; names of scripts without blanks are short. */
const isPerson = (line: string) =>
  isName(line) &&
  !/[,，、，|:：.!?。！？]/.test(line) &&
  line.length <= (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(line) ? 10 : 30) &&
  line.split(/\s+/).every((word) => !/^\p{Ll}/u.test(word));

/** Whether a line of few words has the writer's name, or a part of it. */
function sharesName(line: string, writer: string): boolean {
  if (line.length > MAX_NAME || writer === '') return false;
  const name = fold(writer);
  const plain = fold(line);
  const words: readonly string[] = name.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  const isWhole = plain.replace(/\s/g, '').startsWith(name.replace(/\s/g, ''));
  const own = plain.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  const shared = own.filter((word) => words.includes(word)).length;
  return isWhole || (shared > 0 && shared >= Math.min(2, own.length, words.length));
}
