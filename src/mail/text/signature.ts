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
  /** Whether blank lines stand above it. */
  readonly isApart: boolean;
}

/** Lines from one on, up to the end of a letter. */
type Block = readonly [SaidLine, ...SaidLine[]];

/**
 * Where the signature of a letter begins; -1 without one. A rule, the formula that closes a letter, or a name stands
 * above what says who the writer is and how to reach him, up to the end; formula and name alone are part of the letter.
 */
export function closingBlock(lines: readonly string[], writer: Writer): number {
  const said = lines
    .map((text, place) => ({ line: text.trim(), place, isApart: lines[place - 1]?.trim() === '' }))
    .filter(({ line }) => line !== '');
  for (let i = Math.max(1, said.length - MAX_BLOCK); i < said.length; i++) {
    if (isRuleOfText(said, i)) continue;
    const first = cardFrom(said.slice(i) as [SaidLine, ...SaidLine[]], said[i - 1]!.line, writer);
    if (first) return first.place;
  }
  return -1;
}

/** Lines of a box. */
const MAX_BOX = 8;

/** Whether a rule underlines the first line, which is a heading, or closes what the same rule opened. */
function isRuleOfText(said: readonly SaidLine[], i: number): boolean {
  const { line } = said[i]!;
  if (!RULE.test(line)) return false;
  return i === 1 || said.slice(Math.max(0, i - MAX_BOX), i).some((other) => other.line === line);
}

/** Which line of a signature that a line announces is the first to be taken off; null where it announces none. */
const cardFrom = (block: Block, above: string, writer: Writer): SaidLine | null =>
  belowRule(block, above, writer) ??
  belowClosing(block) ??
  (writer.isReply && !/[:：]$/.test(above) ? belowName(block, writer) : null);

function belowRule([rule, ...rest]: Block, above: string, writer: Writer): SaidLine | null {
  if (!RULE.test(rule.line) || isFrame(rest) || !isContacts(rest)) return null;
  const isOfWriter = [above, ...rest.map(({ line }) => line)].some((line) => isOwn(line, writer));
  return isName(above) || isOfWriter ? rule : null;
}

/** Whether another rule closes what the first one opens, and the text goes on below it. */
const isFrame = (rest: readonly SaidLine[]): boolean => {
  const end = rest.findIndex(({ line }) => RULE.test(line));
  return end >= 0 && rest.slice(end).some(({ line }) => !RULE.test(line));
};

/** What a program has put below formula and name stands apart, and all above that is written by hand. */
function belowClosing([closing, name, ...card]: Block): SaidLine | null {
  if (!isClosing(closing.line) || !name || !isName(name.line)) return null;
  if (!isContacts(card) && (card.length < 2 || !card.every(isTitle))) return null;
  return [card[0]!, name].find(({ isApart }) => isApart) ?? closing;
}

/** A card that begins with the writer's own name, or is the last paragraph and begins with any name. */
function belowName([name, ...rest]: Block, writer: Writer): SaidLine | null {
  const [next] = rest;
  // The name that the letter is signed with stays.
  if (next && isOwn(name.line, writer) && isCardOfWriter(name, rest))
    return isOwn(next.line, writer) && !CONTACT.test(next.line) ? next : name;
  // Foxmail ends an answer in nothing but the writer's address.
  const isAddress = name.line === writer.address && !next;
  return isAddress || isCardOfPerson(name, rest) ? name : null;
}

const isCardOfPerson = (name: SaidLine, rest: readonly SaidLine[]) =>
  rest.length > 1 &&
  name.isApart &&
  !rest.some(({ isApart }) => isApart) &&
  isPerson(name.line) &&
  isContacts(rest);

const isCardOfWriter = (name: SaidLine, rest: readonly SaidLine[]) =>
  !RULE.test(rest[0]!.line) && (isContacts(rest) || (name.isApart && rest.every(isTitle)));

const isOwn = (line: string, { isReply, writer = '' }: Writer) =>
  isReply && sharesName(line, writer);

/** Lines without sentences that tell how to reach somebody; below the second way to, whatever follows. */
function isContacts(said: readonly SaidLine[]): boolean {
  const lines = said.map(({ line }) => line);
  const contacts = lines.flatMap((line, i) => (CONTACT.test(line) ? [i] : []));
  const card = lines.slice(0, (contacts[1] ?? lines.length) + 1);
  return (
    contacts.length > 0 &&
    card.length <= MAX_CARD &&
    card.every((line) => line.length <= MAX_LINE && !/[!?。！？]$|\p{Ll}{3}\.$/u.test(line)) &&
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
const isTitle = ({ line }: SaidLine) =>
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
