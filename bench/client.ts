import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchService } from './service.js';

/** An inbox as a bench needs it. */
export interface BenchInbox {
  readonly id: string;
  readonly address: string;
}

const AT_ONCE = 20;

/** Does `work` for each, some at once. */
export async function inLanes<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Calls the REST interface, apart from any measurement. @throws Error on anything but 2xx. */
export async function call<T>(
  { rest, apiKey }: Pick<BenchService, 'rest' | 'apiKey'>,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${rest}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Makes `count` inboxes through the interface. */
export async function createInboxes(service: BenchService, count: number): Promise<BenchInbox[]> {
  const inboxes: BenchInbox[] = [];
  for (let i = 0; i < count; i++) inboxes.push(await call(service, '/v1/inboxes', {}));
  return inboxes;
}

/** Makes `count` keys that may do everything. */
export async function createKeys(service: BenchService, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const made = await call<{ api_key: string }>(service, '/v1/orgs/me/api-keys', {
      name: 'bench',
    });
    keys.push(made.api_key);
  }
  return keys;
}

/** Runs `work` with a connection to a database. */
export async function withDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The value of the one column of the one row of a statement. */
export async function scalar(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
  return Number(rows[0]?.[0]);
}

/** How much Temporal is still to be told of or to finish. */
export const unsettled = (client: pg.Client): Promise<number> =>
  scalar(client, 'SELECT count(*) FROM outbox WHERE settled_at IS NULL');

/** How much is still to be delivered to webhooks. */
export const pendingDeliveries = (client: pg.Client): Promise<number> =>
  scalar(
    client,
    `SELECT (SELECT count(*) FROM fan_outs)
       + (SELECT count(*) FROM webhook_deliveries WHERE status = 'PENDING')`,
  );

// Milliseconds from one look to the next.
const LOOK_EVERY = 50;

/** Looks until something holds. @throws Error when it does not in time. */
export async function within(milliseconds: number, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + milliseconds; !(await holds()); await sleep(LOOK_EVERY))
    if (performance.now() > end) throw new Error(`Not reached within ${milliseconds / 1_000} s`);
}
