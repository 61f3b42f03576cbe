import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { AppError, conflict } from '../../errors.js';
import type { Mailbox } from '../../mail/analysis.js';
import { ANSWERED, REMIND_AT } from '../../store/waits/replies.js';
import type { DurableWaitStore } from '../durable-waits/store.js';
import type { Queries } from '../../db/queries.js';
import { refusals } from '../suppressions/refusal.js';
import { replyRecipients, replyReferences, replySubject } from './reply-headers.js';
import { draftOf } from './drafting.js';
import { findOriginal, type Original } from './originals.js';
import type { SendingInbox } from '../../store/inboxes.js';
import type { MailDraft } from './preparing.js';
import { quoted } from './quoting.js';
import type { SendingService } from './service.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';

interface ReminderDeps {
  readonly database: Database;
  readonly waits: Pick<DurableWaitStore, 'look'>;
  readonly sending: Pick<SendingService, 'sendingInbox' | 'submit'>;
}

interface DueReminder {
  readonly waitId: string;
  readonly orgId: string;
  readonly plan: PlanName;
  readonly requestedBy: string | null;
  readonly inboxId: string;
  readonly emailId: string;
  /** Its place among the reminders of the wait. */
  readonly number: number;
  readonly text: string;
  /** Of the mail it reminds of; null when that is gone. */
  readonly status: string | null;
  readonly recipients: readonly LedgerRecipient[] | null;
  /** A reply is there that is not announced yet. */
  readonly answered: boolean;
}

// A mail in one of these may still be sent, or turn out to have been.
const UNDECIDED = new Set(['awaiting_approval', 'queued', 'sending', 'unknown']);
// Nobody waits for what becomes of a reminder.
const AT_ONCE = AbortSignal.abort();

/** Sends the reminders of waits for a reply, each once however often it is asked to. */
export class Reminders {
  constructor(private readonly deps: ReminderDeps) {}

  /** Sends the reminder that is due, if one is; answers what was done in a few words for operators. */
  async remind(waitId: string): Promise<string> {
    const { database, waits } = this.deps;
    // A reply that is there ends the wait, and its reminders with it.
    if ((await waits.look([waitId], 'run')).length > 0) return 'the wait has ended';
    const [due] = await database.query<DueReminder>(DUE, [waitId]);
    if (!due) return 'nothing is due';
    const held = heldBy(due);
    return held === null ? this.send(due) : this.hold(due, held);
  }

  private async send(due: DueReminder): Promise<string> {
    try {
      const { orgId, inboxId, emailId } = due;
      const access = { orgId, allowedInboxIds: null };
      const inbox = await this.deps.sending.sendingInbox(access, inboxId);
      const original = await findOriginal(this.deps.database, access, inboxId, emailId);
      const addresses = await this.addresses(due);
      if (addresses.size === 0) return await this.pass(due, 'nobody is left to remind');
      await this.deps.sending.submit(
        { ...due, noticeOf: null },
        inbox,
        reminderOf(due, original, { inbox, addresses }),
        {
          idempotencyKey: `reminder:${due.waitId}:${due.number}`,
          signal: AT_ONCE,
          inSameTransaction: (queries) => this.take(queries, due),
        },
      );
      return `sent reminder ${due.number + 1}`;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const later = error.status === 409 || error.status === 429 || error.status === 503;
      return later ? this.hold(due, error.message) : this.pass(due, error.message);
    }
  }

  /** Those the mail reached who may still be written to, in lower case. */
  private async addresses({ orgId, inboxId, recipients }: DueReminder): Promise<Set<string>> {
    const reached = (recipients ?? [])
      .filter(({ status }) => status === 'sent')
      .map(({ address }) => address);
    const addressed = { orgId, inboxId, addresses: reached };
    const refused = await refusals(this.deps.database, addressed);
    return new Set(
      reached.filter((address) => !refused.has(address)).map((address) => address.toLowerCase()),
    );
  }

  /** In the transaction that writes the reminder, which holds the inbox: no reply gets between. */
  private async take(queries: Queries, { waitId, number }: DueReminder): Promise<void> {
    const taken = await queries.query(TAKE, [waitId, number]);
    if (taken.length === 0) throw conflict('it is not needed any more');
  }

  /** For later: the longer it has been due, the later. */
  private async hold({ waitId, number }: DueReminder, why: string): Promise<string> {
    await this.deps.database.query(HOLD, [waitId, number]);
    return `held back: ${why}`;
  }

  /** It is over without having been sent. */
  private async pass({ waitId, number }: DueReminder, why: string): Promise<string> {
    await this.deps.database.query(PASS, [waitId, number]);
    return `not sent: ${why}`;
  }
}

function heldBy({ status, answered }: DueReminder): string | null {
  if (answered) return 'a reply is there';
  return status !== null && UNDECIDED.has(status) ? `the mail is ${status}` : null;
}

/** An answer to the sent mail, to those of whom it is known that it reached them. */
function reminderOf(
  { text }: DueReminder,
  original: Original,
  { inbox, addresses }: { inbox: SendingInbox; addresses: ReadonlySet<string> },
): MailDraft {
  const left = new Set(addresses);
  const reached = (mailboxes: readonly Mailbox[]) =>
    mailboxes.filter(({ address }) => left.delete(address.toLowerCase()));
  const { to, cc } = replyRecipients(original, inbox.address, true);
  const shown = { to: reached(to), cc: reached(cc) };
  // Who is named nowhere got a blind copy.
  const bcc = [...left].map((address) => ({ name: null, address }));
  return {
    ...draftOf({ ...shown, bcc, subject: replySubject(original.subject) }),
    ...quoted({ text }, original),
    answer: replyReferences(original),
    repliesTo: original.id,
  };
}

// A workflow's timer may be a little ahead of the database's clock.
const EARLY = '100 milliseconds';

const DUE = `
SELECT w.id AS "waitId", w.org_id AS "orgId", o.plan, w.inbox_id AS "inboxId",
  coalesce(w.requested_by, s.requested_by) AS "requestedBy",
  w.email_id AS "emailId", w.reminders_done AS number,
  w.reminders->w.reminders_done->>'text' AS text, s.status, s.recipients, ${ANSWERED} AS answered
FROM durable_waits w JOIN orgs o ON o.id = w.org_id LEFT JOIN sends s ON s.email_id = w.email_id
WHERE w.id = $1 AND w.status = 'waiting' AND ${REMIND_AT} <= now() + interval '${EARLY}'`;

const TAKE = `
WITH taken AS (
  UPDATE durable_waits w SET reminders_done = reminders_done + 1,
    reminders_sent = reminders_sent + 1, remind_after = NULL
  WHERE w.id = $1 AND w.status = 'waiting' AND w.reminders_done = $2 AND NOT ${ANSWERED}
  RETURNING w.id)
SELECT id FROM taken`;

const PASS = `
UPDATE durable_waits SET reminders_done = reminders_done + 1, remind_after = NULL
WHERE id = $1 AND reminders_done = $2`;

const HOLD = `
UPDATE durable_waits w SET remind_after = now() + make_interval(secs =>
  least(greatest(extract(epoch FROM now() - (coalesce(w.since, w.created_at) + make_interval(
    secs => (w.reminders->w.reminders_done->>'after_seconds')::int)))::float8, 2), 900))
WHERE w.id = $1 AND w.reminders_done = $2 AND w.status = 'waiting'`;
