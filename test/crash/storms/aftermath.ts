import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Told } from './bystanders.js';
import type { Scene } from './scene.js';

/** What a storm left behind. */
export interface Aftermath {
  /** Writes that were answered and are not there. */
  readonly lost: number;
  /** Seconds until no mail was pending; null when some still was after `PENDING_WITHIN`. */
  readonly pendingFor: number | null;
  /** Mails that are said to be `unknown` though no server heard of them, or were never tried. */
  readonly unknown: number;
}

const PENDING_WITHIN = 30_000;
const SENT_WITHIN = 60_000;
const LOOK_EVERY = 100;

/** Looks by a connection that the service does not know. */
export async function lookBack(scene: Scene, told: Told): Promise<Aftermath> {
  const client = new pg.Client(scene.databaseUrl);
  await client.connect();
  try {
    return {
      pendingFor: await untilNone(client, PENDING, PENDING_WITHIN),
      lost: await missingWrites(client, told),
      unknown: await neverBegun(client, scene, told),
    };
  } finally {
    await client.end();
  }
}

const PENDING = `SELECT count(*)::int AS open FROM emails WHERE parse_status = 'pending'`;
const UNSENT = `
  SELECT count(*)::int AS open FROM sends WHERE status IN ('queued', 'sending')`;
const KEPT = `
  SELECT (SELECT count(*) FROM unnest($1::text[]) id WHERE NOT EXISTS (
            SELECT FROM api_keys k WHERE k.id = id))
       + (SELECT count(*) FROM unnest($2::text[]) message_id WHERE NOT EXISTS (
            SELECT FROM emails e WHERE e.message_id = message_id))
       + (SELECT count(*) FROM unnest($3::text[]) subject WHERE NOT EXISTS (
            SELECT FROM emails e WHERE e.subject = subject)) AS missing`;
const UNKNOWN = `
  SELECT e.subject FROM sends s JOIN emails e ON e.id = s.email_id
  WHERE s.status = 'unknown' AND e.subject = ANY ($1)`;

/** Seconds until a count is 0; null when it is not in time. */
async function untilNone(client: pg.Client, count: string, within: number): Promise<number | null> {
  const began = Date.now();
  for (;;) {
    const { rows } = await client.query<{ open: number }>(count);
    if (rows[0]!.open === 0) return (Date.now() - began) / 1_000;
    if (Date.now() - began > within) return null;
    await sleep(LOOK_EVERY);
  }
}

/** How many writes that were answered are not there. */
export async function missingWrites(
  client: pg.Client,
  { keys, messageIds, sent }: Told,
): Promise<number> {
  const { rows } = await client.query<{ missing: string }>(KEPT, [keys, messageIds, sent]);
  return Number(rows[0]!.missing);
}

async function neverBegun(client: pg.Client, { sink }: Scene, { sent }: Told): Promise<number> {
  await untilNone(client, UNSENT, SENT_WITHIN);
  const { rows } = await client.query<{ subject: string }>(UNKNOWN, [sent]);
  const begun = ({ subject }: { subject: string }) =>
    sink.sessions.some(({ bytes }) => bytes.includes(subject));
  return rows.filter((row) => !begun(row)).length;
}
