import type { Database } from '../../db/database.js';
import { withTimeout } from '../../deadline.js';
import type { SenderAuth } from '../../sender/auth.js';
import { isSigned, readHead } from '../../sender/head.js';
import type { SenderVerifier } from '../../sender/verify.js';
import { readRaw, readRawHead } from '../../store/mail/raw-bytes.js';
import { LOCAL_PROTOCOL } from '../../store/mail/delivery.js';
import { KEEP_CHECKS, type CheckRow } from './sender-statements.js';

interface SenderChecksDeps {
  readonly database: Database;
  readonly verifier: SenderVerifier;
}

/** What could be found out within a time. */
export interface ChecksInTime {
  readonly checked: readonly CheckRow[];
  /** Those that are still without a verdict. */
  readonly left: readonly CheckUnderWay[];
}

/** How a look at the mails without a definite verdict ended. */
export interface RetryOutcome {
  /** The DNS does not answer at all. */
  readonly away: boolean;
  /** Messages that were checked again. */
  readonly checked: number;
  /** Seconds until a mail is due again; null when none is left. */
  readonly nextIn: number | null;
}

interface Unchecked {
  readonly id: string;
  /** Whether it was sent by an inbox of this service. */
  readonly own: boolean;
  readonly email_ids: readonly string[];
  /** What `unsignedFrom` told when it was stored. */
  readonly from_fields: string | null;
  /** Null where From fields are enough, and for a large message: it is read when its turn comes. */
  readonly raw: Buffer | null;
  readonly remote_ip: string | null;
  readonly helo: string;
  readonly envelope_from: string;
}

/** A message whose sender is being checked. */
export interface CheckUnderWay {
  readonly message: Pick<Unchecked, 'id' | 'email_ids'>;
  /** Whether it is read in one piece, when its turn comes. */
  readonly isLarge: boolean;
  readonly auth: Promise<SenderAuth>;
}

// Bytes up to which messages are read together.
const SMALL_BYTES = 64 * 1024;
// Messages of one look for verdicts that may be definite by now.
const RETRIED_AT_ONCE = 200;

/** Finds out who sent accepted mail. Everything is safe to run twice. */
export class SenderChecks {
  /** Large messages take turns, so that few of them are in memory at once. */
  private largeTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: SenderChecksDeps) {}

  /** Begins to check mails that are not checked yet. */
  async start(emailIds: readonly string[]): Promise<readonly CheckUnderWay[]> {
    return this.begin(await this.unchecked(emailIds));
  }

  /** Checks mails that are not checked yet, or are due again, and keeps what was found out. */
  async check(emailIds: readonly string[], workflowId: string | null = null): Promise<void> {
    // While the DNS is away this finds out whether it is back.
    await this.deps.verifier.reachable();
    await this.keep(await this.unchecked(emailIds), workflowId);
  }

  /** Checks again what was unknown and is due. */
  async retry(workflowId: string): Promise<RetryOutcome> {
    const away = !(await this.deps.verifier.reachable());
    const due = away ? [] : await this.deps.database.query<Unchecked>(DUE, [RETRIED_AT_ONCE]);
    if (due.length === 0) await this.deps.database.query(GIVE_UP);
    await this.keep(due, workflowId);
    const [next] = await this.deps.database.query<{ seconds: number | null }>(NEXT);
    return { away, checked: due.length, nextIn: next?.seconds ?? null };
  }

  /** Large messages take their time one after the other: what is known before them is kept before. */
  private async keep(messages: readonly Unchecked[], workflowId: string | null): Promise<void> {
    const checks = this.begin(messages);
    await this.keepTogether(
      checks.filter(({ isLarge }) => !isLarge),
      workflowId,
    );
    for (const check of checks) if (check.isLarge) await this.keepTogether([check], workflowId);
  }

  private async keepTogether(
    checks: readonly CheckUnderWay[],
    workflowId: string | null,
  ): Promise<void> {
    if (checks.length === 0) return;
    const rows = await Promise.all(
      checks.map(async ({ message, auth }) => ({ id: message.id, auth: await auth })),
    );
    await this.deps.database.query(KEEP_CHECKS, [JSON.stringify(rows), workflowId]);
  }

  private unchecked(emailIds: readonly string[]): Promise<Unchecked[]> {
    return this.deps.database.query<Unchecked>(UNCHECKED, [emailIds]);
  }

  private begin(messages: readonly Unchecked[]): CheckUnderWay[] {
    const others = messages.filter(({ own }) => !own);
    const small = others.filter(isSmall);
    const auths = this.deps.verifier.verifyEach(small.map(mailOf));
    const checks = [
      ...messages
        .filter(({ own }) => own)
        .map((message) => ({ message, isLarge: false, auth: Promise.resolve(ownAuth(message)) })),
      ...small.map((message, index) => ({ message, isLarge: false, auth: auths[index]! })),
      ...others
        .filter((message) => !isSmall(message))
        .map((message) => ({ message, isLarge: true, auth: this.verifyLarge(message) })),
    ];
    // One that is not waited for any more may fail: the next look at its mail tells.
    for (const { auth } of checks) auth.catch(() => undefined);
    return checks;
  }

  private verifyLarge(message: Unchecked): Promise<SenderAuth> {
    const auth = this.largeTurn.then(async () => {
      const raw = await this.checkable(message.id);
      return this.deps.verifier.verify(raw ?? Buffer.alloc(0), envelopeOf(message));
    });
    this.largeTurn = auth.catch(() => undefined);
    return auth;
  }

  /** What says who sent a large message: its header, and its body where that is signed. */
  private async checkable(id: string): Promise<Buffer | null> {
    const head = await readRawHead(this.deps.database, id);
    return head && isSigned(readHead(head)) ? readRaw(this.deps.database, id) : head;
  }
}

