import { describe, expect, it } from '@jest/globals';
import { createClientAddress } from '../../src/auth/client-address.js';

const TRUSTED = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

describe('the client address', () => {
  it.each([
    ['is the peer without the header', '127.0.0.1', undefined, '127.0.0.1'],
    ['is the peer when it is not trusted', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['is what a trusted peer names', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is the right-most untrusted', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.9', '198.51.100.1'],
    ['is the left-most when all are trusted', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    [
      'ignores what stands left of something that is no address',
      '127.0.0.1',
      '1.1.1.1, x, 10.0.0.2',
      '10.0.0.2',
    ],
    ['is the peer when the header is empty', '127.0.0.1', ' ', '127.0.0.1'],
    ['is the peer when the header holds an octal address', '127.0.0.1', '010.8.8.8', '127.0.0.1'],
    ['knows an IPv4 peer on an IPv6 socket', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['has one spelling for an IPv4 address', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['has one spelling for an IPv6 address', '2001:db8::1', '2001:DB9:0:0::7', '2001:db9::7'],
    ['does not take ports for addresses', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['does not take brackets for addresses', '127.0.0.1', '[2001:db9::7]:4711', '2001:db9::7'],
    ['keeps the addresses of loopback apart', '127.0.0.2', '198.51.100.1', '127.0.0.2'],
  ])('%s', (_case, peer, forwarded, client) => {
    expect(createClientAddress(TRUSTED)(peer, forwarded)).toBe(client);
  });

  it('is always the peer when nobody is trusted', () => {
    expect(createClientAddress([])('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
  });

  it.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '300.1.1.1'])('refuses %s as a proxy', (entry) => {
    expect(() => createClientAddress([entry])).toThrow(`TRUSTED_PROXIES: ${entry}`);
  });
});
