import type { RawCode } from './code-forms.js';

const WORDS = /^(?<blank>[ \t]{0,8})(?<code>[a-z]{4,8}(?:-[a-z]{4,8}){1,3})[ \t]{0,8}$/gm;
/** More of them are a list of something. */
const MAX_WORD_CODES = 8;

/** `caper-lunar-motif`, `vxqrt-mbkpw`: small letters with hyphens between, and nothing else on their line. */
export function findWordCodes(text: string): RawCode[] {
  const found: RawCode[] = [];
  if (!text.includes('-')) return found;
  for (const { index, groups } of text.matchAll(WORDS)) {
    const { blank, code } = groups as { blank: string; code: string };
    if (found.length === MAX_WORD_CODES) break;
    const start = index + blank.length;
    found.push({ start, end: start + code.length, code, shape: 'letters' });
  }
  return found;
}
