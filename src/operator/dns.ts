import { parseArgs } from 'node:util';
import { openKeyedParts } from '../composition/keyed-parts.js';
import { provideSecrets } from '../composition/provided-servers.js';
import { mailZone } from '../composition/settings.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { createDohTransport } from '../egress/doh-transport.js';
import { readAuthorities } from '../egress/egress.js';
import type { PublishedKey } from '../dkim/published.js';
import { ensureServiceKey, type ServiceKey } from '../dkim/service-key.js';
import type { MailZone } from '../resources/domains/records.js';
import { namedResolvers } from '../resources/domains/resolvers.js';
import { runCommand } from './command.js';
import { checkedRecords, checkRecords, keyLines, operatorZone } from './zone.js';

// `npm run dns -- [--keys | --check]`: what the operator publishes, once for all domains.

const ALL_KEYS = `
SELECT label, public_key AS "publicKey", state = 'revoked' AS "isRevoked"
FROM dkim_keys ORDER BY created_at, label`;

runCommand(async (database, config) => {
  const { values } = parseArgs({
    options: {
      keys: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const zone = mailZone(config);
  if (values.keys) return keyLines(zone, await database.query<PublishedKey>(ALL_KEYS));
  const key = await serviceKey(database, config);
  return values.check ? checked(config, zone, key) : operatorZone(zone, key);
});

/** The key of MAIL_DOMAIN; null while there is no organization to seal it for. */
async function serviceKey(database: Database, config: Config): Promise<ServiceKey | null> {
  const [first] = await database.query<{ id: string }>(
    'SELECT id FROM orgs ORDER BY created_at, id LIMIT 1',
  );
  if (!first) return null;
  const { vault } = await openKeyedParts(await provideSecrets(config), database);
  return ensureServiceKey({ database, vault, mailDomain: config.MAIL_DOMAIN }, first.id);
}

/** @throws Error with what was found, where something is missing */
async function checked(config: Config, zone: MailZone, key: ServiceKey | null): Promise<string> {
  const transport = createDohTransport(await readAuthorities(config.EXTRA_CA_FILE));
  try {
    const resolvers = namedResolvers(config.DOH_URL, transport);
    const { isRight, said } = await checkRecords(resolvers, checkedRecords(zone, key));
    if (!isRight) throw new Error(said);
    return said;
  } finally {
    await transport.close();
  }
}
