import type { z } from 'zod';

/** What of an event depends on its kind. */
export interface KindOfEvent<Data extends z.ZodObject = z.ZodObject> {
  readonly description: string;
  /** The shape of `data`. */
  readonly data: Data;
  readonly example: z.input<Data>;
  /** Whether its data shows what a mail says, or whom it is from: a key that may not read mail is not told. */
  readonly showsMail?: boolean;
}

/** Keeps the type of `data` while checking the shape. */
export const kind = <Data extends z.ZodObject>(definition: KindOfEvent<Data>) => definition;

/** The mail of examples. */
export const EMAIL = 'eml_0v9h2k7m4x8c1q5r3t6w';
/** Another mail of examples. */
export const REPORT = 'eml_4x8c1q5r3t6w0v9h2k7m';
/** The inbox of examples. */
export const INBOX = 'inb_7m2c9x4k1v8q5h3r6t0w';
/** The thread of examples. */
export const THREAD = 'thr_3r6t9w2k5m8x1c4v7q0h';
/** When the mail of examples came. */
export const RECEIVED = new Date('2026-01-31T12:00:00.000Z');
/** Until when its code is valid. */
export const EXPIRY = new Date('2026-01-31T12:10:00.000Z');
