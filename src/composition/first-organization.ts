import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.js';
import { prepareDataDir } from '../embedded/data-dir.js';
import { replacePrivate } from '../embedded/private-file.js';
import { AppError } from '../errors.js';
import type { Log } from '../log.js';
import type { FirstKey } from '../welcome.js';
import type { Services } from './services.js';

const NAME = 'First organization';

const PATIENCE_MS = 60_000;
const RETRY_MS = 1_000;

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
  const keep = async (apiKey: string) => {
    await prepareDataDir(dataDir);
    await replacePrivate(keptIn, `${apiKey}\n`);
  };
  const first = await patiently(log, () => orgs.createFirst(NAME, keep));
  const own = first?.org.id ?? (await patiently(log, () => orgs.firstId()));
  if (own !== null) {
    await patiently(log, () => inboxes.ensureSystemInboxes(own));
    // Made once, and nobody waits for it: until then mail of the service's domain leaves without a signature.
    domains
      .ensureServiceKey(own)
      .catch((err: unknown) => log.warn({ err }, 'no key for MAIL_DOMAIN'));
  }
  return first && { apiKey: first.apiKey, keptIn };
}

/** While everything starts at once, storage may be too slow for an answer in time: it is asked again, for a minute. */
async function patiently<T>(log: Log, ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > end) throw error;
      log.warn({ err: error }, 'storage is slow at the start: asked again');
    }
  }
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.status === 503;
