import { fold } from './fold.js';
import { foldedWords } from './folded-words.js';
import { clip } from './safe-text.js';

/** Lines that stand below a closing formula: a name, then what the writer is and where to reach him. */
const MIN_LINES = 2;
const MAX_LINES = 8;
/** Of those in which nobody writes sentences. */
const MAX_CONTACTS = 16;
/** Of those that begin with ways to reach the writer, whatever follows. */
const MAX_BLOCK = 40;
const MAX_CLOSING = 45;
/** Words behind the formula: "from Berlin". */
const MAX_MORE = 2;
const MAX_NAME = 40;
const MAX_LINE = 90;
const NAME_WORDS = 5;

const closings = new Set(foldedWords('closing'));
const firstWords = new Set([...closings].map((closing) => closing.split(' ', 1)[0]!));
const CONTACT = /\d(?:[\s().\u00a0/-]{0,3}\d){6}|\S@\S|(?:^|\s)(?:www\.|https?:\/\/)\S/;
const ENDS_SENTENCE = /[.!?:;…。！？]$/;
/** Something that was forgotten is new text. */
const POSTSCRIPT = /^(?:p\.?\s?s\.?|п\.?\s?с|з\.\s?і|追伸|추신|ps)(?![\p{L}])/iu;

/** Who signs. */
export interface Writer {
  readonly name: string;
  readonly address?: string;
  /** A mail that answers is written by somebody; others end in lines about a company. */
  readonly answers: boolean;
}

const NOBODY: Writer = { name: '', answers: false };

/** Where the signature of a letter begins; -1 without one. `lines` are those of the new text. */
export function closingBlock(lines: readonly string[], writer: Writer = NOBODY): number {
  const said: number[] = [];
  for (let place = 0; place < lines.length; place++)
    if (lines[place]!.trim() !== '') said.push(place);
  for (const find of [cardBelowRule, cardBelowName, letterEnd, ownCard, namedCard]) {
    const first = find(lines, said, writer);
    if (first >= 0) return first;
  }
  return -1;
}

/** Lines above a card: what is written, and the name it ends with. */
const MIN_ABOVE = 3;
const MIN_CARD = 2;
const MAX_CARD_LINE = 60;
const MAX_SIGNED = 24;
const SIGNED_WORDS = 2;

/**
 * The last paragraph, when it stands below the name that a letter is signed with and says who and
 * where the writer is; -1 otherwise. Formula and name are part of the letter.
 */
function cardBelowName(lines: readonly string[], said: readonly number[]): number {
  const last = said.at(-1) ?? -1;
  const first = startOfParagraph(lines, last);
  const above = said.length - (last - first + 1);
  if (above < MIN_ABOVE || last - first + 1 < MIN_CARD || last - first + 1 > MAX_LINES) return -1;
  const isSigned = isSignedWith(lines[said[above - 1]!]!.trim());
  return isSigned && isCard(lines.slice(first, last + 1)) ? first : -1;
}

/** Whatever stands below a rule, and the rule, when a letter is signed above and contacts stand below; -1 otherwise. */
function cardBelowRule(lines: readonly string[], said: readonly number[], writer: Writer): number {
  const from = Math.max(1, said.length - MAX_CONTACTS);
  const rule = said.findIndex((place, i) => i >= from && RULE.test(lines[place]!.trim()));
  if (rule < 0) return -1;
  const above = lines[said[rule - 1]!]!.trim();
  const below = said.slice(rule + 1).map((place) => lines[place]!.trim());
  const isNamed = () =>
    writer.answers && [above, ...below].some((line) => sharesName(line, writer.name));
  const isSigned = () => isSignedWith(above) || isClosing(above) || isNamed();
  return isContacts(below) && isSigned() ? said[rule]! : -1;
}

