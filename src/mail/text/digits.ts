/** The digit zero of each script in the Basic Multilingual Plane; nine more follow it. */
export const DIGIT_ZEROS: readonly number[] = [
  ...[0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66],
  ...[0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946],
  ...[0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0],
  ...[0xa9f0, 0xaa50, 0xabf0, 0xff10],
];

/** By code. */
const VALUES = new Map(
  DIGIT_ZEROS.flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [zero + value, String(value)] as const),
  ),
);
const FOREIGN_DIGIT = /[\u0660-\uffff]/;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Fullwidth letters, as Japanese and Chinese mail writes codes. */
const WIDE_LETTERS = /[Ａ-Ｚａ-ｚ]/g;

/** The text with the digits of every script, and fullwidth letters, in ASCII; of the same length. */
export function asciiDigits(text: string): string {
  if (!FOREIGN_DIGIT.test(text)) return text;
  return text
    .replace(OTHER_DIGITS, (digit) => VALUES.get(digit.codePointAt(0)!) ?? digit)
    .replace(WIDE_LETTERS, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
}
