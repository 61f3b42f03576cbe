import { CharKind, charKinds, folded, isLatinOrGreek } from './fold.js';

const JOINT = /[^\p{L}\p{M}\p{Nd}]+/gu;
/** No letter from here on has an accent. */
const LAST_ACCENTED = 0x2200;
/** By code: 1 for letters of the Latin and the Greek script with accents. */
const ACCENTED = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  Number(code < LAST_ACCENTED && isAccented(String.fromCharCode(code))),
);

/** How a part of a text is written, where it is written with accents: lower case, one blank between words; else ''. */
export function spellingOf(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++)
    if (ACCENTED[text.charCodeAt(i)] === 1)
      return text.slice(start, end).normalize('NFC').toLowerCase().replace(JOINT, ' ');
  return '';
}

function isAccented(letter: string): boolean {
  const lower = letter.toLowerCase();
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (charKinds[code] === CharKind.Joint) continue;
    if (isLatinOrGreek(code) && code !== folded[code]) return true;
  }
  return false;
}
