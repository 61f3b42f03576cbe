import { createHash } from 'node:crypto';
import type { Caller } from '../auth/caller.js';
import type { Database } from '../db/database.js';
import { conflict } from '../errors.js';
import type { Vault } from '../vault/vault.js';

/** An answer as it is given again. */
export interface KeptAnswer {
  readonly status: number;
  /** What JSON.stringify made of the body; null for an empty one. */
  readonly body: string | null;
}

/** A request that may be sent twice. */
export interface RepeatableRequest {
  /** `Idempotency-Key`: 1 to 255 characters. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** The body as it came. */
  readonly body: string | Uint8Array;
}

/** What the keeper of answers is made of. */
export interface IdempotencyDeps {
  readonly database: Pick<Database, 'query'>;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

// A process that died while it ran holds its key for this long.
const RUNNING = '60 seconds';
const KEPT = '24 hours';

// One statement decides between processes that get the same key at the same time. What is expired,
// or was left running by a process that died, is taken over.
const CLAIM = `
  INSERT INTO idempotent_answers AS kept (org_id, idempotency_key, request_hash, running_until)
  VALUES ($1, $2, $3, now() + interval '${RUNNING}')
  ON CONFLICT (org_id, idempotency_key) DO UPDATE
    SET request_hash = excluded.request_hash, running_until = excluded.running_until,
        status = NULL, sealed_answer = NULL, created_at = now()
    WHERE kept.running_until < now() OR kept.created_at < now() - interval '${KEPT}'
  RETURNING running_until::text AS claim`;
const FIND = `
  SELECT request_hash, status, sealed_answer FROM idempotent_answers
  WHERE org_id = $1 AND idempotency_key = $2`;
const KEEP = `
  UPDATE idempotent_answers SET status = $4, sealed_answer = $5, running_until = NULL
  WHERE org_id = $1 AND idempotency_key = $2 AND running_until = $3::timestamptz`;
const FREE = `
  DELETE FROM idempotent_answers
  WHERE org_id = $1 AND idempotency_key = $2 AND running_until = $3::timestamptz`;

interface KeptRow {
  readonly request_hash: Buffer;
  readonly status: number | null;
  readonly sealed_answer: Buffer | null;
}

/**
 * Answers of requests that carried an `Idempotency-Key`, kept sealed for a day.
 *
 * What an operation writes and its kept answer are two transactions. A process that dies between
 * them leaves a key that counts as running for 60 seconds (409) and is then free: the request runs
 * again. Operations that must not run twice after that keep a ledger of their own.
 */
export class IdempotentAnswers {
  constructor(private readonly deps: IdempotencyDeps) {}

  /**
   * The answer of the first request with this key, or of `run` when this is the first.
   * What fails uses no key up.
   * @throws AppError 409 while the first runs, or when it was another request.
   */
  async once<Given extends KeptAnswer>(
    caller: Caller,
    request: RepeatableRequest,
    run: () => Promise<Given>,
  ): Promise<Given | KeptAnswer> {
    const { key } = request;
    const hash = hashOf(caller, request);
    const claim = await this.claim(caller.orgId, key, hash);
    if (claim === null) return this.first(caller.orgId, key, hash);
    const answer = await this.runClaimed(caller.orgId, key, claim, run);
    // It was done, kept or not: where it cannot be kept, the key counts as running until it is free.
    await this.keep(caller.orgId, key, claim, answer).catch(() => undefined);
    return answer;
  }

  private async claim(orgId: string, key: string, hash: Buffer): Promise<string | null> {
    const [row] = await this.deps.database.query<{ claim: string }>(CLAIM, [orgId, key, hash]);
    return row?.claim ?? null;
  }

  private async runClaimed<Given>(
    orgId: string,
    key: string,
    claim: string,
    run: () => Promise<Given>,
  ): Promise<Given> {
    try {
      return await run();
    } catch (error) {
      await this.deps.database.query(FREE, [orgId, key, claim]).catch(() => undefined);
      throw error;
    }
  }

  private async first(orgId: string, key: string, hash: Buffer): Promise<KeptAnswer> {
    const [row] = await this.deps.database.query<KeptRow>(FIND, [orgId, key]);
    if (row && !row.request_hash.equals(hash))
      throw conflict('This Idempotency-Key was used with another request; take a new one');
    if (!row?.sealed_answer || row.status === null)
      throw conflict('The first request with this Idempotency-Key is still running; try again');
    const opened = await this.deps.vault.open(orgId, placeOf(key), row.sealed_answer);
    return { status: row.status, body: JSON.parse(opened) as string | null };
  }

  private async keep(orgId: string, key: string, claim: string, answer: KeptAnswer): Promise<void> {
    const text = JSON.stringify(answer.body);
    const sealed = await this.deps.vault.seal(orgId, placeOf(key), text);
    await this.deps.database.query(KEEP, [orgId, key, claim, answer.status, sealed]);
  }
}

const placeOf = (key: string) => ({ id: key, field: 'idempotent_answer' });

/** What makes two requests the same. A key with other rights does not get the answer of this one. */
function hashOf(caller: Caller, { method, path, body }: RepeatableRequest): Buffer {
  const reach = [caller.scopes, caller.allowedInboxIds];
  return createHash('sha256')
    .update(JSON.stringify([method, path, reach]))
    .update(body)
    .digest();
}
