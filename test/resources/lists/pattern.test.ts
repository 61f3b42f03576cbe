import { describe, expect, it } from '@jest/globals';
import { parsePattern } from '../../../src/store/mail/address-pattern.js';

describe('an entry of a list', () => {
  it.each([
    ['a@x.test', 'a@x.test'],
    [' A.B+c@X.Test ', 'a.b+c@x.test'],
    ['x.test', 'x.test'],
    ['X.TEST.', 'x.test'],
    ['@x.test', 'x.test'],
    ['münchen.test', 'xn--mnchen-3ya.test'],
    ['jörg@münchen.test', 'jörg@xn--mnchen-3ya.test'],
    ['test', 'test'],
    ['_spf.x.test', '_spf.x.test'],
  ])('%s is kept as %s', (text, pattern) => {
    expect(parsePattern(text)).toBe(pattern);
  });

  it.each([
    '',
    '@',
    'a@',
    'a b@x.test',
    'a@b@x.test',
    '<a@x.test>',
    'a@x..test',
    'a@-x.test',
    '*.x.test',
    'https://x.test',
    'a@[127.0.0.1]',
    'a\r\n@x.test',
    'a@x.test\0',
    `${'a'.repeat(65)}@x.test`,
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
  ])('%j is no entry', (text) => {
    expect(parsePattern(text)).toBeNull();
  });
});
