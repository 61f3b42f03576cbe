import type { ClientBase } from 'pg';

/** Which database it is, and whether it is the one it was. */
export interface DatabaseIdentity {
  /** Whether it was in another cluster or database before: a dump of it was restored here. */
  readonly moved: boolean;
  /** Unique to this database until it is restored elsewhere; null where the id of its cluster cannot be read. */
  readonly place: string | null;
  /** How often it was marked. */
  readonly mark: number;
}

interface ClusterIdentity {
  readonly cluster: string | null;
  readonly place: string | null;
}

const MAY_ASK = `SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS may`;
const CLUSTER = 'SELECT system_identifier::text AS cluster FROM pg_control_system()';

// A dump that is restored makes the table anew, also within the same database.
const PLACE = `
SELECT oid || '/' || 'installation'::regclass::oid AS place FROM pg_database
WHERE datname = current_database()`;

const KNOWN = 'SELECT cluster, place, mark::text AS mark FROM installation FOR UPDATE';

const SETTLE = 'UPDATE installation SET cluster = coalesce($1, cluster), place = $2';

// Whoever writes is waited for, so that nothing gets an old number later.
const ALONE = 'LOCK TABLE events, webhook_deliveries IN SHARE ROW EXCLUSIVE MODE';

const NUMBERS = `
SELECT highest::text AS highest,
  highest >= xid_offset() + pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS ahead
FROM (SELECT greatest(xid_offset(), (SELECT max(xid::text::bigint) FROM events),
  (SELECT max(xid::text::bigint) FROM webhook_deliveries)) AS highest) AS known`;

/**
 * Finds out whether the database is the one it was, or was restored elsewhere. Then its transaction numbers begin
 * anew, and an offset keeps the events it brought along in front of all that follow. One process at a time.
 */
export async function identifyDatabase(client: ClientBase): Promise<DatabaseIdentity> {
  const here = await identityOf(client);
  await client.query('BEGIN');
  try {
    const known = (await client.query<ClusterIdentity & { mark: string }>(KNOWN)).rows[0]!;
    const moved = isElsewhere(known, here) || (await isAheadUnexplained(client, known, here));
    if (moved) await numberAnew(client);
    await client.query(SETTLE, [here.cluster, here.place]);
    await client.query('COMMIT');
    const place = here.cluster === null ? null : `${here.cluster}/${here.place}`;
    return { moved, place, mark: Number(known.mark) };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function identityOf(client: ClientBase): Promise<ClusterIdentity> {
  const { rows } = await client.query<{ may: boolean }>(MAY_ASK);
  const cluster = rows[0]!.may ? await client.query<{ cluster: string }>(CLUSTER) : null;
  const place = await client.query<{ place: string }>(PLACE);
  return { cluster: cluster?.rows[0]?.cluster ?? null, place: place.rows[0]!.place };
}

function isElsewhere(known: ClusterIdentity, here: ClusterIdentity): boolean {
  if (known.place === null) return false;
  if (known.place !== here.place) return true;
  return known.cluster !== null && here.cluster !== null && known.cluster !== here.cluster;
}

/** Whether it holds numbers that its cluster has not given out, where nothing else would tell. */
async function isAheadUnexplained(
  client: ClientBase,
  known: ClusterIdentity,
  here: ClusterIdentity,
): Promise<boolean> {
  if (known.place !== null && here.cluster !== null) return false;
  return (await numbers(client)).ahead;
}

async function numberAnew(client: ClientBase): Promise<void> {
  await client.query(ALONE);
  const { highest } = await numbers(client);
  // A function takes no parameters here; it is a number of the database's own.
  await client.query(`CREATE OR REPLACE FUNCTION xid_offset() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE RETURN ${BigInt(highest) + 1n}::bigint`);
}

async function numbers(client: ClientBase): Promise<{ highest: string; ahead: boolean }> {
  const { rows } = await client.query<{ highest: string; ahead: boolean }>(NUMBERS);
  return rows[0]!;
}
