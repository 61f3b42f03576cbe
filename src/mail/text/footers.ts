import { disclaimerFrom } from './disclaimer.js';
import { holdsAny, holdsStem, phrases } from './phrases.js';
import { closingBlock, type Writer } from './signature.js';
import type { Fate, TextLine } from './text-lines.js';
import { clip } from './safe-text.js';

/** What is known of a mail's end. */
export interface FooterContext {
  /** Where its own text ends and a forwarded one begins. */
  readonly end: number;
  readonly writer: Writer;
  /** Texts that its HTML calls signatures. */
  readonly signatures: readonly string[];
}

const MAX_LINE = 400;
const SIGNATURE_LINES = 12;
/** Below the mark as programs set it, with its blank. */
const MAX_SIGNATURE_LINES = 40;
/** Lines, blank ones too, in which a letter closes. */
const MAX_CLOSING_BLOCK = 60;
const MAX_PHONE_LINE = 50;
const LIST_RULE = '_'.repeat(40);

const footers = phrases('footer.sentFrom');
const sending = phrases('footer.sending');

/** Signature, disclaimer and phone footers at the end of what is new. */
export function markFooters(lines: readonly TextLine[], fates: Fate[], found: FooterContext): void {
  const { end, signatures, writer } = found;
  for (let i = startOfSignature(lines, fates, end); i < end; i++)
    if (fates[i] === 'new') fates[i] = 'footer';
  const isSigned = signatures.some((letters) => markSignature(lines, fates, { end, letters }));
  markPhoneFooters(lines, fates, end);
  if (writer.answers) markOwnAddress(lines, fates, found);
  // Below answers only: nobody misses anything when the disclaimer of a company's mailing stays.
  if (writer.answers && markDisclaimer(lines, fates, end)) markPhoneFooters(lines, fates, end);
  if (!isSigned && !signatures.some((letters) => markSignature(lines, fates, { end, letters })))
    markClosing(lines, fates, found);
  markRules(lines, fates, end);
}

/** Where the mark of a signature stands; `end` without one. */
function startOfSignature(lines: readonly TextLine[], fates: readonly Fate[], end: number): number {
  const isNew = (i: number) => i < end && fates[i] === 'new';
  const last = lastNew(fates, end);
  const first = lines.findIndex(({ text }, i) => isNew(i) && beginsFooter(text));
  // Nothing but a signature may stand above what is forwarded.
  const isAllowed = first > 0 || (first === 0 && end < lines.length);
  if (isAllowed && last - first <= SIGNATURE_LINES) return first;
  const marked = lines.findIndex(({ text }, i) => isNew(i) && i > 0 && text === '-- ');
  return marked > 0 && last - marked <= MAX_SIGNATURE_LINES ? marked : end;
}

