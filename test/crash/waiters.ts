import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TimelineStep } from '../e2e/mail.js';
import { createRestClient, type Answer, type RestClient } from '../e2e/rest-client.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import type { Mail, MailMaker } from './mails.js';
import type { Random } from './random.js';
import type { Deliver } from './senders.js';

/** What a waiter needs. */
export interface WaiterDeps {
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly mails: MailMaker;
  readonly deliver: Deliver;
  readonly stop: AbortSignal;
}

/** An inbox as creating it answers. */
export interface Inbox {
  readonly id: string;
  readonly address: string;
  readonly created_at: string;
}

/** How waits say where they start: after the last mail seen, or where the service knows they do. */
export type StartPoint = 'since' | 'marks';

/** What a wait carries, so that it is safe to repeat. */
type Again = { readonly since: string } | { readonly idempotencyKey: string };

// Milliseconds from the 250 of a mail until a wait for it counts as failed; and until one that was
// open all the time does.
const MISSED_AFTER = 30_000;
const PASSED_OVER_AFTER = 15_000;
const RETRY_AFTER = 100;
const LONGEST_PAUSE = 200;
const TIMEOUT = 30;

/**
 * Signs up again and again until `stop`: waits for a code, has a mail sent and must get just that code.
 * The inbox gets no other mail.
 */
export async function keepWaiting(deps: WaiterDeps, inbox: Inbox, from: StartPoint): Promise<void> {
  const waiter = new Waiter(deps, inbox, from);
  while (!deps.stop.aborted) {
    await waiter.round();
    await sleep(deps.random.below(LONGEST_PAUSE));
  }
}

class Waiter {
  readonly #seen = new Set<string>();
  #last: string;
  #acceptedAt: number | null = null;

  constructor(
    private readonly deps: WaiterDeps,
    private readonly inbox: Inbox,
    private readonly from: StartPoint,
  ) {
    this.#last = inbox.created_at;
  }

  async round(): Promise<void> {
    const { ledger, mails, deliver } = this.deps;
    const mail = mails.smtpMail([this.inbox.address]);
    this.#acceptedAt = null;
    const delivered = deliver(mail).then(() => (this.#acceptedAt = performance.now()));
    ledger.waits += 1;
    await this.#waitFor(mail);
    await delivered;
    ledger.slowestWait = Math.max(ledger.slowestWait, this.#sinceAccepted());
  }

  /** Repeats the wait as it was whenever its connection is lost. */
  async #waitFor(mail: Mail): Promise<void> {
    const { ledger } = this.deps;
    let again = this.#newWait();
    while (this.#sinceAccepted() < MISSED_AFTER) {
      const answer = await this.#ask(again);
      if (answer?.status === 200) {
        if (this.#took(answer, mail)) return;
        again = this.#newWait();
      } else {
        ledger.waitsRepeated += 1;
        if (answer) await this.#check(answer, mail);
        await sleep(RETRY_AFTER);
      }
    }
    ledger.problem(`the wait (${this.from}) for ${await this.#story(mail)} missed it`);
  }

  /** Whether an answer without a mail is one that may be. */
  async #check({ status, bytes }: Answer, mail: Mail): Promise<void> {
    const { ledger } = this.deps;
    if (status !== 204 && status !== 503)
      ledger.problem(`a wait was answered ${status} ${bytes.toString()}`);
    if (status === 204 && this.#sinceAccepted() > PASSED_OVER_AFTER)
      ledger.problem(`a wait (${this.from}) passed over ${await this.#story(mail)}`);
  }

  /** What the service says became of a mail. */
  async #story({ messageId }: Mail): Promise<string> {
    const client = this.#client();
    try {
      const path = `/v1/inboxes/${this.inbox.id}/emails?limit=100`;
      const { data } = await client.read<{ data: { id: string; message_id: string }[] }>(path);
      const email = data.find(({ message_id }) => message_id === messageId);
      const { data: steps } = await client.read<{ data: TimelineStep[] }>(
        `/v1/emails/${email?.id}/timeline`,
      );
      const told = steps.map(({ step, at, outcome }) => `${step} ${at} ${outcome}`);
      return `${messageId} (${told.join(', ')})`;
    } catch (error) {
      return `${messageId} (${(error as Error).message})`;
    }
  }

  #newWait(): Again {
    return this.from === 'since' ? { since: this.#last } : { idempotencyKey: randomUUID() };
  }

  /** Milliseconds since the mail got its 250. */
  #sinceAccepted(): number {
    return this.#acceptedAt === null ? 0 : performance.now() - this.#acceptedAt;
  }

  async #ask(again: Again): Promise<Answer | null> {
    const query = 'since' in again ? `&since=${again.since}` : '';
    const headers = 'since' in again ? {} : { 'Idempotency-Key': again.idempotencyKey };
    const path = `/v1/inboxes/${this.inbox.id}/otp?timeout=${TIMEOUT}${query}`;
    return this.#client()
      .get(path, headers)
      .catch(() => null);
  }

  #client(): RestClient {
    const { fleet, random } = this.deps;
    return createRestClient(random.pick(fleet.rest), fleet.apiKey);
  }

  /** Whether the answer is the mail that was waited for. */
  #took(answer: Answer, mail: Mail): boolean {
    const { code, email_id: emailId } = answer.body as { code: string; email_id: string };
    this.#last = emailId;
    if (code === mail.code) {
      this.#seen.add(emailId);
      return true;
    }
    // A mark is not worth waiting for the disk: a crash may lose it, and the mail comes again.
    if (this.#seen.has(emailId) && this.from === 'marks') this.deps.ledger.handedOutAgain += 1;
    else this.deps.ledger.problem(`a wait for code ${mail.code} got ${code} of ${emailId}`);
    return false;
  }
}
