/** The digit zero of each script in the Basic Multilingual Plane; nine more follow it. */
export const DIGIT_ZEROS: readonly number[] = [
  ...[0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66],
  ...[0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946],
  ...[0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0],
  ...[0xa9f0, 0xaa50, 0xabf0, 0xff10],
];

const ZEROS = new Set(DIGIT_ZEROS);
const FOREIGN_DIGIT = /[\u0660-\uffff]/;
const ALL_DIGITS = /\p{Nd}/gu;
/** Fullwidth letters, as Japanese and Chinese mail writes codes. */
const WIDE_LETTERS = /[Ａ-Ｚａ-ｚ]/g;

/** The text with the digits of every script, and fullwidth letters, in ASCII; of the same length. */
export function asciiDigits(text: string): string {
  if (!FOREIGN_DIGIT.test(text)) return text;
  return text
    .replace(ALL_DIGITS, (digit) => (digit.length === 1 ? digitValue(digit.charCodeAt(0)) : digit))
    .replace(WIDE_LETTERS, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
}

function digitValue(code: number): string {
  for (let value = 0; value < 10; value++) if (ZEROS.has(code - value)) return String(value);
  return String.fromCharCode(code);
}
