import { localPartOf } from '../text/mail-address.js';
import type { CodeCase, MailLook } from './code-case.js';
import { fold } from '../text/fold.js';
import { once } from '../text/once.js';
import { clip } from '../text/safe-text.js';
import { senderRoles, type SenderRole } from '../topic/sender-role.js';

// What is looked at only where trees ask for it: it takes longer.

/** What a mail tells beside its words. */
export interface MailOrigin {
  readonly roles: ReadonlySet<SenderRole>;
  /** The local part of the sender's address says that it proves who somebody is. */
  readonly isGuard: boolean;
  /** Addresses of links, in one text. */
  readonly urls: string;
  /** Stems of the words of its subject. */
  readonly titled: ReadonlySet<string>;
}

const GUARD = /auth|otp|verif|secur|log-?in|sign|account|ident|access|^id\b|2fa|code|pass/;

const readOrigin = once(({ signs: { from, urls }, subject }: MailLook): MailOrigin => ({
  roles: senderRoles(from),
  isGuard: GUARD.test(localPartOf(from.address).toLowerCase()),
  urls: clip([...new Set(urls)].join('\n').toLowerCase(), MAX_URLS),
  titled: new Set(stemsOf(clip(subject, MAX_LINES))),
}));

/** Looks at a mail once for all of its candidates. */
export const originOf = ({ mail }: CodeCase): MailOrigin => readOrigin(mail);

const MAX_URLS = 8000;

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}|[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]{4,}|[\p{L}\p{M}]{4,}/gu;
/** The same of a text without other letters, which is looked through several times as fast. */
const LATIN_WORD = /[a-z]{4,}/g;
const OTHER_LETTERS = /[^\0-\x7f]/;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const JOINED = /^[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const STEM = 5;
const MAX_LINES = 400;

/** How words begin; where no blanks are between them, all neighbours. */
function stemsOf(text: string): string[] {
  const own = fold(text);
  if (!OTHER_LETTERS.test(own)) return (own.match(LATIN_WORD) ?? []).map(stemOf);
  return (own.match(WORD) ?? []).flatMap((word) => {
    if (UNSPACED.test(word)) return pieces(word, 2);
    return JOINED.test(word) ? pieces(word, 4) : [stemOf(word)];
  });
}

const stemOf = (word: string) => clip(word, STEM);

const pieces = (word: string, length: number): string[] =>
  Array.from({ length: word.length - length + 1 }, (_, i) => word.slice(i, i + length));

const LEAD = 160;
const BEHIND = 1500;

/** Stems of the words that lead to a candidate. */
const leadOf = once(
  ({ page: { text, lines }, raw: { start }, lineIndex, alone, above }: CodeCase) => {
    const own = text.slice(Math.max(lines[lineIndex]!.start, start - LEAD), start);
    return stemsOf(alone ? above : own);
  },
);

/** How many of the words that lead to a candidate stand in the subject, too. */
export function titledWords(one: CodeCase): number {
  const { titled } = originOf(one);
  return titled.size === 0 ? 0 : leadOf(one).filter((stem) => titled.has(stem)).length;
}

/** How many of them stand behind it once more. */
export function repeatedWords(one: CodeCase): number {
  const lead = leadOf(one);
  if (lead.length === 0) return 0;
  const { text } = one.page;
  const behind = new Set(stemsOf(text.slice(one.raw.end, one.raw.end + BEHIND)));
  return lead.filter((stem) => behind.has(stem)).length;
}
