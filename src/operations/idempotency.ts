import type { Caller } from '../auth/caller.js';
import type { Database } from '../db/database.js';
import { conflict, OutcomeUnknown, StillRunning } from '../errors.js';
import type { Vault } from '../vault/vault.js';
import { keyedHash } from './keyed-hash.js';
import type { Presented } from './present.js';

/** An answer as it was given, and is given again: headers are not kept. */
export interface KeptAnswer extends Presented {
  /** What JSON.stringify made of the value; null for an empty answer. */
  readonly json: string | null;
}

/** A request that may be sent twice. */
export interface RepeatableRequest {
  /** `Idempotency-Key`: 1 to 255 characters. */
  readonly key: string;
  /** The name of the operation. */
  readonly operation: string;
  readonly input: unknown;
}

/** How a request runs. */
export interface Repeatable {
  readonly run: () => Promise<Presented>;
  /** Whether what it writes and its kept answer are one transaction. */
  readonly inOneTransaction: boolean;
  /** Whether its statements may take longer than those of others. */
  readonly isLarge: boolean;
}

interface IdempotencyDeps {
  readonly database: Pick<Database, 'query' | 'together'>;
  /** Where statements may take as long as a large mail does. */
  readonly largeDatabase: Pick<Database, 'together'>;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  /** Keys the hashes of requests. */
  readonly hashKey: Buffer;
}

// A process that died while it ran holds its key for this long, and so does one whose commit was not answered.
const RUNNING = '60 seconds';
const KEPT = '24 hours';

// One statement decides between processes that get the same key at the same time. What is expired, or was
// left running, is taken over, unless a transaction that may still end well has it.
const CLAIM = `
  WITH claimed AS (
    INSERT INTO idempotent_answers (org_id, idempotency_key, request_hash, running_until)
    VALUES ($1, $2, $3, now() + interval '${RUNNING}')
    ON CONFLICT DO NOTHING RETURNING running_until
  ), left_over AS (
    SELECT org_id, idempotency_key FROM idempotent_answers
    WHERE org_id = $1 AND idempotency_key = $2
      AND (running_until < now() OR created_at < now() - interval '${KEPT}')
    FOR UPDATE SKIP LOCKED
  ), taken_over AS (
    UPDATE idempotent_answers kept
    SET request_hash = $3, running_until = now() + interval '${RUNNING}',
        status = NULL, sealed_answer = NULL, created_at = now()
    FROM left_over
    WHERE kept.org_id = left_over.org_id AND kept.idempotency_key = left_over.idempotency_key
    RETURNING kept.running_until
  )
  SELECT running_until::text AS claim FROM claimed
  UNION ALL SELECT running_until::text FROM taken_over`;
const FIND = `
  SELECT request_hash, status, sealed_answer FROM idempotent_answers
  WHERE org_id = $1 AND idempotency_key = $2`;
const HOLD = `
  SELECT running_until FROM idempotent_answers
  WHERE org_id = $1 AND idempotency_key = $2 AND running_until = $3::timestamptz
  FOR UPDATE`;
const KEEP = `
  UPDATE idempotent_answers SET status = $4, sealed_answer = $5, running_until = NULL
  WHERE org_id = $1 AND idempotency_key = $2 AND running_until = $3::timestamptz`;
const FREE = `
  DELETE FROM idempotent_answers
  WHERE org_id = $1 AND idempotency_key = $2 AND running_until = $3::timestamptz`;

/** A key that this request has, until it is kept or freed. */
interface KeyClaim {
  readonly orgId: string;
  readonly key: string;
  /** What tells it from the claims of others. */
  readonly until: string;
}

interface KeptRow {
  readonly request_hash: Buffer;
  readonly status: number | null;
  readonly sealed_answer: Buffer | null;
}

/**
 * Answers of requests that carried an `Idempotency-Key`, kept sealed for a day.
 *
 * What an operation writes and its kept answer are one transaction, which holds the row of the key: where
 * nobody knows whether it was committed, the key counts as running (409) until that row says so, or for 60
 * seconds. Operations that wait or call out keep a ledger of their own instead.
 */
export class IdempotentAnswers {
  constructor(private readonly deps: IdempotencyDeps) {}

  /**
   * The answer of the first request with this key, or of `run` when this is the first.
   * What fails uses no key up.
   * @throws AppError 409 while the first runs, or when it was another request.
   */
  async once(caller: Caller, request: RepeatableRequest, how: Repeatable): Promise<KeptAnswer> {
    const { key } = request;
    const { orgId } = caller;
    const hash = this.hashOf(caller, request);
    const [claimed] = await this.deps.database.query<{ claim: string }>(CLAIM, [orgId, key, hash]);
    if (!claimed) return this.first(orgId, key, hash);
    const claim = { orgId, key, until: claimed.claim };
    try {
      return await (how.inOneTransaction ? this.runHolding(claim, how) : this.runFirst(claim, how));
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await this.free(claim);
      throw error;
    }
  }

  private runHolding(claim: KeyClaim, { run, isLarge }: Repeatable): Promise<KeptAnswer> {
    const { database, largeDatabase } = this.deps;
    return (isLarge ? largeDatabase : database).together(async () => {
      const held = await database.query(HOLD, valuesOf(claim));
      if (held.length === 0) throw new StillRunning();
      const answer = keptOf(await run());
      await this.keep(claim, answer);
      return answer;
    });
  }

  private async runFirst(claim: KeyClaim, { run }: Repeatable): Promise<KeptAnswer> {
    const answer = keptOf(await run());
    // It was done, kept or not: where it cannot be kept, the key counts as running until it is free.
    await this.keep(claim, answer).catch(() => undefined);
    return answer;
  }

  private async free(claim: KeyClaim): Promise<void> {
    await this.deps.database.query(FREE, valuesOf(claim)).catch(() => undefined);
  }

  private async first(orgId: string, key: string, hash: Buffer): Promise<KeptAnswer> {
    const [row] = await this.deps.database.query<KeptRow>(FIND, [orgId, key]);
    if (row && !row.request_hash.equals(hash))
      throw conflict('This Idempotency-Key was used with another request; take a new one');
    if (!row?.sealed_answer || row.status === null) throw new StillRunning();
    const opened = await this.deps.vault.open(orgId, vaultContextOf(key), row.sealed_answer);
    const json = JSON.parse(opened) as string | null;
    const value: unknown = json === null ? undefined : JSON.parse(json);
    return { status: row.status, value, headers: {}, json };
  }

  private async keep(claim: KeyClaim, { status, json }: KeptAnswer): Promise<void> {
    const { orgId, key } = claim;
    const sealed = await this.deps.vault.seal(orgId, vaultContextOf(key), JSON.stringify(json));
    await this.deps.database.query(KEEP, [...valuesOf(claim), status, sealed]);
  }

  /** What makes two requests the same. A key with other rights does not get the answer of this one. */
  private hashOf(caller: Caller, { operation, input }: RepeatableRequest): Buffer {
    const { orgId, scopes, allowedInboxIds, allowedNamespaces } = caller;
    const rights = [orgId, scopes, allowedInboxIds, allowedNamespaces];
    return keyedHash(this.deps.hashKey, [operation, rights, input]);
  }
}

const valuesOf = ({ orgId, key, until }: KeyClaim) => [orgId, key, until];

const vaultContextOf = (key: string) => ({ id: key, field: 'idempotent_answer' });

const keptOf = (presented: Presented): KeptAnswer => ({
  ...presented,
  json: presented.value === undefined ? null : JSON.stringify(presented.value),
});
