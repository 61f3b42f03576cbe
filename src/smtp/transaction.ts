import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { Log } from '../log.js';
import type { Acceptance, DeliverySource, Recipient } from '../resources/inbound/delivery.js';
import { deliverableAddress, isAscii, MAIL_PARAMETERS } from './addresses.js';
import { refusalOf, REFUSALS, textOf, type RefusalName } from './answers.js';
import type { MessageData } from './data.js';
import type { Deadlines } from './session-limits.js';

/** What is counted. Absent where nobody looks. */
export interface SmtpMetrics {
  /** Sessions open now. */
  sessions(open: number): void;
  /** A recipient or a message was answered: `accepted`, or the refusal's name. */
  answered(what: 'recipient' | 'message', outcome: 'accepted' | RefusalName): void;
}

/** What a mail transaction needs. */
export interface TransactionDeps {
  readonly acceptance: Acceptance;
  readonly serverName: string;
  readonly deadlines: Deadlines;
  readonly log: Log;
  readonly metrics?: SmtpMetrics | undefined;
}

/** A reply: its code, and the text with its enhanced code. */
export interface Reply {
  readonly code: number;
  readonly text: string;
}

/** The three questions of a mail transaction: may this be the sender, a recipient, the message. */
export class Transactions {
  // A recipient lives as long as its line in the envelope, which smtp-server empties.
  readonly #recipients = new WeakMap<SMTPServerAddress, Recipient>();

  constructor(private readonly deps: TransactionDeps) {}

  /** Why the sender or a parameter of MAIL cannot be taken. */
  senderRefusal({ address, args }: SMTPServerAddress): RefusalName | null {
    const names = args ? Object.keys(args) : [];
    if (!names.every((name) => MAIL_PARAMETERS.has(name))) return 'unknownParameter';
    return names.includes('SMTPUTF8') || isAscii(address) ? null : 'needsUtf8';
  }

  /** Looks a recipient up and remembers it; why mail for it is not taken otherwise. Never rejects. */
  async addRecipient(
    given: SMTPServerAddress,
    session: SMTPServerSession,
  ): Promise<RefusalName | null> {
    const found = await this.#findRecipient(given, session).catch((error: unknown) =>
      this.#failed(error, session),
    );
    const refusal = typeof found === 'string' ? found : null;
    if (typeof found !== 'string') this.#recipients.set(given, found);
    this.deps.metrics?.answered('recipient', refusal ?? 'accepted');
    return refusal;
  }

  /** Stores the message; the reply says that it is stored, or why not. Never rejects. */
  async deliver(data: MessageData, session: SMTPServerSession): Promise<Reply> {
    const stored = await this.#store(data, session).catch((error: unknown) =>
      this.#failed(error, session),
    );
    const refusal = typeof stored === 'string' ? stored : null;
    this.deps.metrics?.answered('message', refusal ?? 'accepted');
    if (refusal) return { code: REFUSALS[refusal].code, text: textOf(REFUSALS[refusal]) };
    return { code: 250, text: `2.0.0 Accepted as ${stored[0]}` };
  }

  async #findRecipient(
    { address: path, args }: SMTPServerAddress,
    { envelope }: SMTPServerSession,
  ): Promise<Recipient | RefusalName> {
    if (args) return 'unknownParameter';
    if (!envelope.smtpUtf8 && !isAscii(path)) return 'needsUtf8';
    const { acceptance, deadlines, serverName } = this.deps;
    const address = deliverableAddress(path, serverName);
    if (!address) return 'unknownRecipient';
    return (await deadlines.within(acceptance.findRecipient(address))) ?? 'unknownRecipient';
  }

  async #store(
    data: MessageData,
    session: SMTPServerSession,
  ): Promise<readonly string[] | RefusalName> {
    const raw = data.finish();
    if (typeof raw === 'string') return raw;
    const { mailFrom } = session.envelope;
    const delivery = {
      mailFrom: mailFrom ? mailFrom.address : '',
      recipients: this.#recipientsOf(session),
      raw,
      source: sourceOf(session),
    };
    return this.deps.deadlines.within(this.deps.acceptance.accept(delivery));
  }

  /** In the order given, each inbox once: two addresses may reach the same one. */
  #recipientsOf({ envelope }: SMTPServerSession): Recipient[] {
    const byInbox = new Map<string, Recipient>();
    for (const given of envelope.rcptTo) {
      const recipient = this.#recipients.get(given);
      if (recipient && !byInbox.has(recipient.inboxId)) byInbox.set(recipient.inboxId, recipient);
    }
    return [...byInbox.values()];
  }

  #failed(error: unknown, session: SMTPServerSession): RefusalName {
    const refusal = refusalOf(error);
    this.deps.log.error({ err: error, session: session.id, refusal }, 'SMTP: storage failed');
    return refusal;
  }
}

function sourceOf(session: SMTPServerSession): DeliverySource {
  const { id, remoteAddress, hostNameAppearsAs } = session;
  return { id, remoteAddress, helo: hostNameAppearsAs || '', protocol: protocolOf(session) };
}

/** The with-protocol of a Received header (RFC 3848; RFC 6531 section 4.3 for UTF8SMTP). */
function protocolOf({ envelope, secure, transmissionType }: SMTPServerSession): string {
  if (envelope.smtpUtf8) return secure ? 'UTF8SMTPS' : 'UTF8SMTP';
  return transmissionType;
}
