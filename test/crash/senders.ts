import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type RawClient } from '../smtp/raw-client.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import type { Mail, MailMaker } from './mails.js';
import type { Random } from './random.js';

/** What senders share. */
export interface SenderDeps {
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly mails: MailMaker;
  /** Addresses that mail is sent to. */
  readonly addresses: readonly string[];
  readonly stop: AbortSignal;
}

/** Delivers a mail, again and again until it is accepted, as a mail server does. */
export type Deliver = (mail: Mail) => Promise<void>;

const RETRY_AFTER = 150;
const MOST_RECIPIENTS = 4;
// Milliseconds between two mails of a sender: starts of processes need most of the machine.
const LONGEST_PAUSE = 200;
// Milliseconds after which a mail that nobody takes is a problem of its own.
const GIVE_UP_AFTER = 60_000;

/** Sends mail over one SMTP connection after the other until `stop`; the mail under way is finished. */
export async function sendBySmtp(deps: SenderDeps): Promise<void> {
  const { random, mails, stop } = deps;
  const session = new SmtpSession(deps);
  while (!stop.aborted) {
    await insist(deps, mails.smtpMail(someOf(deps)), (mail) => session.attempt(mail));
    if (random.chance(0.2)) session.hangUp();
    await sleep(random.below(LONGEST_PAUSE));
  }
  session.hangUp();
}

/** Hands mail in over HTTP until `stop`. */
export async function sendByHttp(deps: SenderDeps): Promise<void> {
  const { random, mails, stop } = deps;
  while (!stop.aborted) {
    await insist(deps, mails.inboundMail(someOf(deps)), (mail) => attemptByHttp(deps, mail));
    await sleep(random.below(2 * LONGEST_PAUSE));
  }
}

/** Delivers single mails by SMTP. */
export function createDelivery(deps: SenderDeps): Deliver {
  const session = new SmtpSession(deps);
  return (mail) => insist(deps, mail, (again) => session.attempt(again));
}

const someOf = ({ random, addresses }: SenderDeps) =>
  random.sample(addresses, 1 + random.below(MOST_RECIPIENTS));

async function insist(
  { ledger }: SenderDeps,
  mail: Mail,
  attempt: (mail: Mail) => Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + GIVE_UP_AFTER; Date.now() < end;) {
    if (await attempt(mail)) {
      ledger.accepted.push(mail);
      return;
    }
    ledger.sentAgain += 1;
    await sleep(RETRY_AFTER);
  }
  ledger.problem(`${mail.messageId} was refused for ${GIVE_UP_AFTER} ms`);
}

async function attemptByHttp(
  { fleet, random, ledger }: SenderDeps,
  { json, messageId }: Mail,
): Promise<boolean> {
  try {
    const response = await fetch(`${random.pick(fleet.rest)}/v1/inbound`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${fleet.inboundSecret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(json),
    });
    const text = await response.text();
    if (response.status !== 202 && response.status !== 503)
      ledger.problem(`${messageId} was answered ${response.status} ${text}`);
    return response.status === 202;
  } catch {
    return false;
  }
}

/** A connection that is made anew whenever it was lost. */
class SmtpSession {
  #client: RawClient | null = null;

  constructor(private readonly deps: SenderDeps) {}

  /** Whether the mail got its 250. */
  async attempt(mail: Mail): Promise<boolean> {
    try {
      this.#client ??= await this.#connect();
      const refused = await this.#refusal(this.#client, mail);
      if (refused === null) return true;
      if (refused.startsWith('5'))
        this.deps.ledger.problem(`${mail.messageId} was refused: ${refused}`);
    } catch {
      // Nobody listens while the process is away.
    }
    this.hangUp();
    return false;
  }

  hangUp(): void {
    this.#client?.close();
    this.#client = null;
  }

  async #connect(): Promise<RawClient> {
    const { fleet, random } = this.deps;
    const client = await connect(random.pick(fleet.smtp));
    await client.command('EHLO sender.test');
    return client;
  }

  /** The first reply that is not the one hoped for; null when the mail was accepted. */
  async #refusal(client: RawClient, { raw, recipients }: Mail): Promise<string | null> {
    const commands = [
      'MAIL FROM:<bounce@northwind.example>',
      ...recipients.map((address) => `RCPT TO:<${address}>`),
    ];
    for (const command of commands) {
      const reply = await client.command(command);
      if (!reply.startsWith('250')) return reply;
    }
    const go = await client.command('DATA');
    if (!go.startsWith('354')) return go;
    client.send(stuffed(raw!));
    const reply = await client.reply();
    return reply.startsWith('250') ? null : reply;
  }
}

/** RFC 5321 section 4.5.2: a line that begins with a dot gets another one; then the end of data. */
function stuffed(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace(/^\./gm, '..');
  return Buffer.from(`${text}.\r\n`, 'latin1');
}
