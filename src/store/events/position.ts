/** Where an event stands in the order of commits. */
export interface EventPosition {
  /** The transaction that wrote it: a whole number that stays far below 2^53. */
  readonly xid: number;
  readonly seq: number;
}

/** Whether `one` stands behind `other`. */
export const isAfter = (one: EventPosition, other: EventPosition): boolean =>
  one.xid > other.xid || (one.xid === other.xid && one.seq > other.seq);

/** The one of two positions that stands before the other. */
export const earlier = (one: EventPosition, other: EventPosition): EventPosition =>
  isAfter(one, other) ? other : one;

/** In front of every event of this transaction. */
export const startOf = (xid: number): EventPosition => ({ xid, seq: 0 });

/** Which transactions were over at some moment. */
export interface Snapshot {
  /** Everything before was over. */
  readonly xmin: number;
  /** Nothing from here on had begun. */
  readonly xmax: number;
  /** Those between that were not over. */
  readonly running: readonly number[];
}

/** Reads what Postgres writes of a `pg_snapshot`: `xmin:xmax:running,…`; `offset` is added to each of them. */
export function parseSnapshot(text: string, offset = 0): Snapshot {
  const [xmin, xmax, running] = text.split(':');
  return {
    xmin: Number(xmin) + offset,
    xmax: Number(xmax) + offset,
    running: running ? running.split(',').map((xid) => Number(xid) + offset) : [],
  };
}

/** Whether a committed transaction was over when the snapshot was taken. */
export const wasOver = ({ xmax, running }: Snapshot, xid: number): boolean =>
  xid < xmax && !running.includes(xid);
