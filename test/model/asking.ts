import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRestClient, type Answer, type Sent } from '../e2e/rest-client.js';

/** Asks until the service gives an answer that is definite. */
export interface Asking {
  (method: string, path: string, body?: unknown): Promise<Definite>;
}

/** An answer, and whether an earlier attempt may already have had the effect. */
export interface Definite extends Answer {
  readonly wasRepeated: boolean;
}

const REPEAT_EVERY = 50;
// A key whose first request may still be under way is held for a minute at most.
const GIVE_UP_AFTER = 90_000;

/** Asks with a key, or the secret of mail servers: what is answered with "storage is away" is asked again, under the same Idempotency-Key. */
export function createAsking(base: string, key: string): Asking {
  const client = createRestClient(base, key);
  return async (method, path, body) => {
    const sent: Sent = {
      ...(body !== undefined && { body }),
      headers: {
        Authorization: `Bearer ${key}`,
        ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
      },
    };
    const end = Date.now() + GIVE_UP_AFTER;
    for (let attempt = 0; Date.now() < end; attempt++) {
      const answer = await client.call(method, path, sent);
      if (isDefinite(answer)) return { ...answer, wasRepeated: attempt > 0 };
      await sleep(REPEAT_EVERY);
    }
    throw new Error(`${method} ${path} got no definite answer`);
  };
}

/** A paused inbox is an answer, storage that is away is none. */
function isDefinite({ status, body }: Answer): boolean {
  const { error = '' } = (body ?? {}) as { error?: string };
  if (status === 503) return error === 'Inbox is paused';
  return !(status === 409 && /still running/.test(error));
}
