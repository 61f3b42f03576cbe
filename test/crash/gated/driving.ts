import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, RestClient } from '../../e2e/rest-client.js';

// Milliseconds for what is to come about however often the process is killed, and between attempts.
const WITHIN = 600_000;
const EVERY = 100;

/** For what comes about by itself. */
export const nothing = async () => undefined;

/** Does something again and again until it has come about; that the service is away is no reason to give up. */
export async function drive(
  push: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
  what: string,
): Promise<void> {
  const until = Date.now() + WITHIN;
  for (;;) {
    await push().catch(() => undefined);
    if (await isDone().catch(() => false)) return;
    if (Date.now() > until) throw new Error(`${what} did not come about`);
    await sleep(EVERY);
  }
}

/** What a POST that creates answers, asked for until it is: the service may be away. */
export async function make<T>(client: RestClient, path: string, body: object): Promise<T> {
  const headers = { 'Idempotency-Key': randomUUID() };
  let answer: Answer | undefined;
  await drive(
    async () => {
      answer = await client.call('POST', path, { body, headers });
    },
    async () => answer !== undefined && answer.status < 500 && answer.status !== 409,
    `an answer to POST ${path}`,
  );
  if (answer!.status >= 300) throw new Error(`POST ${path} answered ${answer!.status}`);
  return answer!.body as T;
}

/** What a GET answers, asked for until it is: the service may be away. */
export async function see<T>(client: RestClient, path: string): Promise<T> {
  let seen: T | undefined;
  await drive(
    async () => {
      seen = await client.read<T>(path);
    },
    async () => seen !== undefined,
    `an answer to GET ${path}`,
  );
  return seen!;
}
