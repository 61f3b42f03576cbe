import { CharKind, charKinds, folded, isLatinOrGreek } from './fold.js';

const JOINT = /[^\p{L}\p{M}\p{Nd}]+/gu;

/** How a part of a text is written, where it is written with accents: lower case, one blank between words; else ''. */
export function spellingOf(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  for (let i = 0; i < lower.length; i++)
    if (isAccented(lower.charCodeAt(i)))
      return written.normalize('NFC').toLowerCase().replace(JOINT, ' ');
  return '';
}

/** Whether a small letter of the Latin or the Greek script has an accent. */
const isAccented = (code: number) =>
  isLatinOrGreek(code) && code !== folded[code] && charKinds[code] !== CharKind.Joint;
