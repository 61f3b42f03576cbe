import type { Database } from '../db/database.js';
import type { Listener } from '../live/listener.js';
import type { Log } from '../log.js';
import { holdOf, holdOutgoing } from './hold.js';
import type { Marks } from './marks.js';

interface GuardDeps {
  readonly database: Pick<Database, 'query' | 'identify'>;
  readonly listener: Pick<Listener, 'onReconnect'>;
  readonly marks: Marks;
  readonly log: Pick<Log, 'warn' | 'debug'>;
}

// Milliseconds between marks: an older database is recognized when it is older than that.
const MARK_EVERY_MS = 30_000;
// Marks between two warnings that mail is held.
const SAY_EVERY_MARKS = 20;

const MOVED = 'the database was restored from a dump, or is a copy of another one';
const OLDER = 'the database is older than the one that was left';

const MARK = `
UPDATE installation SET mark = mark + 1 RETURNING mark::text AS mark, held_since, held_because`;

interface MarkRow {
  readonly mark: string;
  readonly held_since: Date | null;
  readonly held_because: string | null;
}

/**
 * Notices that a backup was restored: what was queued in it may have been sent since, so no mail leaves
 * until an operator says so. Looks at the start and whenever the connection to Postgres is there again.
 */
export class RestoreGuard {
  private place: string | null = null;
  private mark = 0;
  private marked = 0;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly deps: GuardDeps) {}

  static async start(deps: GuardDeps): Promise<RestoreGuard> {
    const guard = new RestoreGuard(deps);
    await guard.look();
    deps.listener.onReconnect(() => void guard.quietly(() => guard.look()));
    guard.timer = setInterval(() => void guard.quietly(() => guard.leaveMark()), MARK_EVERY_MS);
    guard.timer.unref();
    return guard;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { database, marks } = this.deps;
    const { moved, place, mark } = await database.identify();
    const known = place === null ? 0 : await marks.read(place);
    const seen = Math.max(known, place === this.place ? this.mark : 0);
    if (moved) await holdOutgoing(database, MOVED, seen);
    else if (mark < seen) await holdOutgoing(database, OLDER, seen);
    this.place = place;
    this.marked = 0;
    await this.leaveMark();
  }

  /** First in the database and then outside of it, so that what is outside is never ahead by itself. */
  private async leaveMark(): Promise<void> {
    const { database, marks, log } = this.deps;
    const [row] = await database.query<MarkRow>(MARK);
    this.mark = Number(row!.mark);
    const hold = holdOf(row!);
    if (hold && this.marked++ % SAY_EVERY_MARKS === 0)
      log.warn(hold, 'outgoing mail is held until an operator says: npm run outgoing -- resume');
    if (this.place !== null)
      await marks.keep(this.place, this.mark).catch((err: unknown) => log.debug({ err }));
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((err: unknown) =>
      this.deps.log.debug({ err }, 'the mark of the database was not written'),
    );
  }
}
