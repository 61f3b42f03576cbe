import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { prepareDataDir } from './data-dir.js';
import { keptText } from './private-file.js';

/** Secrets of an installation that stands alone, by the names of their settings. */
export interface Secrets {
  readonly INBOUND_SECRET: string;
  /** Base64 of 32 bytes, or `aws-kms:` and the key of AWS KMS. */
  readonly MASTER_KEY: string;
  /** The one before, which still unwraps. */
  readonly MASTER_KEY_PREVIOUS?: string | undefined;
}

/** The secrets kept in files of `directory` that only their owner may read, made once. */
export async function ensureSecrets(directory: string): Promise<Secrets> {
  const dataDir = await prepareDataDir(directory);
  const [inbound, master] = await Promise.all([
    keptText(join(dataDir, 'inbound-secret'), () => randomBytes(32).toString('base64url')),
    keptText(join(dataDir, 'master-key'), () => randomBytes(32).toString('base64')),
  ]);
  return { INBOUND_SECRET: inbound.trim(), MASTER_KEY: master.trim() };
}
