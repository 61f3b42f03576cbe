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

const IS_ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** One line: control characters and runs of blanks become one blank. */
export function oneLine(text: string): string {
  return IS_ONE_LINE.test(text) ? text : text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** At most `max` units with an ellipsis where something was cut off. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${clip(text, max - 1).trimEnd()}…`;
}
