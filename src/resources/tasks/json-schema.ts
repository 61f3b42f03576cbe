import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { invalid } from '../../errors.js';
import { clip } from '../../mail/text/safe-text.js';
import { Semaphore } from '../../semaphore.js';
import type { JsonObject } from './rows.js';

/** A schema, and a value where one is to be checked. */
export interface SchemaCheck {
  readonly schema: JsonObject;
  readonly value?: unknown;
}

/** Checks values against schemas of clients, which are code: apart from the loop, and not for long. */
export interface JsonSchemas {
  /** @throws AppError 400 that names `field` and what is wrong with the schema or the value */
  check(field: string, check: SchemaCheck): Promise<void>;
  close(): Promise<void>;
}

// Milliseconds that compiling and checking may take.
const CHECK_MS = 250;
const IDLE_MS = 30_000;
const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 20;
const MAX_SAID = 500;
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** One thread, started when it is first needed; a check that takes longer than `milliseconds` ends it. */
export function createJsonSchemas(workerFile: URL, milliseconds = CHECK_MS): JsonSchemas {
  const pool = new Piscina<SchemaCheck | null, readonly string[]>({
    filename: fileURLToPath(workerFile),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
  });
  const turns = new Semaphore(1);
  const problemsOf = async (check: SchemaCheck) => {
    // What loads the thread is not the check's time.
    await pool.run(null);
    return pool.run(check, { signal: AbortSignal.timeout(milliseconds) });
  };
  return {
    async check(field, check) {
      const problems = await turns.run(() => problemsOf(check)).catch(() => TOO_LONG);
      if (problems.length > 0) throw invalid(clip(`${field} ${problems.join('; ')}`, MAX_SAID));
    },
    close: () => pool.destroy(),
  };
}

const TOO_LONG = ['takes too long to check: use a simpler schema'];

/** @throws AppError 400 for a schema that is too large or nested too deep */
export function boundSchema(field: string, schema: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES)
    throw invalid(`${field} must have at most ${MAX_BYTES} bytes`);
  if (depthOf(schema) > MAX_DEPTH)
    throw invalid(`${field} must be nested at most ${MAX_DEPTH} deep`);
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;
