import type { OtherLength } from './stated-durations.js';

/** What words say of a time: of a length of time, or of a point in time. */
export interface TimeSaying {
  /** What a length of time is of, where it is of no code; null where nothing says so. */
  readonly otherwise: OtherLength | null;
  /** How far what says that something lasts is; null where nothing does. */
  readonly lasts: number | null;
  /** A word right beside a length of time says so. */
  readonly isPlain: boolean;
  /** It stands some way behind the code, and no other number between them. */
  readonly follows: boolean;
  /** Its sentence names goods, payments and the like. */
  readonly isBesideGoods: boolean;
  /** Its sentence names a code. */
  readonly isOfCode: boolean;
  /** It is days, of which the sentence of the code says nothing. */
  readonly isLoose: boolean;
  /** It is a point in time that is told to be an end. */
  readonly isEnd: boolean;
}

/** Of a time of which no words tell. */
export const NOTHING_SAID: TimeSaying = {
  otherwise: null,
  lasts: null,
  isPlain: false,
  follows: false,
  isBesideGoods: false,
  isOfCode: false,
  isLoose: false,
  isEnd: false,
};
