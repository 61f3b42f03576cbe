import { describe, expect, it } from '@jest/globals';
import { countedAddress } from '../../src/auth/counted-address.js';

describe('an address is counted', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', null],
    ['::ffff:192.0.2.1', '192.0.2.1', null],
    ['::FFFF:c000:0201', '192.0.2.1', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['', '', null],
    ['not:an:address', 'not:an:address', null],
  ])('%s as %s and %s', (address, narrow, wide) => {
    expect(countedAddress(address)).toEqual({ narrow, wide });
  });
});
