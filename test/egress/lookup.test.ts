import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLookup } from '../../src/egress/lookup.js';
import { createZone } from '../support/dns-zone.js';

let directory: string;
let hosts: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'restante-hosts-'));
  hosts = join(directory, 'hosts');
  await writeFile(hosts, '# a.test\n10.0.0.1\tdb.test DB2.test # other.test\r\n::1 db.test\n');
});
afterAll(() => rm(directory, { recursive: true }));

describe('a look-up', () => {
  it('finds all addresses of the hosts file, and asks nobody then', async () => {
    const dns = createZone();
    const lookup = createLookup(dns, hosts);
    expect(await lookup('db.test')).toEqual(['10.0.0.1', '::1']);
    expect(await lookup('db2.test')).toEqual(['10.0.0.1']);
    expect(dns.asked).toEqual([]);
  });

  it('asks the DNS for both kinds of addresses', async () => {
    const dns = createZone();
    dns.publish('a.test', '192.0.2.1', 'A');
    dns.publish('a.test', '2001:db8::1', 'AAAA');
    expect(await createLookup(dns, hosts)('a.test')).toEqual(['192.0.2.1', '2001:db8::1']);
  });

  it('goes on when there is no hosts file', async () => {
    const dns = createZone();
    dns.publish('a.test', '192.0.2.1', 'A');
    expect(await createLookup(dns, join(directory, 'none'))('a.test')).toEqual(['192.0.2.1']);
  });

  it.each([
    ['there is nothing', 'other.test', 'the name has no address'],
    ['the DNS fails', 'broken.test', 'the name could not be resolved'],
  ])('tells when %s', async (_what, name, message) => {
    const dns = createZone();
    dns.fail('broken.test');
    await expect(createLookup(dns, hosts)(name)).rejects.toMatchObject({
      reason: 'unresolved',
      message,
    });
  });
});
