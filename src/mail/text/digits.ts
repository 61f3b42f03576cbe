import { fold } from './fold.js';

const FOREIGN_DIGIT = /[\u0660-\uffff]/;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Fullwidth letters, as Japanese and Chinese mail writes codes. */
const WIDE_LETTERS = /[Ａ-Ｚａ-ｚ]/g;

/** The text with the digits of every script, and fullwidth letters, in ASCII; of the same length. */
export function asciiDigits(text: string): string {
  if (!FOREIGN_DIGIT.test(text)) return text;
  return text
    .replace(OTHER_DIGITS, (digit) => fold(digit))
    .replace(WIDE_LETTERS, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
}
