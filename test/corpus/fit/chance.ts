import { createHash } from 'node:crypto';

/** A number from 0 to 1 that is always the same for a text. */
export const chance = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
