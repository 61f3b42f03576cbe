/** Milliseconds: the database's clock decides; where ours is ahead of it, look again after this. */
export const CLOCK_DIFFERENCE_MS = 1_000;
