import { expect } from '@jest/globals';

/** How many rows of a table may be read otherwise than it says, as a share of them. */
const FEW = 0.05;

/**
 * Expects that nearly all rows of a table are read as they say. Weights are fitted to thousands of mails, and a new fit
 * may read an odd sentence otherwise; that it does so with many of them is what a test has to tell.
 */
export function expectMost<Row>(
  rows: readonly Row[],
  isRead: (row: Row) => boolean,
  few = FEW,
): void {
  const misread = rows.filter((row) => !isRead(row));
  expect(misread.length <= Math.ceil(few * rows.length) ? [] : misread).toEqual([]);
}