/** What is known after so many milliseconds, or once all of it is. */
export async function knownWithin(
  milliseconds: number,
  checks: readonly CheckUnderWay[],
): Promise<ChecksInTime> {
  const found = await Promise.all(
    checks.map(async (check) => ({
      check,
      auth: await withTimeout<SenderAuth | null>(milliseconds, check.auth, null),
    })),
  );
  return {
    checked: found.flatMap(({ check, auth }) => (auth ? [{ id: check.message.id, auth }] : [])),
    left: found.flatMap(({ check, auth }) => (auth ? [] : [check])),
  };
}

/** The emails of messages. */
export const emailsOf = (checks: readonly CheckUnderWay[]): string[] =>
  checks.flatMap(({ message }) => message.email_ids);

/** Whether there is enough of a message to verify it without reading more. */
const isSmall = ({ from_fields, raw }: Unchecked) => from_fields !== null || raw !== null;

const mailOf = (message: Unchecked) => ({
  message: message.from_fields ?? message.raw!,
  envelope: envelopeOf(message),
});

const envelopeOf = ({ remote_ip, helo, envelope_from }: Unchecked) => ({
  remoteIp: remote_ip,
  helo,
  mailFrom: envelope_from,
});

/** Mail between inboxes of this service: the sender was known when it was sent. */
const ownAuth = ({ envelope_from: from }: Unchecked): SenderAuth => ({
  spf: 'pass',
  dkim: 'none',
  dmarc: 'pass',
  policy: null,
  arc: 'none',
  aligned_domain: from.slice(from.lastIndexOf('@') + 1),
  verdict: 'pass',
  flags: [],
});

const MESSAGE = `s.trace LIKE '%\nby % with ${LOCAL_PROTOCOL} id %' AS own, s.id, s.from_fields,
  CASE WHEN s.from_fields IS NULL AND octet_length(s.raw) <= ${SMALL_BYTES} THEN s.raw END AS raw,
  s.remote_ip, s.helo, min(e.envelope_from) AS envelope_from, array_agg(e.id) AS email_ids
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
LEFT JOIN sender_checks c ON c.stored_message_id = s.id`;

const UNCHECKED = `SELECT ${MESSAGE}
WHERE e.id = ANY ($1) AND e.direction = 'inbound'
  AND (c.stored_message_id IS NULL OR c.retry_at <= now())
GROUP BY s.id`;

const DUE = `SELECT ${MESSAGE}
WHERE c.stored_message_id IN (
  SELECT stored_message_id FROM sender_checks WHERE retry_at <= now() ORDER BY retry_at LIMIT $1)
GROUP BY s.id`;

// A mail may be deleted in the moment its verdict is kept.
const GIVE_UP = `UPDATE sender_checks c SET retry_at = NULL
WHERE retry_at <= now() AND (first_checked_at < now() - interval '24 hours'
  OR NOT EXISTS (SELECT FROM emails e WHERE e.stored_message_id = c.stored_message_id))`;

const NEXT = `SELECT greatest(0, extract(epoch FROM retry_at - now()))::float8 AS seconds
FROM sender_checks WHERE retry_at IS NOT NULL ORDER BY retry_at LIMIT 1`;
