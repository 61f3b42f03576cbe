import { describe, expect, it } from '@jest/globals';
import { sentOn } from '../../src/mail/mime/dates.js';

describe('the day of a Date field', () => {
  it.each([
    ['Thu, 26 Nov 2026 23:59:59 -0800', '2026-11-26'],
    ['1 Jan 1970 00:00:00 +1400', '1970-01-01'],
    ['Mon,  7 Sep 98 10:00:00 EDT', '1998-09-07'],
    ['7 Sep 26 10:00 GMT', '2026-09-07'],
    ['7 Sep 103 10:00 GMT', '2003-09-07'],
    ['Tue, 3 February 2004 10:00:00 +0000', '2004-02-03'],
    ['29 Feb 2024 10:00:00 +0000', '2024-02-29'],
    ['29 Feb 2023 10:00:00 +0000', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (field, day) => {
    expect(sentOn(field)).toBe(day);
  });
});