const RULE = /^[\p{Pd}_=~*#+━─＿＝]{5,}$/u;

/** Lines without sentences, one of which tells how to reach somebody. */
const isContacts = (lines: readonly string[]) =>
  lines.some((line) => CONTACT.test(line)) &&
  lines.every((line) => line.length <= MAX_LINE && !/[!?。！？]$|[a-z]{3}\.$/.test(line));

/** "Tom", "Élodie B." */
const isSignedWith = (line: string) =>
  line.length <= MAX_SIGNED &&
  /^[^\p{Ll}\P{L}]/u.test(line) &&
  !/[\d,:;!?…。！？*•]/.test(line) &&
  line.split(/\s+/).length <= SIGNED_WORDS;

const isCard = (lines: readonly string[]) =>
  lines.some((line) => CONTACT.test(line)) &&
  isTitle(lines[0]!.trim()) &&
  lines.every(
    (line) =>
      line.length <= MAX_CARD_LINE && !/[!?:;…。！？]$/.test(line.trim()) && !POSTSCRIPT.test(line),
  );

/**
 * A closing formula, a name, and lines that say how to reach the writer, or two that say what he is,
 * up to the end. Formula and name alone, or with a department, are part of the letter.
 */
function letterEnd(lines: readonly string[], said: readonly number[]): number {
  for (let below = MIN_LINES; below <= Math.min(MAX_BLOCK, said.length - 2); below++) {
    const first = said.length - below - 1;
    if (!isClosing(lines[said[first]!]!)) continue;
    const places = said.slice(first);
    const block = places.slice(1).map((place) => lines[place]!.trim());
    const isShort = below <= MAX_LINES && isAddress(block);
    return isShort || isLongAddress(block) ? partOf(places) : -1;
  }
  return -1;
}

/**
 * Where the signature begins of a formula, a name and more: what a program has put below stands apart,
 * and all above that is written by hand.
 */
function partOf([closing, name, next]: readonly number[]): number {
  if (next !== undefined && next > name! + 1) return next;
  return name! > closing! + 1 ? name! : closing!;
}

function isClosing(written: string): boolean {
  const line = written.trim();
  if (line.length > MAX_CLOSING) return false;
  const plain = fold(line);
  const first = /[\p{L}\p{M}]+/u.exec(plain)?.[0];
  if (first === undefined || !firstWords.has(first)) return false;
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some(
    (_, i) => words.length - i <= 1 + MAX_MORE && closings.has(words.slice(0, i + 1).join(' ')),
  );
}

function isAddress([name, ...rest]: readonly string[]): boolean {
  if (!isName(name!) || rest.some((line) => line.length > MAX_LINE || POSTSCRIPT.test(line)))
    return false;
  return rest.some((line) => CONTACT.test(line)) || (rest.length > 1 && rest.every(isTitle));
}

/** What firms have put below letters: a card, and then what lawyers and advertisers want. */
function isLongAddress(block: readonly string[]): boolean {
  const card = block.slice(0, MAX_CONTACTS);
  const contacts = card.flatMap((line, i) => (CONTACT.test(line) ? [i] : []));
  const isOfCard = isContacts(card.slice(0, (contacts[MIN_CONTACTS - 1] ?? -1) + 1));
  return (
    isAddress(block.map((line) => clip(line, MAX_LINE))) &&
    !ENDS_SENTENCE.test(block[0]!) &&
    (isOfCard || (block.length <= MAX_CONTACTS && isContacts(block)))
  );
}

const MIN_CONTACTS = 2;

const isName = (line: string) =>
  line.length <= MAX_NAME && !/\d/.test(line) && line.split(/\s+/).length <= NAME_WORDS;

/** "Head of Sales, Northwind": it begins like a name and is no sentence. */
const isTitle = (line: string) =>
  line.length <= MAX_LINE && !ENDS_SENTENCE.test(line) && /^[^\p{Ll}\d]/u.test(line);

/**
 * A last paragraph of an answer that begins with the writer's own name, or with any where it tells how
 * to reach somebody and nothing above announces it; -1 otherwise.
 */
function ownCard(lines: readonly string[], said: readonly number[], writer: Writer): number {
  if (!writer.answers) return -1;
  const last = said.at(-1) ?? -1;
  const first = startOfParagraph(lines, last);
  const card = lines.slice(first, last + 1).map((line) => line.trim());
  if (card.length < MIN_CARD || card.length > MAX_LINES) return -1;
  const before = said[said.length - card.length - 1];
  if (before === undefined || isAnnounced(lines[before]!) || isClosing(card[0]!)) return -1;
  const isCardOf = sharesName(card[0]!, writer.name) ? isOwnCard : isCardOfPerson;
  return isCardOf(card) ? first : -1;
}

/** The same over more paragraphs, from the writer's name on; the name that the letter is signed with stays. */
function namedCard(lines: readonly string[], said: readonly number[], writer: Writer): number {
  if (!writer.answers) return -1;
  const textOf = (i: number) => lines[said[i] ?? -1]?.trim() ?? '';
  const isOwn = (i: number) => sharesName(textOf(i), writer.name);
  const from = Math.max(1, said.length - MAX_CONTACTS);
  const found = said.findIndex((_, i) => i >= from && isOwn(i));
  if (found < 0 || isAnnounced(textOf(found - 1))) return -1;
  const first = isOwn(found + 1) && !CONTACT.test(textOf(found + 1)) ? found + 1 : found;
  const rest = said.slice(first + 1).map((place) => lines[place]!.trim());
  return isContacts(rest) && !rest.some((line) => POSTSCRIPT.test(line)) ? said[first]! : -1;
}

const isAnnounced = (before: string) => /[:：]$/.test(before.trim());

/** Two lines may be somebody to call. */
const isCardOfPerson = (card: readonly string[]) =>
  card.length > MIN_CARD && isPerson(card[0]!) && isCard(card);

/** A few words, each with a capital where the script has them; names of scripts without blanks are short. */
const isPerson = (line: string) =>
  isName(line) &&
  !/[,，、،|:：]/.test(line) &&
  line.length <= (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(line) ? 10 : 30) &&
  line.split(/\s+/).every((word) => !/^\p{Ll}/u.test(word));

function startOfParagraph(lines: readonly string[], last: number): number {
  let first = last;
  while (first > 0 && lines[first - 1]!.trim() !== '') first--;
  return first;
}

const isOwnCard = ([, ...rest]: readonly string[]) =>
  rest.every((line) => line.length <= MAX_LINE && !POSTSCRIPT.test(line)) &&
  (rest.some((line) => CONTACT.test(line)) || rest.every(isTitle));

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
