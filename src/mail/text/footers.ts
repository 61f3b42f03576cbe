import { disclaimerFrom } from './disclaimer.js';
import { holdsAny, holdsStem, phrases } from './phrases.js';
import { closingBlock, type Writer } from './signature.js';

/** What is known of a mail's end. */
export interface FooterContext {
  readonly writer: Writer;
  /** Letters and digits of what its HTML calls signatures. */
  readonly signatures: readonly string[];
  /** Nothing but a signature may stand above what is forwarded; elsewhere something has to be left. */
  readonly isAlone: boolean;
}

const SIGNATURE_LINES = 12;
/** Below the mark as programs set it, with its blank. */
const MAX_SIGNATURE_LINES = 40;
const MAX_PHONE_LINE = 50;
const LAST_LINES = 3;

const footers = phrases('footer.sentFrom');
const sending = phrases('footer.sending');

/** Lines that are left of others. */
type FooterStep = (lines: readonly string[], context: FooterContext) => readonly string[];

/** New lines without signature, disclaimer and phone footers at their end. */
export function withoutFooters(lines: readonly string[], context: FooterContext): string[] {
  let left = withoutBlankEnd(lines);
  for (const step of STEPS) {
    const shorter = withoutBlankEnd(step(left, context));
    if (shorter.length > 0 || !context.isAlone) left = shorter;
  }
  return left;
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

const cutAt = (lines: readonly string[], first: number) =>
  first < 0 ? lines : lines.slice(0, first);

const MARK = /^-{2}(?:-{16})?\s?$|^_{40,}\s?$/;

/** From the mark of a signature on; QQ draws eighteen hyphens, mailing lists forty underscores. */
const belowMark: FooterStep = (lines) => {
  const first = lines.findIndex((line) => MARK.test(line));
  if (first >= 0 && lines.length - 1 - first <= SIGNATURE_LINES && !isBox(lines, first))
    return cutAt(lines, first);
  const marked = lines.indexOf('-- ');
  return lines.length - 1 - marked <= MAX_SIGNATURE_LINES ? cutAt(lines, marked) : lines;
};

/** Whether a long rule is drawn once more below, with text in between. */
const isBox = (lines: readonly string[], first: number) =>
  lines[first]!.trim().length > 2 && lines.includes(lines[first]!, first + 1);

/** Letters and digits of a text, without addresses that plain text names beside a link. */
export const lettersOf = (text: string): string =>
  text.replace(/<[^<>]*>|\[[^[\]]*\]/g, '').replace(/[^\p{L}\p{Nd}]+/gu, '');

/** A signature of the HTML, when all of it stands at the end. */
const marked: FooterStep = (lines, { signatures }) => {
  for (const letters of signatures) {
    const first = startOf(lines, letters);
    if (first > 0) return cutAt(lines, first);
  }
  return lines;
};

function startOf(lines: readonly string[], letters: string): number {
  let left = letters;
  let i = lines.length;
  while (left !== '' && i > 0) {
    const own = lettersOf(lines[--i]!);
    if (!left.endsWith(own)) return -1;
    left = left.slice(0, left.length - own.length);
  }
  return left === '' ? i : -1;
}

/** Below answers only: nobody misses anything when the disclaimer of a company's mailing stays. */
const disclaimers: FooterStep = (lines, { writer }) =>
  writer.isReply ? cutAt(lines, disclaimerFrom(lines)) : lines;

/** What the writer is and where to reach him, below the formula that closes a letter. */
const closing: FooterStep = (lines, { writer }) => cutAt(lines, closingBlock(lines, writer));

/** Among the last lines. */
const phones: FooterStep = (lines) => {
  const last = lines.filter((line) => line.trim() !== '').slice(-LAST_LINES);
  const found = new Set(last.filter(isPhoneFooter));
  return found.size === 0 ? lines : lines.filter((line) => !found.has(line));
};

/** What programs draw between a text and what stands below, and how they mark that a mail is tracked (U+1427). */
const RULE = /^[-_=*~#+\u1427]+$/;

/** Rules with nothing below them, but for one that closes a frame: there is another above. */
const rules: FooterStep = (lines) => {
  const last = lines.at(-1)?.trim() ?? '';
  const isFrame = lines.some((line, i) => i < lines.length - 1 && line.trim() === last);
  return RULE.test(last) && !isFrame ? lines.slice(0, -1) : lines;
};

/** In any language Outlook names itself, and where to get it. */
const OUTLOOK = /outlook.{0,40}<https:\/\/aka\.ms\/\w{1,20}>/i;

function isPhoneFooter(written: string): boolean {
  const line = written.trim();
  if (line.length > 100) return false;
  if (OUTLOOK.test(line)) return true;
  const first = Math.max(0, line.search(/[^\s*_<>`'’‘‐‑‒–-]/));
  // A short line may have a word or two before.
  const to = line.length < MAX_PHONE_LINE ? line.length : first + 1;
  return holdsAny(line, footers, first, to) && holdsStem(line, sending);
}

const STEPS: readonly FooterStep[] = [
  ...[belowMark, marked, phones, disclaimers, phones, marked, closing, rules, rules],
];
