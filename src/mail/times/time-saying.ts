import type { OtherLength } from './stated-durations.js';

/** What words say of a time: of a length of time, or of a point in time. */
export interface TimeSaying {
  /** Whose a length of time is, where it is no lifetime; null where nothing says so. */
  readonly otherwise: OtherLength | null;
  /** How far what says that something lasts is; null where nothing does. */
  readonly lasts: number | null;
  /** A word right beside a length of time says so. */
  readonly isPlain: boolean;
  /** It stands in brackets behind the code. */
  readonly isBracketed: boolean;
  /** It stands some way behind the code, and no other number between them. */
  readonly follows: boolean;
  /** Its sentence says to type something. */
  readonly isTyped: boolean;
  /** Its sentence names goods, payments and the like. */
  readonly isBesideGoods: boolean;
  /** Its sentence names a code. */
  readonly isOfCode: boolean;
  /** Its sentence speaks of offers, orders, backups or help. */
  readonly isOfGoods: boolean;
  /** It is short, and its sentence speaks of an offer. */
  readonly isOffered: boolean;
  /** It is days, of which the sentence of the code says nothing. */
  readonly isLoose: boolean;
  /** How a point in time is told to be an end. */
  readonly ends: EndSaying | null;
}

/** By a word of validity, by what has to be done until then, or in brackets or a row of its own behind the code. */
export type EndSaying = 'lasts' | 'deed' | 'beside';

/** Of a time of which no words tell. */
export const NOTHING_SAID: TimeSaying = {
  otherwise: null,
  lasts: null,
  isPlain: false,
  isBracketed: false,
  follows: false,
  isTyped: false,
  isBesideGoods: false,
  isOfCode: false,
  isOfGoods: false,
  isOffered: false,
  isLoose: false,
  ends: null,
};
