import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { outsideTransactions } from '../../db/joined.js';
import type { Queries } from '../../db/queries.js';
import { unavailable } from '../../errors.js';
import { groupBy } from '../../group-by.js';
import { newId } from '../../ids.js';
import { Semaphore } from '../../semaphore.js';
import { recordEvents, type NewEvent } from '../../store/events/record.js';
import {
  BEFORE_FIRST,
  entryHash,
  entryMac,
  problemOf,
  type AuditFacts,
  type ChainPlace,
  type ChainProblem,
  type SealedEntry,
} from '../../vault/audit-chain.js';
import type { Plain } from '../../vault/canonical-json.js';

/** What is done with credentials. */
export const AUDIT_ACTIONS = [
  ...(['store', 'list', 'read', 'change', 'delete'] as const),
  'use_in_browser',
] as const;

/** One of them. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Something that was done, or refused. */
export interface AuditEvent {
  readonly orgId: string;
  readonly principal: string;
  readonly action: AuditAction;
  /** `begun` is written before anything is opened; another entry says what came of it. */
  readonly outcome: 'begun' | 'done' | 'refused' | 'failed';
  readonly credentialId: string | null;
  /** Never a value. */
  readonly metadata: { readonly [name: string]: Plain };
}

/** What a check of a log came to. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: ChainPlace;
  /** The first entry that is not what was written; `cut-off`: those behind it are gone. */
  readonly problem: { readonly seq: number; readonly what: ChainProblem | 'cut-off' } | null;
}

/** The event that tells of the use of a credential, by the entry of it. */
export type TellUse = (entry: SealedEntry) => NewEvent;

interface Recorded {
  readonly event: AuditEvent;
  readonly tellUse: TellUse | undefined;
}

const PAGE_ENTRIES = 1_000;
const BATCH = { maxItems: 64, concurrency: 4, keysOf: ({ event }: Recorded) => [event.orgId] };

/** The log of what was done with credentials: each organization has a chain of its own, kept for ever. */
export class AuditLog {
  // Reading a log of years takes a while: it is done one after the other.
  private readonly turns = new Semaphore(1);
  // Entries of an organization follow each other: what comes while one is written shares a transaction.
  private readonly batched = createBatcher<Recorded, SealedEntry>(
    (items) => this.writeAll(items),
    BATCH,
  );

  constructor(
    private readonly database: Database,
    private readonly key: Buffer,
  ) {}

  /** Adds an entry in the transaction of what it tells. @throws AppError 503 where it cannot be written */
  async add(queries: Queries, event: AuditEvent): Promise<SealedEntry> {
    const [entry] = await this.append(queries, event.orgId, [event]);
    return entry!;
  }

  /**
   * Adds an entry that stays whatever becomes of the request; committed then. With `tellUse` it is a use that was
   * made: when that was, and the event of it, are committed along.
   */
  record(event: AuditEvent, tellUse?: TellUse): Promise<SealedEntry> {
    return outsideTransactions(() => this.batched({ event, tellUse }));
  }

  private writeAll(items: readonly Recorded[]): Promise<SealedEntry[]> {
    const byOrg = [...groupBy(items, ({ event }) => event.orgId)];
    return this.database.transaction(async (manager) => {
      const entries = new Map<Recorded, SealedEntry>();
      // In one order: two processes never wait for each other.
      for (const [orgId, ofOrg] of byOrg.toSorted(byFirst)) {
        const events = ofOrg.map(({ event }) => event);
        const added = await this.append(manager, orgId, events);
        ofOrg.forEach((item, index) => entries.set(item, added[index]!));
      }
      const told = items.flatMap((item) => item.tellUse?.(entries.get(item)!) ?? []);
      if (told.length > 0) await writeUses(manager, told);
      return items.map((item) => entries.get(item)!);
    });
  }

  /** Adds entries of an organization, each over the one before, in one statement. */
  private async append(
    queries: Queries,
    orgId: string,
    events: readonly AuditEvent[],
  ): Promise<SealedEntry[]> {
    const [head] = await queries.query<HeadRow>(LOCK_HEAD, [orgId, BEFORE_FIRST]);
    if (!head) throw unavailable();
    let place: ChainPlace = { seq: Number(head.seq), hash: head.hash };
    const entries = events.map((event) => (place = this.next(place, event)));
    const of = <Name extends keyof SealedEntry>(name: Name) => entries.map((entry) => entry[name]);
    await queries.query(ADD, [
      ...[orgId, of('seq'), of('id'), of('credential_id'), of('action'), of('outcome')],
      of('metadata').map((metadata) => JSON.stringify(metadata)),
      ...[of('principal'), of('created_at'), of('hash'), of('mac'), place.seq, place.hash],
    ]);
    return entries;
  }