/** What programs draw between a text and what stands below, and how they mark that a mail is tracked (U+1427). */
const RULE = /^[-_=*~#+\u1427]+$/;

/** Rules with nothing below them, but for one that closes a frame: there is another above. */
function markRules(lines: readonly TextLine[], fates: Fate[], end: number): void {
  for (let i = lastNew(fates, end), seen = 0; i >= 0 && seen < 3; i--) {
    const line = lines[i]!.text.trim();
    if (fates[i] !== 'new' || line === '') continue;
    seen++;
    const isFrame = () => lines.some(({ text }, at) => at < i && text.trim() === line);
    if (!RULE.test(line) || !isAnyNew(lines, fates, i - 1) || isFrame()) return;
    fates[i] = 'footer';
  }
}

/** The mark of a signature (QQ draws eighteen hyphens), or the rule that mailing lists draw above theirs. */
const beginsFooter = (text: string): boolean =>
  text.startsWith('--')
    ? /^-{2}(?:-{16})?\s?$/.test(text)
    : text.startsWith(LIST_RULE) && /^_+\s?$/.test(text);

/** Letters and digits of a text, without addresses that plain text names beside a link. */
export const lettersOf = (text: string): string =>
  text.replace(/<[^<>]*>|\[[^[\]]*\]/g, '').replace(/[^\p{L}\p{Nd}]+/gu, '');

interface Signature {
  readonly end: number;
  readonly letters: string;
}

/** Takes a signature off the end of what is new, when all of it stands there and something is left. */
function markSignature(lines: readonly TextLine[], fates: Fate[], { end, letters }: Signature) {
  let left = letters;
  let i = lastNew(fates, end);
  for (; i >= 0 && left !== ''; i--) {
    if (fates[i] !== 'new') continue;
    const own = lettersOf(lines[i]!.text);
    if (!left.endsWith(own)) return false;
    left = left.slice(0, left.length - own.length);
  }
  if (left !== '' || (end === lines.length && !isAnyNew(lines, fates, i))) return false;
  for (let at = i + 1; at < end; at++) if (fates[at] === 'new') fates[at] = 'footer';
  return true;
}

const isAnyNew = (lines: readonly TextLine[], fates: readonly Fate[], last: number) =>
  lines.some(({ text }, i) => i <= last && fates[i] === 'new' && text.trim() !== '');

/** What lawyers have written below a letter, and all that stands below that. */
function markDisclaimer(lines: readonly TextLine[], fates: Fate[], end: number): boolean {
  const places: number[] = [];
  for (let i = 0; i < end; i++) if (fates[i] === 'new') places.push(i);
  const first = disclaimerFrom(places.map((place) => lines[place]!.text));
  if (first < 0) return false;
  for (const place of places.slice(first)) fates[place] = 'footer';
  return true;
}

/** What the writer is and where to reach him, below the formula that closes a letter. */
function markClosing(
  lines: readonly TextLine[],
  fates: Fate[],
  { end, writer }: FooterContext,
): void {
  const last = lastNew(fates, end);
  const from = Math.max(0, last - MAX_CLOSING_BLOCK);
  const shown = lines
    .slice(from, last + 1)
    .map(({ text }, i) => (fates[from + i] === 'new' ? clip(text, MAX_LINE) : ''));
  const first = closingBlock(shown, writer);
  if (first < 0) return;
  for (let i = from + first; i <= last; i++) if (fates[i] === 'new') fates[i] = 'footer';
}

function markPhoneFooters(lines: readonly TextLine[], fates: Fate[], end: number): void {
  for (let i = lastNew(fates, end), seen = 0; i >= 0 && seen < 3; i--) {
    const line = lines[i]!.text.trim();
    if (fates[i] !== 'new' || line === '') continue;
    seen++;
    if (isPhoneFooter(line)) fates[i] = 'footer';
  }
}

/** Foxmail ends an answer in nothing but the writer's address. */
function markOwnAddress(
  lines: readonly TextLine[],
  fates: Fate[],
  { end, writer }: FooterContext,
): void {
  const isSaid = (i: number) => fates[i] === 'new' && lines[i]!.text.trim() !== '';
  const said = lines.flatMap((_, i) => (i < end && isSaid(i) ? [i] : []));
  const [before, last] = said.slice(-2).map((i) => lines[i]!.text.trim());
  if (last !== undefined && last === writer.address && !/[:：]$/.test(before!))
    fates[said.at(-1)!] = 'footer';
}

function lastNew(fates: readonly Fate[], end: number): number {
  return end === 0 ? -1 : fates.lastIndexOf('new', end - 1);
}

/** In any language Outlook names itself, and where to get it. */
const OUTLOOK = /outlook.{0,40}<https:\/\/aka\.ms\/\w{1,20}>/i;

function isPhoneFooter(line: string): boolean {
  if (line.length > 100) return false;
  if (OUTLOOK.test(line)) return true;
  const first = Math.max(0, line.search(/[^\s*_<>`'’‘‐‑‒–-]/));
  // A short line may have a word or two before.
  const to = line.length < MAX_PHONE_LINE ? line.length : first + 1;
  return holdsAny(line, footers, first, to) && holdsStem(line, sending);
}
