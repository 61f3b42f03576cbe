import { createHash } from 'node:crypto';
import type { ServedTools } from './toolbox.js';

const known = new WeakMap<ServedTools<unknown>, string>();

/** What tells one list of tools from another: a hash, made once. */
export function fingerprintOf(tools: ServedTools<unknown>): string {
  let fingerprint = known.get(tools);
  if (fingerprint === undefined) {
    fingerprint = createHash('sha256').update(tools.listJson).digest('base64url').slice(0, 22);
    known.set(tools, fingerprint);
  }
  return fingerprint;
}
