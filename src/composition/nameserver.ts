import type { Config } from '../config.js';
import { startNameserver, type RunningNameserver } from '../nameserver/server.js';
import { createKeyFinder } from '../dkim/published.js';
import { keyText } from '../resources/domains/records.js';
import type { Foundation } from './foundation.js';
import { mailZone } from './settings.js';

/** Answers for the zone of the DKIM keys of all domains. */
export const startDns = (
  config: Config,
  { databases, log }: Pick<Foundation, 'databases' | 'log'>,
  port: number,
): Promise<RunningNameserver> => {
  const { dkimZone, nameserver, mailDomain } = mailZone(config);
  return startNameserver({
    host: config.DNS_HOST,
    port,
    log,
    zone: {
      name: dkimZone,
      server: nameserver,
      mailbox: `hostmaster.${mailDomain}`,
      text: createKeyFinder(databases.front, keyText),
    },
  });
};