  private next({ seq, hash: before }: ChainPlace, event: AuditEvent): SealedEntry {
    const { orgId, credentialId, ...told } = event;
    const facts: AuditFacts = {
      seq: seq + 1,
      id: newId('aud'),
      credential_id: credentialId,
      created_at: new Date().toISOString(),
      ...told,
    };
    const hash = entryHash(before, orgId, facts);
    return { ...facts, hash, mac: entryMac(this.key, hash) };
  }

  /** The last entry of an organization; of none the place before the first. */
  async head(orgId: string): Promise<ChainPlace> {
    const [head] = await this.database.query<HeadRow>(READ_HEAD, [orgId]);
    return head ? { seq: Number(head.seq), hash: head.hash } : { seq: 0, hash: BEFORE_FIRST };
  }

  /** Organizations that have a log. */
  async organizations(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(ORGANIZATIONS);
    return rows.map(({ id }) => id);
  }

  /** Reads the whole log of an organization, and names the first entry that is not what was written. */
  verify(orgId: string, known: ChainPlace | null = null): Promise<AuditVerdict> {
    return this.turns.run(() => this.check(orgId, known));
  }

  private async check(orgId: string, known: ChainPlace | null): Promise<AuditVerdict> {
    const written = await this.head(orgId);
    let place: ChainPlace = { seq: 0, hash: BEFORE_FIRST };
    for await (const entry of this.entries(orgId)) {
      const what = problemOf(place, entry, { orgId, key: this.key }) ?? isOther(entry, known);
      if (what !== null) return broken(place, entry.seq, what);
      place = { seq: entry.seq, hash: entry.hash };
    }
    const last = Math.max(written.seq, known === null ? 0 : known.seq);
    if (place.seq < last) return broken(place, place.seq + 1, 'cut-off');
    return { ok: true, entries: place.seq, head: place, problem: null };
  }

  private async *entries(orgId: string): AsyncGenerator<SealedEntry> {
    for (let after = 0; ;) {
      const entries = await this.database.query<SealedEntry>(READ, [orgId, after, PAGE_ENTRIES]);
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < PAGE_ENTRIES) return;
      after = last.seq;
    }
  }
}

const byFirst = ([one]: [string, unknown], [other]: [string, unknown]) =>
  one < other ? -1 : Number(one > other);

async function writeUses(queries: Queries, told: readonly NewEvent[]): Promise<void> {
  await queries.query(USED, [told.map(({ resourceId }) => resourceId)]);
  await recordEvents(queries, told);
}

/** Whether an entry is another one than the one that was kept elsewhere. */
const isOther = ({ seq, hash }: SealedEntry, known: ChainPlace | null): 'changed' | null =>
  known === null || known.seq !== seq || known.hash.equals(hash) ? null : 'changed';

/** A head as it is answered: `<seq>:<hash in hex>`. */
export const HEAD = /^\d{1,15}:[0-9a-f]{64}$/;

/** A head that was kept elsewhere. @throws Error where it is none */
export function readHead(text: string): ChainPlace {
  if (!HEAD.test(text)) throw new Error('A head is <seq>:<hash>, as it was answered');
  const [seq = '', hash = ''] = text.split(':');
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}

const broken = (head: ChainPlace, seq: number, what: ChainProblem | 'cut-off'): AuditVerdict => ({
  ok: false,
  entries: head.seq,
  head,
  problem: { seq, what },
});

interface HeadRow {
  readonly seq: string;
  readonly hash: Buffer;
}

// Held until the transaction ends: the chain has no gaps and no forks.
const LOCK_HEAD = `
INSERT INTO audit_heads AS head (org_id, seq, hash) VALUES ($1, 0, $2)
ON CONFLICT (org_id) DO UPDATE SET seq = head.seq
RETURNING seq, hash`;

const ADD = `
WITH added AS (
  INSERT INTO audit_entries (org_id, seq, id, credential_id, action, outcome, metadata, principal,
    created_at, hash, mac)
  SELECT $1, entry.* FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::jsonb[], $8::text[], $9::timestamptz[], $10::bytea[], $11::bytea[]) AS entry
)
UPDATE audit_heads SET seq = $12, hash = $13 WHERE org_id = $1`;

const USED = 'UPDATE credentials SET last_used_at = now() WHERE id = ANY ($1)';

const ORGANIZATIONS = 'SELECT org_id AS id FROM audit_heads ORDER BY org_id';

const READ_HEAD = 'SELECT seq, hash FROM audit_heads WHERE org_id = $1';

/** SQL: the columns of an entry, as they were hashed. */
export const ENTRY_COLUMNS = `seq::float8 AS seq, id, credential_id, action, outcome, metadata, principal,
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at, hash, mac`;

const READ = `
SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE org_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`;
