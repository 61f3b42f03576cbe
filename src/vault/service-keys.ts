import { randomBytes } from 'node:crypto';
import type { Queries } from '../db/queries.js';
import type { KeyRing } from './key-ring.js';
import { deriveKey, KEY_BYTES } from './sealing.js';

/** What the service itself has keys for, and how they were derived from the master key before they were kept. */
const PURPOSES = {
  /** Signs cursors (`db/cursor.ts`). */
  cursors: 'restante cursors',
  /** Signs one-click links in mail (`contact-lists/unsubscribe-links.ts`). */
  unsubscribe: 'restante unsubscribe links',
  /** Seals links by which approvers decide (`approvals/links.ts`). */
  approvals: 'restante approval links',
  /** Keys the hashes by which repeated requests are known (`operations/idempotency.ts`). */
  requests: 'restante repeated requests',
  /** Vouches for entries of the audit log (`vault/audit-chain.ts`). */
  audit: 'restante audit log',
} as const;

type KeyPurpose = keyof typeof PURPOSES;

/** A key of 32 bytes for each purpose, so that no key does two jobs. */
export type ServiceKeys = Readonly<Record<KeyPurpose, Buffer>>;

const FIND = 'SELECT purpose, wrapped_key AS wrapped FROM service_keys';
const KEEP = `
INSERT INTO service_keys (purpose, wrapped_key)
SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT (purpose) DO NOTHING`;
const HAS_ORGS = 'SELECT EXISTS (SELECT FROM orgs) AS "hasOrgs"';

/**
 * The keys of the service, unwrapped; those that are missing are made, once for all processes. They outlive master
 * keys, as what they signed does: links in mail that was sent long ago.
 *
 * @param derivedFrom the master key of an installation from before they were kept; null where there is none
 */
export async function openServiceKeys(
  database: Queries,
  ring: KeyRing,
  derivedFrom: Buffer | null,
): Promise<ServiceKeys> {
  const kept = await find(database);
  const missing = purposes.filter((purpose) => !kept.has(purpose));
  if (missing.length > 0) {
    const [row] = await database.query<{ hasOrgs: boolean }>(HAS_ORGS);
    const before = row?.hasOrgs ? derivedFrom : null;
    const made = missing.map((purpose) =>
      ring.wrap(aboutOf(purpose), before ? deriveKey(before, PURPOSES[purpose]) : random()),
    );
    await database.query(KEEP, [missing, await Promise.all(made)]);
  }
  return unwrapped(missing.length > 0 ? await find(database) : kept, ring);
}

/** What a wrapped key of the service is for. */
export const aboutOf = (purpose: string): readonly string[] => ['service-key', purpose];

const purposes = Object.keys(PURPOSES) as KeyPurpose[];
const random = () => randomBytes(KEY_BYTES);

async function find(database: Queries): Promise<Map<string, Buffer>> {
  const rows = await database.query<{ purpose: string; wrapped: Buffer }>(FIND);
  return new Map(rows.map(({ purpose, wrapped }) => [purpose, wrapped]));
}

async function unwrapped(kept: Map<string, Buffer>, ring: KeyRing): Promise<ServiceKeys> {
  const key = (purpose: KeyPurpose) => ring.unwrap(aboutOf(purpose), kept.get(purpose)!);
  const [cursors, unsubscribe, approvals, requests, audit] = await Promise.all([
    key('cursors'),
    key('unsubscribe'),
    key('approvals'),
    key('requests'),
    key('audit'),
  ]);
  return { cursors, unsubscribe, approvals, requests, audit };
}
