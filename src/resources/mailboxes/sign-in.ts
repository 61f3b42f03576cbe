import { timingSafeEqual } from 'node:crypto';
import { countedAddress } from '../../auth/counted-address.js';
import { createLimiter } from '../../auth/rate-windows.js';
import { secretHash } from '../../auth/secret-hash.js';
import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import type { SignInAttempt } from '../../imap/session.js';
import { addressKey } from '../../store/mail/address-pattern.js';

/** The inbox somebody may read, as it was when it was looked up. */
export interface KnownInbox {
  readonly id: string;
  readonly address: string;
  readonly passwordHash: Buffer;
  /** How far its counter was. */
  readonly modseq: number;
}

/** What a look-up says of an attempt. */
interface LookedUp {
  /** Too many sign-ins from its address failed. */
  readonly isLimited: boolean;
  readonly inboxes: readonly KnownInbox[];
}

/** The columns of an inbox are null where there is none. */
interface InboxRow extends Omit<KnownInbox, 'id'> {
  readonly id: string | null;
  /** Of the attempt, from 1. */
  readonly place: number;
  readonly is_limited: boolean;
}

// Seconds of a window, and how many sign-ins may fail within it from one address.
const WINDOW_SECONDS = 3_600;
const FAILURES = 100;
const KEY_PREFIX = 'imap';
// Longer than any address.
const MAX_USERNAME = 400;
const BATCHES = { maxItems: 200, concurrency: 2 };

/**
 * SQL: inboxes by the addresses `$1`, and whether the windows `$2` of who asks are used up. A row of rate_windows is as
 * rate-limiter-flexible keeps it: `expire` in milliseconds since 1970.
 */
export const LOOK_UP = `
SELECT asked.place::int AS place, EXISTS (
    SELECT FROM rate_windows r WHERE r.key = asked.window_key
      AND r.points >= ${FAILURES} AND r.expire > extract(epoch FROM now()) * 1000) AS is_limited,
  i.id, i.address, i.imap_password_hash AS "passwordHash", (c.next_uid - 1)::float8 AS modseq
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked(address, window_key, place)
LEFT JOIN (inboxes i JOIN inbox_counters c ON c.inbox_id = i.id)
  ON i.address = asked.address AND i.deleted_at IS NULL`;

/** Finds out whose password it is, and counts those that are nobody's by the address they come from. */
export class SignIns {
  private readonly lookUp: (attempt: SignInAttempt) => Promise<LookedUp>;
  private readonly failures: ReturnType<typeof createLimiter>;

  constructor(private readonly database: Queries) {
    this.lookUp = createBatcher((attempts) => this.lookUpAll(attempts), BATCHES);
    this.failures = createLimiter(database, {
      keyPrefix: KEY_PREFIX,
      points: FAILURES,
      duration: WINDOW_SECONDS,
      tableName: 'rate_windows',
    });
  }

  /** The inbox whose password it is. @throws AppError 503 */
  async check(attempt: SignInAttempt): Promise<KnownInbox | 'refused' | 'limited'> {
    const { isLimited, inboxes } = await this.lookUp(attempt);
    if (isLimited) return 'limited';
    const given = secretHash(attempt.password);
    const inbox = inboxes.find(({ passwordHash }) => timingSafeEqual(passwordHash, given));
    if (inbox) return inbox;
    // Never by the inbox: strangers lock nobody out.
    await this.failures.penalty(countedAs(attempt));
    return 'refused';
  }

  private async lookUpAll(attempts: readonly SignInAttempt[]): Promise<LookedUp[]> {
    const rows = await this.database.query<InboxRow>(LOOK_UP, [
      attempts.map(addressOf),
      attempts.map((attempt) => this.failures.getKey(countedAs(attempt))),
    ]);
    return attempts.map((_attempt, index) => {
      // An address may be two inboxes' while its domain changes hands: the password tells which is meant.
      const found = rows.filter(({ place }) => place === index + 1);
      return { isLimited: found[0]!.is_limited, inboxes: found.filter(isThere) };
    });
  }
}

const isThere = (row: InboxRow): row is InboxRow & KnownInbox => row.id !== null;

const countedAs = ({ peer }: SignInAttempt) => countedAddress(peer).narrow;

/** The address as inboxes have it; nobody's where it can be none. */
const addressOf = ({ username }: SignInAttempt) =>
  username.length > MAX_USERNAME || username.includes('\0') ? '' : addressKey(username);
