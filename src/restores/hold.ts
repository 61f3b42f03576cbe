import type { Queries } from '../db/queries.js';

/** Whether outgoing mail is held back, and why. */
export interface Hold {
  readonly since: Date;
  readonly because: string;
}

interface HoldRow {
  readonly held_since: Date | null;
  readonly held_because: string | null;
}

type HoldDatabase = Queries;

// What processes that know a later mark have seen is less than this ahead: they are not to hold it again.
const FAR_MARKS = 1_000_000;

/** In SQL, whether no mail leaves. */
export const HELD = '(SELECT held_since IS NOT NULL FROM installation)';

const READ = 'SELECT held_since, held_because FROM installation';

const HOLD = `
UPDATE installation SET held_since = coalesce(held_since, now()),
  held_because = coalesce(held_because, $1), mark = greatest(mark, $2) + ${FAR_MARKS}`;

const RESUME = 'UPDATE installation SET held_since = NULL, held_because = NULL';

/** Why no mail leaves now; null while it does. */
export async function readHold(database: HoldDatabase): Promise<Hold | null> {
  const [row] = await database.query<HoldRow>(READ);
  return holdOf(row!);
}

/** Keeps all mail from leaving until `resumeOutgoing`; `mark` is the latest mark that is known. */
export async function holdOutgoing(
  database: HoldDatabase,
  because: string,
  mark = 0,
): Promise<void> {
  await database.query(HOLD, [because, mark]);
}

/** Mail leaves again. */
export async function resumeOutgoing(database: HoldDatabase): Promise<void> {
  await database.query(RESUME);
}

/** What a row of `installation` says of it. */
export const holdOf = ({ held_since: since, held_because: because }: HoldRow): Hold | null =>
  since && { since, because: because ?? '' };
