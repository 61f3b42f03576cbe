import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOfPostgres, postgresProcesses } from '../../e2e/postgres-processes.js';
import { startProxy } from '../../e2e/proxy.js';
import { clientsOf, must, type Outside, type Point } from '../outside.js';

const WRITERS = 8;
// Longer than any statement of a front end may take.
const STALL = 2_500;
const LOCKED = 2_600;
const STALLS = 2;
// So many that each connection of the pool is used.
const AFTERWARDS = 25;

const KEYS = '/v1/orgs/me/api-keys';
const INBOXES = '/v1/inboxes';

/** What a client was told it has. */
interface Answered {
  readonly id: string;
  readonly name: string;
}

/** Keys and inboxes that curl makes while Postgres is stopped, a row is locked, or answers are swallowed. */
export const answeredWrites: Point = {
  number: 1,
  title: 'what was answered is there, and once, after storage stalled',
  see: async (outside) => {
    const stopped = await throughStops(outside);
    const locked = await behindLock(outside);
    const swallowed = await throughProxy(outside);
    return `of ${stopped} through stops of Postgres, ${locked} behind a lock and ${swallowed} through swallowed answers none is lost or twice`;
  },
};

async function throughStops(outside: Outside): Promise<number> {
  const postgres = postgresProcesses(outside.installation.directory);
  const answered = await writeThrough(outside, async () => {
    await postgres.freeze();
    await sleep(STALL);
    postgres.thaw();
  });
  return kept(outside, answered);
}

/** Requests that wait for a row for too long, and those that get their connections afterwards. */
async function behindLock(outside: Outside): Promise<number> {
  const { curl, sql } = outside;
  const { json } = await curl('POST', '/v1/orgs', {
    json: { name: 'locked' },
    headers: ['X-Forwarded-For: 2001:db8:19::1'],
  });
  const key = json.api_key as string;
  // On a limited plan creations wait for each other by that row.
  const refused = await sql(async (client) => {
    await client.query(`UPDATE orgs SET plan = 'pro' WHERE id = $1`, [json.id]);
    await client.query('BEGIN');
    await client.query('SELECT FROM orgs WHERE id = $1 FOR UPDATE', [json.id]);
    const asked = Array.from({ length: WRITERS }, () => curl('POST', INBOXES, { key, json: {} }));
    await sleep(LOCKED);
    const replies = await Promise.all(asked);
    await client.query('ROLLBACK');
    return replies.map(({ status }) => status);
  });
  must(
    refused.every((status) => status === 503),
    `behind the lock: ${refused.join()}`,
  );
  const answered: Answered[] = [];
  for (let index = 0; index < AFTERWARDS; index++) {
    const made = await make(outside, KEYS, randomUUID());
    must(made !== null, 'refused after the lock');
    answered.push(made);
  }
  return kept(outside, answered);
}

/** The same with a process whose way to Postgres swallows what is said for a while. */
async function throughProxy(outside: Outside): Promise<number> {
  const { installation, sink } = outside;
  const address = new URL(await addressOfPostgres(installation.directory));
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const settings = {
    DATABASE_URL: address.href,
    DATA_DIR: `${installation.directory}/behind-proxy`,
  };
  const service = await installation.start({ role: 'api', settings });
  try {
    const behind = { ...(await clientsOf(installation, service, sink)), key: outside.key };
    const answered = await writeThrough(behind, async () => {
      proxy.stall();
      await sleep(STALL);
      proxy.resume();
    });
    return await kept(outside, answered);
  } finally {
    await service.stop();
    await proxy.close();
  }
}

/** Lets writers write while `disturb` disturbs; what they were told they have. */
async function writeThrough(
  outside: Outside,
  disturb: () => Promise<void>,
): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  const stop = new AbortController();
  const writing = Array.from({ length: WRITERS }, () =>
    keepWriting(outside, answered, stop.signal),
  );
  for (let stall = 0; stall < STALLS; stall++) {
    await sleep(STALL / 2);
    await disturb();
  }
  await sleep(STALL);
  stop.abort();
  await Promise.all(writing);
  must(answered.length > 0, 'nothing was answered');
  return answered;
}

/** Each under an Idempotency-Key of its own, which is sent again until somebody knows. */
async function keepWriting(outside: Outside, answered: Answered[], stop: AbortSignal) {
  for (let turn = 0; !stop.aborted; turn++) {
    const name = randomUUID();
    for (let made = null; made === null && !stop.aborted;) {
      made = await make(outside, turn % 2 ? KEYS : INBOXES, name);
      if (made) answered.push(made);
    }
  }
}

/** Null where it is not known yet. */
async function make({ curl }: Outside, path: string, name: string): Promise<Answered | null> {
  const { status, json } = await curl('POST', path, {
    json: { name, display_name: name },
    headers: [`Idempotency-Key: ${name}`],
  });
  must([201, 409, 503].includes(status), `a write was answered ${status}`);
  return status === 201 ? { id: json.id as string, name } : null;
}

/** Looks by a connection that the service does not know. @returns how many were answered */
async function kept({ sql }: Outside, answered: readonly Answered[]): Promise<number> {
  const rows = await sql(async (client) => {
    const names = answered.map(({ name }) => name);
    const found = await client.query<Answered>(
      `SELECT id, name FROM api_keys WHERE name = ANY ($1)
       UNION ALL SELECT id, display_name FROM inboxes WHERE display_name = ANY ($1)`,
      [names],
    );
    return found.rows;
  });
  const there = new Set(rows.map(({ id }) => id));
  const lost = answered.filter(({ id }) => !there.has(id));
  must(lost.length === 0, `${lost.length} of ${answered.length} answered writes are lost`);
  must(rows.length === answered.length, `${rows.length} rows of ${answered.length} requests`);
  return answered.length;
}
