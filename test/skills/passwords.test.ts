import { describe, expect, it } from '@jest/globals';
import { makePassword, type PasswordWishes } from '../../src/skills/passwords.js';

const ANY: PasswordWishes = {
  minLength: null,
  maxLength: null,
  pattern: null,
  passwordRules: null,
};
// A guard, not a measure.
const LONG = 60_000;
const made = (wishes: Partial<PasswordWishes>, withinMs = LONG) =>
  makePassword({ ...ANY, ...wishes }, withinMs);

describe('A password that is made', () => {
  it('has a special sign that every site takes for one', () => {
    const passwords = Array.from({ length: 300 }, () => made({ maxLength: 4 }));

    expect(passwords.filter((one) => !/\W/.test(one!))).toEqual([]);
  });

  it.each([
    ['a usual one', {}, /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z0-9]).{20}$/],
    ['maxlength', { maxLength: 12 }, /^.{12}$/],
    ['minlength', { minLength: 32 }, /^.{32}$/],
    [
      'a pattern without signs',
      { pattern: '[A-Za-z0-9]{8,12}', maxLength: 12 },
      /^[A-Za-z0-9]{12}$/,
    ],
    ['a pattern of digits', { pattern: '\\d{6}', maxLength: 6 }, /^\d{6}$/],
    [
      'passwordrules',
      {
        passwordRules:
          'minlength: 8; maxlength: 10; required: lower; required: [-_]; allowed: digit',
      },
      /^(?=.*[a-z])(?=.*[-_])[a-z0-9_-]{10}$/,
    ],
    [
      'max-consecutive',
      { passwordRules: 'required: digit; max-consecutive: 1' },
      /^(?!.*(\d)\1)\d{20}$/,
    ],
    [
      'max-consecutive in a long one of few signs',
      { passwordRules: 'required: [01]; minlength: 100; max-consecutive: 2' },
      /^(?!.*(.)\1\1)[01]{100}$/,
    ],
  ])('fits %s', (_what, wishes, pattern) => {
    for (let count = 0; count < 20; count++) expect(made(wishes)).toMatch(pattern);
  });

  it('is none where nothing fits', () => {
    expect(made({ pattern: 'x{3}y' })).toBeNull();
  });

  it.each([
    ['is no pattern', '(', LONG],
    ['never ends', '(?:(?:[^!]+)+)+!{99}', 20],
  ])('is made all the same for a pattern that %s', (_what, pattern, withinMs) => {
    expect(made({ pattern }, withinMs)).toHaveLength(20);
  });
});
