import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type Plain } from './canonical-json.js';

/** What an entry of the audit log says. */
export interface AuditFacts {
  readonly seq: number;
  readonly id: string;
  readonly credential_id: string | null;
  readonly action: string;
  readonly outcome: string;
  readonly metadata: { readonly [name: string]: Plain };
  readonly principal: string;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string;
}

/** An entry and what seals it. */
export interface SealedEntry extends AuditFacts {
  readonly hash: Buffer;
  readonly mac: Buffer;
}

/** What is wrong with an entry. */
export type ChainProblem = 'changed' | 'missing' | 'moved' | 'forged';

/** The hash that the first entry follows. */
export const BEFORE_FIRST = Buffer.alloc(32);

/** SHA-256 of the hash before and the entry in its one form. */
export const entryHash = (previous: Buffer, orgId: string, facts: AuditFacts): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(canonicalJson({ ...plainOf(facts), org_id: orgId }))
    .digest();

/** Says that this service wrote it: whoever can write rows alone cannot make one. */
export const entryMac = (key: Buffer, hash: Buffer): Buffer =>
  createHmac('sha256', key).update(hash).digest();

// Named one by one: what else a row has is no part of the entry.
const plainOf = ({
  seq,
  id,
  credential_id,
  action,
  outcome,
  metadata,
  principal,
  created_at,
}: AuditFacts) => ({
  ...{ seq, id, credential_id, action, outcome, metadata, principal, created_at },
});

/** Where a chain stands: the entry that is to come is `seq + 1`, over `hash`. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: Buffer;
}

/** What is wrong with the next entry of a chain; null when it follows. */
export function problemOf(
  { seq, hash }: ChainPlace,
  entry: SealedEntry,
  { orgId, key }: { readonly orgId: string; readonly key: Buffer },
): ChainProblem | null {
  if (entry.seq > seq + 1) return 'missing';
  if (entry.seq < seq + 1) return 'moved';
  if (!entryHash(hash, orgId, entry).equals(entry.hash)) return 'changed';
  const mac = entryMac(key, entry.hash);
  return mac.length === entry.mac.length && timingSafeEqual(mac, entry.mac) ? null : 'forged';
}
