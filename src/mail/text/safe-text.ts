declare global {
  // ECMAScript 2024; Node 20 has them, its language library as configured does not name them.
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

/**
 * The text as a database can hold it: without NUL, halves of surrogate pairs become U+FFFD.
 * Postgres takes neither in text.
 */
export function safeText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}

/** At most `max` UTF-16 units, never half a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, cutsPair ? max - 1 : max);
}

/**
 * Text of a stranger as it may be kept: well-formed, without NUL, at most `max` units. Whatever comes from
 * outside and goes to storage passes here: answers of servers, their ids, headers, names of the DNS.
 */
export const storable = (text: string, max: number): string => clip(safeText(text), max);

/** The same of the first `max` bytes of `bytes`, without a character of which not all are there. */
export function storableBytes(bytes: Uint8Array, max: number): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isCut = bytes.length > max;
  return safeText(decoder.decode(bytes.subarray(0, max), { stream: isCut }));
}

const IS_ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** One line: control characters and runs of blanks become one blank. */
export function oneLine(text: string): string {
  return IS_ONE_LINE.test(text) ? text : text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** At most `max` units with an ellipsis where something was cut off. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${clip(text, max - 1).trimEnd()}…`;
}
