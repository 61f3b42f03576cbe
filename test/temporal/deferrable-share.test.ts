import { expect, it } from '@jest/globals';
import { DeferrableShare } from '../../src/temporal/dispatch/deferrable-share.js';

let time = 0;
let idle = 1;
const share = () => {
  time = 0;
  idle = 1;
  return new DeferrableShare(
    () => idle,
    () => time,
  );
};
/** Takes all that may be taken after so many milliseconds. */
const takenAfter = (of: DeferrableShare, milliseconds: number) => {
  time += milliseconds;
  const rows = of.left();
  of.took(rows);
  return rows;
};

it('takes twenty rows a second, and no more after a pause', () => {
  const rows = share();
  expect(takenAfter(rows, 0)).toBe(20);
  expect(takenAfter(rows, 0)).toBe(0);
  expect(takenAfter(rows, 500)).toBe(10);
  expect(takenAfter(rows, 60_000)).toBe(20);
});

it('takes two a second while mail comes in and the machine is busy', () => {
  const rows = share();
  takenAfter(rows, 0);
  idle = 0.1;
  rows.accepted();
  expect(takenAfter(rows, 500)).toBe(1);
  rows.accepted();
  expect(takenAfter(rows, 500)).toBe(1);
  idle = 0.9;
  expect(takenAfter(rows, 500)).toBe(10);
  idle = 0.1;
  expect(takenAfter(rows, 500)).toBe(10);
});
