import { createHash } from 'node:crypto';

/** A number from 0 to 1 that is always the same for a text. */
export const chance = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Digits by chance, always the same for a name: no year, and nothing that repeats one digit. */
export function numberFor(name: string): string {
  const length = 4 + Math.floor(5 * chance(`${name} length`));
  return String(Math.floor((0.21 + 0.78 * chance(name)) * 10 ** length));
}
