import type { ByteBudget } from '../../byte-budget.js';
import type { Semaphore } from '../../semaphore.js';
import type { Database } from '../../db/database.js';
import { AppError, notFound, tooBusy } from '../../errors.js';
import type { ArrivalHub } from '../../live/arrivals/hub.js';
import type { Log } from '../../log.js';
import type { Parser } from '../../mail/pool/parse-pool.js';
import { fallbackAnalysis } from '../../mail/reading/fallback.js';
import type { Acceptance, Delivery, Recipient } from '../../store/mail/delivery.js';
import { composeInbound, holdersOf } from './compose-inbound.js';
import { createAwaitedFinder, type KnownRecipient } from '../../store/mail/recipients.js';
import type { Recipients } from './kept-recipients.js';
import type { InboundMail } from './schema.js';
import { isLarge, MailStoring } from './storing.js';

interface InboundServiceDeps {
  /** Its statements may take as long as a large mail does. */
  readonly database: Database;
  readonly parser: Parser;
  readonly recipients: Recipients;
  /** Large mail that is read and stored, with all that does so in a process. */
  readonly largeTurns: Semaphore;
  /** Named in Received headers. */
  readonly mailDomain: string;
  readonly log: Log;
  /** Who waits for mail in this process; absent where nobody can. */
  readonly arrivals?: Pick<ArrivalHub, 'storing'> | undefined;
  /** What mail that is handed in may hold. */
  readonly budget: ByteBudget;
}

/** Takes mail in: what is answered with 250 or 202 is committed. */
export class InboundService implements Acceptance {
  readonly findRecipient: (address: string) => Promise<KnownRecipient | null>;
  readonly isAwaited: (address: string) => Promise<boolean>;
  private readonly storing: MailStoring;

  constructor(private readonly deps: InboundServiceDeps) {
    this.findRecipient = deps.recipients.find;
    this.isAwaited = createAwaitedFinder(deps.database);
    this.storing = new MailStoring({ ...deps, findNow: deps.recipients.findNow });
  }

  /**
   * Stores a delivery and answers the ids of its emails, one a recipient, in order.
   * @throws AppError 404 when every inbox is gone, 429 when one has no room any more, 503 when storage is away;
   * nothing is stored then.
   */
  async accept(delivery: Delivery): Promise<readonly string[]> {
    try {
      return await this.acceptInTurn(delivery);
    } catch (error) {
      if (error instanceof AppError && error.status === 404)
        for (const { inboxId } of delivery.recipients) this.forget(inboxId);
      throw error;
    }
  }

  private async acceptInTurn(delivery: Delivery): Promise<readonly string[]> {
    if (!isLarge(delivery)) return this.readAndStore(delivery);
    const release = this.deps.largeTurns.tryAcquire();
    try {
      return await this.readAndStore(delivery, release !== null);
    } finally {
      release?.();
    }
  }

  /** What is not to be read now, or cannot be, is stored as it is and read later. */
  private async readAndStore(delivery: Delivery, isRead = true): Promise<readonly string[]> {
    const acceptedAt = new Date();
    const context = { receivedAt: acceptedAt, onParsed: delivery.onParsed };
    const [analysis, recipients] = await Promise.all([
      isRead ? this.deps.parser.parse(delivery.raw, context) : null,
      Promise.all(delivery.recipients.map((recipient) => this.known(recipient))),
    ]);
    return this.storing.store({
      delivery,
      analysis: analysis ?? fallbackAnalysis(delivery.raw, context),
      parseStatus: analysis ? 'complete' : 'pending',
      recipients,
      acceptedAt,
    });
  }

  /** An inbox is deleted: this process does not let it be named any more. */
  forget(inboxId: string): void {
    this.deps.recipients.forget(inboxId);
  }

  /** Accepts a mail that another mail server hands in. @throws AppError 404, 413, 503 */
  async deliver(mail: InboundMail, remoteAddress: string): Promise<readonly string[]> {
    const delivery = await composeInbound(this, mail, remoteAddress);
    const claim = this.deps.budget.claim(holdersOf(delivery));
    if (claim.hold(delivery.raw.length)) throw tooBusy();
    try {
      return await this.accept({ ...delivery, onParsed: (ms) => claim.parsed(ms) });
    } finally {
      claim.release();
    }
  }

  /** A protocol hands back what `findRecipient` gave it, terms and all. */
  private async known(recipient: Recipient): Promise<KnownRecipient> {
    if ('terms' in recipient) return recipient as KnownRecipient;
    const found = await this.findRecipient(recipient.address);
    if (found?.inboxId !== recipient.inboxId) throw notFound('Inbox');
    return found;
  }
}
