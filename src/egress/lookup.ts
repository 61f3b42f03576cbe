import { readFile } from 'node:fs/promises';
import type { DnsAnswer, DnsSource } from '../dns/answer.js';
import { EgressError } from './failure.js';

/** All addresses of a host name in canonical form; at least one. @throws EgressError without any. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Looks in the hosts file, then asks `dns`. The machine's getaddrinfo would do both, but in the four
 * threads that files and passwords use too: four names whose servers hang would stop the process.
 */
export function createLookup(dns: DnsSource, hostsFile = '/etc/hosts'): Lookup {
  return async (name) => {
    const listed = await listedIn(hostsFile, name);
    return listed.length > 0 ? listed : askedOf(dns, name);
  };
}

async function listedIn(file: string, name: string): Promise<string[]> {
  // Read each time: it is short, connections are kept, and a change holds at once.
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((listed) => listed.toLowerCase() === name) ? [address] : [];
  });
}

async function askedOf(dns: DnsSource, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([
    dns.ask({ name, type: 'A' }),
    dns.ask({ name, type: 'AAAA' }),
  ]);
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? addressesIn(answer.value) : [],
  );
  if (addresses.length > 0) return addresses;
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed) throw new EgressError('unresolved', 'the name could not be resolved', failed.reason);
  throw new EgressError('unresolved', 'the name has no address');
}

const addressesIn = ({ records }: DnsAnswer) =>
  records.filter((record): record is string => typeof record === 'string');
