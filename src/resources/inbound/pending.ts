import type { Semaphore } from '../../semaphore.js';
import type { Database } from '../../db/database.js';
import type { Listener } from '../../live/listener.js';
import { AppError } from '../../errors.js';
import type { Log } from '../../log.js';
import type { Analysis } from '../../mail/analysis.js';
import {
  EMAIL_COLUMNS,
  MAIL_RECORD_TYPES,
  mailRecord,
  searchVector,
  STORED_COLUMNS,
} from '../../store/mail/columns.js';
import type { Parser } from '../../mail/pool/parse-pool.js';
import { attachmentRows, insertAttachments } from '../../store/mail/attachments.js';
import { readRaw } from '../../store/mail/raw-bytes.js';
import { announce, SEARCHABLE_WHEN_REFUSED } from '../../store/mail/insert-inbound.js';
import { lockCountersOf, mailboxOf, NUMBERED, takeNumbers } from '../../store/mail/mailboxes.js';
import { queueRuns } from '../../store/outbox.js';
import { combine, statement } from '../../store/statement.js';

interface PendingDeps {
  readonly database: Database;
  readonly parser: Parser;
  /** Large mail that is read and stored: little of it at once in a process. */
  readonly largeTurns: Semaphore;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly log: Log;
}

interface PendingRow {
  readonly id: string;
  readonly attempt: number;
  readonly accepted_at: Date;
  readonly envelope_from: string;
  readonly is_spam: boolean;
  readonly stored_message_id: string;
}

// Milliseconds between looks: a notification may be lost, and tries are due again.
const LOOK_EVERY_MS = 2_000;
// Seconds until a try counts as lost with its process, unless that renews its claim: less than a waiting
// agent waits, and longer than storage is usually away.
const LEASE_SECONDS = 8;
const RENEW_EVERY_MS = 2_000;
// Seconds until the next try, by the number of those that failed; after the last one the mail has failed.
const TRIED_AGAIN_AFTER = [5, 20];
const TRIES = TRIED_AGAIN_AFTER.length + 1;

/**
 * Reads mail whose parse was put off: one at a time in a process, the oldest first, and in no process one
 * that another has. What could not be read is tried again later, and behind it the others go on.
 */
export class PendingMail {
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  /** Ends the wait for what is being read. */
  private interrupt = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: PendingDeps) {}

  /** Finishes mail as it is put off, or as its next try is due, until `stop`. */
  start(): void {
    this.deps.listener.on('mail_put_off', () => void this.finish());
    this.deps.listener.onReconnect(() => void this.finish());
    this.timer = setInterval(() => void this.finish(), LOOK_EVERY_MS);
    void this.finish();
  }

  /** Finishes all that is due; a call meanwhile has it look once more, and waits for the same end. */
  finish(): Promise<void> {
    this.again = !this.stopped;
    this.running ??= this.finishAll().finally(() => (this.running = null));
    return this.running;
  }

  /** Nothing more is begun; resolves once what is under way has ended, or was given back. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.interrupt();
    await this.running;
  }

  private async finishAll(): Promise<void> {
    try {
      while (this.again) {
        this.again = false;
        while (!this.stopped && (await this.finishNext()));
      }
    } catch (err) {
      // A later look finds what is left; a try that did not end is made again.
      const level = err instanceof AppError ? 'debug' : 'warn';
      this.deps.log[level]({ err }, 'pending mail is not finished');
    }
  }

  /** False when none is due. */
  private async finishNext(): Promise<boolean> {
    // Before the bytes are read: they are held for no longer than it takes.
    const release = await this.deps.largeTurns.acquire();
    try {
      const [row] = await this.deps.database.query<PendingRow>(CLAIM, [LEASE_SECONDS]);
      if (row) await this.holding(row, () => this.tryOne(row));
      return row !== undefined;
    } finally {
      release();
    }
  }

  /** Renews the claim for as long as `work` takes: a mail may be read for longer than a lease. */
  private async holding({ id, attempt }: PendingRow, work: () => Promise<void>): Promise<void> {
    const timer = setInterval(() => {
      this.deps.database.query(PUT_OFF, [id, attempt, LEASE_SECONDS]).catch((err: unknown) => {
        this.deps.log.debug({ err, emailId: id }, 'the claim of a pending mail is not renewed');
      });
    }, RENEW_EVERY_MS).unref();
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  private async tryOne(row: PendingRow): Promise<void> {
    // One that ends its process each time is not read any more.
    if (row.attempt > TRIES) return this.giveUp(row);
    const raw = await readRaw(this.deps.database, row.stored_message_id);
    const context = { receivedAt: row.accepted_at, unhurried: true };
    const analysis = raw && (await this.unlessStopped(this.deps.parser.parse(raw, context)));
    if (!analysis || !(await this.complete(row, analysis))) await this.putOff(row);
  }

  /** Null when the process stops before `reading` ends. */
  private unlessStopped(reading: Promise<Analysis | null>): Promise<Analysis | null> {
    return new Promise((resolve, reject) => {
      this.interrupt = () => resolve(null);
      reading.then(resolve, reject);
    });
  }

  /** False when Postgres refuses what was read; then less of it is made searchable the next time. */
  private async complete(row: PendingRow, analysis: Analysis): Promise<boolean> {
    const { rows, contents } = attachmentRows([{ attachments: analysis.attachments }]);
    try {
      const values = [
        row.id,
        JSON.stringify(mailRecord(analysis, 'complete', row.envelope_from)),
        JSON.stringify(rows),
        contents,
      ];
      const statement = row.attempt === 1 ? COMPLETE : COMPLETE_LESS;
      const moves = row.is_spam !== analysis.isSpam;
      await this.deps.database.transaction(async (manager) => {
        if (moves) await lockCountersOf(manager, [row.id]);
        await manager.query(statement, values);
      });
      return true;
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.deps.log.warn({ err: error, emailId: row.id }, 'mail refused');
      return false;
    }
  }

  private async putOff(row: PendingRow): Promise<void> {
    const claim = [row.id, row.attempt];
    const seconds = TRIED_AGAIN_AFTER[row.attempt - 1];
    if (this.stopped) await this.deps.database.query(GIVE_BACK, claim);
    else if (seconds === undefined) await this.giveUp(row);
    else await this.deps.database.query(PUT_OFF, [...claim, seconds]);
  }

  private async giveUp({ id, attempt }: PendingRow): Promise<void> {
    this.deps.log.warn({ emailId: id, attempt }, 'a mail that cannot be read is given up');
    await this.deps.database.query(GIVE_UP, [id]);
  }
}

