/** Units that lifetimes are told in, in milliseconds. */
export const UNIT_LENGTHS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;
/** A unit that lifetimes are told in. */
export type UnitName = keyof typeof UNIT_LENGTHS;
