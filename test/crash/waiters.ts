import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** An inbox that only its waiter gets mail for. */
export interface WaitedInbox {
  readonly id: string;
  readonly address: string;
}

/** How a wait says where it starts. */
type StartPoint = { readonly since: string } | { readonly idempotencyKey: string };

// Milliseconds from the 250 of a mail until a wait for it counts as failed.
const MISSED_AFTER = 30_000;
const RETRY_AFTER = 100;
const TIMEOUT = 30;

/** Signs up again and again until `stop`: waits for a code, has a mail sent and must get just that code. */
export async function keepWaiting(deps: WaiterDeps, inbox: WaitedInbox): Promise<void> {
  const waiter = new Waiter(deps, inbox);
  while (!deps.stop.aborted) await waiter.round();
}

class Waiter {
  readonly #seen = new Set<string>();
  #last: string | null = null;
  #acceptedAt: number | null = null;

  constructor(
    private readonly deps: WaiterDeps,
    private readonly inbox: WaitedInbox,
  ) {}

  async round(): Promise<void> {
    const { ledger, mails, deliver } = this.deps;
    const mail = mails.smtpMail([this.inbox.address]);
    this.#acceptedAt = null;
    const delivered = deliver(mail).then(() => (this.#acceptedAt = performance.now()));
    ledger.waits += 1;
    await this.#waitFor(mail);
    await delivered;
    const waited = performance.now() - this.#acceptedAt!;
    ledger.slowestWait = Math.max(ledger.slowestWait, waited);
  }

  /** Repeats the wait as it was whenever its connection is lost. */
  async #waitFor(mail: Mail): Promise<void> {
    const { ledger } = this.deps;
    let start = this.#startPoint();
    while (!this.#isOverdue()) {
      const answer = await this.#ask(start);
      if (answer?.status === 200) {
        if (this.#took(answer, mail, start)) return;
        start = this.#startPoint();
      } else {
        ledger.waitsRepeated += 1;
        if (answer && ![204, 503].includes(answer.status))
          ledger.problem(`a wait was answered ${answer.status} ${answer.bytes.toString()}`);
        await sleep(RETRY_AFTER);
      }
    }
    ledger.problem(`the wait for ${mail.messageId} missed it`);
  }

  #startPoint(): StartPoint {
    const exact = this.#last !== null && this.deps.random.chance(0.5);
    return exact ? { since: this.#last! } : { idempotencyKey: randomUUID() };
  }

  #isOverdue(): boolean {
    return this.#acceptedAt !== null && performance.now() - this.#acceptedAt > MISSED_AFTER;
  }

  async #ask(start: StartPoint): Promise<Answer | null> {
    const query = 'since' in start ? `&since=${start.since}` : '';
    const headers = 'since' in start ? {} : { 'Idempotency-Key': start.idempotencyKey };
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
  #took(answer: Answer, mail: Mail, start: StartPoint): boolean {
    const { code, email_id: emailId } = answer.body as { code: string; email_id: string };
    this.#last = emailId;
    if (code === mail.code) {
      this.#seen.add(emailId);
      return true;
    }
    // A mark is not worth waiting for the disk: a crash may lose it, and the mail comes again.
    if (this.#seen.has(emailId) && !('since' in start)) this.deps.ledger.handedOutAgain += 1;
    else this.deps.ledger.problem(`a wait for code ${mail.code} got ${code} of ${emailId}`);
    return false;
  }
}
