import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAddressRules, parseRange } from '../../src/egress/addresses.js';
import { canonicalHost } from '../../src/egress/host.js';
import { FORBIDDEN, PUBLIC } from './spellings.js';

const allowing = (...ranges: string[]) =>
  createAddressRules(ranges.map((text) => parseRange(text)!));

describe('the address rules', () => {
  it.each(FORBIDDEN)('forbid %s (%s)', (_what, address) => {
    expect(allowing().permits(address)).toBe(false);
  });

  it.each(PUBLIC)('permit %s', (address) => {
    expect(allowing().permits(address)).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '010.0.0.1', '8.8.8.8.', '8.8.8.8/32', '[::1]', '1.1.1'])(
    'forbid %j, which is no address as sockets write it',
    (text) => {
      expect(allowing('0.0.0.0/0', '::/0').permits(text)).toBe(false);
    },
  );

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '11.0.0.1', true],
    ['10.0.0.0/8', '192.168.0.1', false],
    ['10.0.0.0/8', '127.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fe80::/10', 'fe80::1', true],
    ['fe80::/10', 'fe80::1%lo', false],
    ['::1', '127.0.0.1', false],
    ['2002::/16', '2002:7f00:1::', true],
    ['0.0.0.0/0', '::1', false],
  ])('with %s opened, answer for %s: %s', (range, address, permitted) => {
    expect(allowing(range).permits(address)).toBe(permitted);
  });

  it('take no IPv4 address by its first part alone', () => {
    const parts = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(fc.constantFrom(10, 127, 0, 240), parts, (first, rest) => {
        expect(allowing().permits([first, ...rest].join('.'))).toBe(false);
      }),
    );
  });
});

describe('a range', () => {
  it.each(['10/8', '10.0.0.0/33', '::/129', '10.0.0.0/', '/8', 'x', '010.0.0.0/8', '10.0.0.0/8/8'])(
    'is not %j',
    (text) => expect(parseRange(text)).toBeNull(),
  );

  it('is not IPv4 written as IPv6, which would never match', () => {
    expect(parseRange('::ffff:10.0.0.0/104')).toBeNull();
  });
});

describe('a host in canonical form', () => {
  it.each([
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ．com', 'example.com'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['[::1]', '::1'],
    ['0:0::1', '::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['_dmarc.example.com', '_dmarc.example.com'],
  ])('of %s is %s', (text, host) => expect(canonicalHost(text)).toBe(host));

  it.each([
    '',
    '.',
    'a..b',
    'example.com..',
    '127.0.0.1..',
    'a b',
    'a/b',
    'a@b',
    'a:25',
    'a\\b',
    'a#b',
    'a?b',
    'a\r\nb',
    '%31',
    '1.2.3.256',
    '0x100000000',
    'fe80::1%lo',
    '[fe80::1%25lo]',
    '[::1',
    '::1]',
    `${'a'.repeat(63)}.`.repeat(4),
  ])('does not exist for %j', (text) => expect(canonicalHost(text)).toBeNull());
});