const CLAIM = `
WITH next AS MATERIALIZED (
  SELECT id FROM emails
  WHERE parse_status = 'pending' AND (parse_after IS NULL OR parse_after <= now())
  ORDER BY accepted_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE emails e
SET parse_attempts = parse_attempts + 1, parse_after = now() + make_interval(secs => $1)
FROM next WHERE e.id = next.id
RETURNING e.id, e.parse_attempts AS attempt, e.accepted_at, e.envelope_from, e.is_spam,
  e.stored_message_id`;

// The number of the try says whose claim it is: who takes a mail over raises it.
const CLAIMED = `id = $1 AND parse_attempts = $2 AND parse_status = 'pending'`;
// Nobody tries for so many seconds more: the claim is renewed, or the next try is due then.
const PUT_OFF = `UPDATE emails SET parse_after = now() + make_interval(secs => $3) WHERE ${CLAIMED}`;

// The process ended meanwhile: that was no try.
const GIVE_BACK = `
UPDATE emails SET parse_after = NULL, parse_attempts = parse_attempts - 1 WHERE ${CLAIMED}`;

// Waits hear of it at once; its run, which is queued with it, tells everybody else.
const TELL = combine([
  announce('email'),
  queueRuns({ workflow: 'processInbound' }, { again: true }, 'SELECT org_id, id FROM email'),
]);

// It is listed and announced without what its text says.
const GIVE_UP = statement([
  `email AS (
  UPDATE emails SET parse_status = 'failed', parsed_at = now(), parse_after = NULL,
    announced_at = CASE WHEN status = 'received' THEN now() END
  WHERE id = $1 AND parse_status = 'pending'
  RETURNING id, org_id, inbox_id, mailbox, announced_at
)`,
  TELL,
]);

// Its thread stays: it was found by the header, which was read before the mail was stored.
const complete = (searchable?: number) =>
  statement([
    `r AS (
  SELECT * FROM jsonb_to_record($2::jsonb) AS r(${MAIL_RECORD_TYPES})
), moving AS MATERIALIZED (
  SELECT e.inbox_id, e.mailbox, e.mailbox_uid FROM emails e, r
  WHERE e.id = $1 AND e.parse_status = 'pending' AND e.is_spam <> r.is_spam
)`,
    takeNumbers('moving'),
    `email AS (
  UPDATE emails
  SET (parsed_at, parse_after, announced_at, search, ${NUMBERED}, ${EMAIL_COLUMNS.join(', ')}) =
    (SELECT now(), NULL::timestamptz, CASE WHEN status = 'received' AND NOT r.is_spam THEN now() END,
       ${searchVector('r', searchable)}, ${mailboxOf('status', 'r.is_spam')},
       coalesce((SELECT first_uid FROM counter), mailbox_uid),
       coalesce((SELECT first_uid FROM counter), modseq),
       ${EMAIL_COLUMNS.map((name) => `r.${name}`).join(', ')} FROM r)
  WHERE id = $1 AND parse_status = 'pending'
  RETURNING id, org_id, inbox_id, stored_message_id, mailbox, announced_at
), message AS (
  UPDATE stored_messages SET (${STORED_COLUMNS.join(', ')}) =
    (SELECT ${STORED_COLUMNS.map((name) => `r.${name}`).join(', ')} FROM r)
  WHERE id = (SELECT stored_message_id FROM email)
)`,
    insertAttachments('$3', '$4', { mail: ', email', messageId: 'email.stored_message_id' }),
    TELL,
  ]);

const COMPLETE = complete();
const COMPLETE_LESS = complete(SEARCHABLE_WHEN_REFUSED);
