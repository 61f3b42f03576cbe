import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import { inboxHolder, peerHolders, type ByteBudget, type Holder } from '../byte-budget.js';
import type { Log } from '../log.js';
import {
  oncePerInbox,
  type Acceptance,
  type Delivery,
  type DeliverySource,
  type Recipient,
} from '../store/mail/delivery.js';
import { deliverableAddress, isAscii, MAIL_PARAMETERS } from './addresses.js';
import { refusalOf, replyOf, ROOM_REFUSALS, type RefusalName, type SmtpReply } from './answers.js';
import { MessageData, type MessageLimits } from './data.js';
import type { PeerRates } from './peer-rates.js';
import type { Deadlines } from './session-limits.js';

/** What is counted. Absent where nobody looks. */
export interface SmtpMetrics {
  /** Sessions open now. */
  sessions(open: number): void;
  /** A recipient or a message was answered: `accepted`, or the refusal's name. */
  answered(what: 'recipient' | 'message', outcome: 'accepted' | RefusalName): void;
}

interface TransactionDeps {
  readonly acceptance: Acceptance;
  readonly serverName: string;
  readonly deadlines: Deadlines;
  readonly budget: ByteBudget;
  readonly rates: PeerRates;
  readonly limits: MessageLimits;
  readonly log: Log;
  readonly metrics?: SmtpMetrics | undefined;
}

/** The three questions of a mail transaction: may this be the sender, a recipient, the message. */
export class Transactions {
  // A recipient lives as long as its line in the envelope, which smtp-server empties.
  readonly #recipients = new WeakMap<SMTPServerAddress, Recipient>();

  constructor(private readonly deps: TransactionDeps) {}

  /** Why the sender, a parameter of MAIL or a message of the announced size cannot be taken. */
  senderRefusal(sender: SMTPServerAddress, session: SMTPServerSession): RefusalName | null {
    const names = sender.args ? Object.keys(sender.args) : [];
    if (!names.every((name) => MAIL_PARAMETERS.has(name))) return 'unknownParameter';
    if (!names.includes('SMTPUTF8') && !isAscii(sender.address)) return 'needsUtf8';
    return this.#noRoom(peerHolders(session.remoteAddress), announced(sender));
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

  /** What the message is read into; why it cannot be taken otherwise. */
  receive(session: SMTPServerSession): MessageData | RefusalName {
    const inboxes = this.#recipientsOf(session).map(({ inboxId }) => inboxHolder(inboxId));
    const claim = this.deps.budget.claim([...peerHolders(session.remoteAddress), ...inboxes]);
    const bytes = announced(session.envelope.mailFrom);
    const noRoom = claim.hold(bytes);
    if (noRoom === null) return new MessageData(this.deps.limits, claim, bytes);
    this.deps.metrics?.answered('message', ROOM_REFUSALS[noRoom]);
    return ROOM_REFUSALS[noRoom];
  }

  /** Stores the message; the reply says that it is stored, or why not. Never rejects. */
  async deliver(data: MessageData, session: SMTPServerSession): Promise<SmtpReply> {
    const stored = await this.#store(data, session).catch((error: unknown) =>
      this.#failed(error, session),
    );
    const refusal = typeof stored === 'string' ? stored : null;
    this.deps.metrics?.answered('message', refusal ?? 'accepted');
    return refusal ? replyOf(refusal) : { code: 250, text: `2.0.0 Accepted as ${stored[0]}` };
  }

  async #findRecipient(
    { address: path, args }: SMTPServerAddress,
    { envelope, remoteAddress }: SMTPServerSession,
  ): Promise<Recipient | RefusalName> {
    if (args) return 'unknownParameter';
    if (!envelope.smtpUtf8 && !isAscii(path)) return 'needsUtf8';
    const { acceptance, deadlines, rates, serverName } = this.deps;
    const address = deliverableAddress(path, serverName);
    if (!address) return 'unknownRecipient';
    const found = await deadlines.withTimeout(acceptance.findRecipient(address));
    if (!found) return this.#whyUnknown(address);
    if (found.isFull) return 'inboxFull';
    if (rates.isOver(remoteAddress, found)) return 'tooFast';
    return this.#noRoom([inboxHolder(found.inboxId)], announced(envelope.mailFrom)) ?? found;
  }

  /** A live domain moves here without a mail lost: its records are seen before it is believed. */
  async #whyUnknown(address: string): Promise<RefusalName> {
    const { acceptance, deadlines, serverName } = this.deps;
    if (address.endsWith(`@${serverName}`)) return 'unknownRecipient';
    const isAwaited = await deadlines.withTimeout(acceptance.isAwaited(address));
    return isAwaited ? 'domainPending' : 'unknownRecipient';
  }

  /** Why a message of so many bytes cannot come now, before it does. */
  #noRoom(holders: readonly Holder[], bytes: number): RefusalName | null {
    const noRoom = bytes > 0 ? this.deps.budget.noRoom(holders, bytes) : null;
    return noRoom && ROOM_REFUSALS[noRoom];
  }

  async #store(
    data: MessageData,
    session: SMTPServerSession,
  ): Promise<readonly string[] | RefusalName> {
    const raw = data.finish();
    if (typeof raw === 'string') {
      data.release();
      return raw;
    }
    const { mailFrom } = session.envelope;
    const recipients = this.#recipientsOf(session);
    for (const one of recipients) this.deps.rates.count(session.remoteAddress, one);
    const delivery = {
      mailFrom: mailFrom ? mailFrom.address : '',
      recipients,
      raw,
      source: sourceOf(session),
      onParsed: (ms: number) => data.parsed(ms),
    };
    return this.deps.deadlines.withTimeout(this.#accept(delivery, data));
  }

  /** Holds the message's memory until storage is done with it, however long its client waited. */
  async #accept(delivery: Delivery, data: MessageData): Promise<readonly string[]> {
    try {
      return await this.deps.acceptance.accept(delivery);
    } finally {
      data.release();
    }
  }

  /** In the order given, each inbox once: two addresses may reach the same one. */
  #recipientsOf({ envelope }: SMTPServerSession): Recipient[] {
    return oncePerInbox(envelope.rcptTo.flatMap((given) => this.#recipients.get(given) ?? []));
  }

  #failed(error: unknown, session: SMTPServerSession): RefusalName {
    const refusal = refusalOf(error);
    const level = STORAGE_FAILS.has(refusal) ? 'error' : 'info';
    this.deps.log[level]({ err: error, session: session.id, refusal }, 'SMTP: not stored');
    return refusal;
  }
}

const STORAGE_FAILS: ReadonlySet<RefusalName> = new Set(['unavailable', 'storageFull']);

/** The bytes that the client says will come (RFC 1870); 0 when it does not. */
function announced(sender: SMTPServerAddress | false | undefined): number {
  const size = sender && sender.args ? (sender.args as Record<string, unknown>)['SIZE'] : undefined;
  return typeof size === 'string' ? Number(size) || 0 : 0;
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
