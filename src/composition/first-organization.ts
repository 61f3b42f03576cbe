import { join } from 'node:path';
import type { Config } from '../config.js';
import { prepareDataDir } from '../embedded/data-dir.js';
import { replacePrivate } from '../embedded/private-file.js';
import type { Log } from '../log.js';
import type { FirstKey } from '../welcome.js';
import type { Services } from './services.js';

const NAME = 'First organization';

/**
 * Makes the first organization where there is none, and gives it what the service itself writes and signs with.
 * Null where it was there before.
 */
export async function ensureFirstOrganization(
  { DATA_DIR: dataDir }: Config,
  { orgs, inboxes, domains }: Pick<Services, 'orgs' | 'inboxes' | 'domains'>,
  log: Log,
): Promise<FirstKey | null> {
  const keptIn = join(dataDir, 'api-key');
  const first = await orgs.createFirst(NAME, async (apiKey) => {
    await prepareDataDir(dataDir);
    await replacePrivate(keptIn, `${apiKey}\n`);
  });
  const own = first?.org.id ?? (await orgs.firstId());
  if (own !== null) {
    await inboxes.ensureSystemInboxes(own);
    // Made once, and nobody waits for it: until then mail of the service's domain leaves without a signature.
    domains
      .ensureServiceKey(own)
      .catch((err: unknown) => log.warn({ err }, 'no key for MAIL_DOMAIN'));
  }
  return first && { apiKey: first.apiKey, keptIn };
}
