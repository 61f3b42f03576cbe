import { createBatcher } from '../../batcher.js';
import type { ByteBudget } from '../../byte-budget.js';
import type { Database } from '../../db/database.js';
import { AppError, notFound, tooBusy } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Log } from '../../log.js';
import type { Analysis } from '../../mail/analysis.js';
import { fallbackAnalysis } from '../../mail/fallback.js';
import { decide } from '../lists/match.js';
import type { Acceptance, Delivery, Recipient } from './delivery.js';
import { handIn, holdersOf } from './hand-in.js';
import { findRepeated, forgetFingerprints } from './repeated.js';
import { fingerprint, mailRecord, type ParseStatus } from './record.js';
import { createRecipientFinder, type KnownRecipient } from './recipients.js';
import type { InboundMail } from './schema.js';
import { storeMails, type StorableMail } from './store.js';
import { findThreads } from './threads.js';
import { origin, traceLine } from './trace.js';

/** Parses mail within a deadline, in another thread; null when it could not. */
export interface Parser {
  parse(
    raw: Buffer,
    context: { receivedAt: Date; onParsed?: Delivery['onParsed'] },
  ): Promise<Analysis | null>;
}

/** What accepting needs. */
export interface InboundServiceDeps {
  /** Its statements may take as long as a large mail does. */
  readonly database: Database;
  readonly parser: Parser;
  /** Named in Received headers. */
  readonly mailDomain: string;
  readonly log: Log;
  /** What mail that is handed in may hold; without it there is no end. */
  readonly budget?: ByteBudget;
}

/** A delivery whose bytes are understood. */
interface Parsed {
  readonly delivery: Delivery;
  readonly analysis: Analysis;
  readonly parseStatus: ParseStatus;
  readonly recipients: readonly KnownRecipient[];
  readonly acceptedAt: Date;
}

const MAX_BATCH = 50;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
// While one batch waits for the disk the next one is prepared.
const LANES = 2;
// Characters of a mail that are searchable when Postgres refused more of them.
const SEARCHABLE_WHEN_REFUSED = 2_000;

/** Takes mail in: what is answered with 250 or 202 is committed. */
export class InboundService implements Acceptance {
  readonly findRecipient: (address: string) => Promise<KnownRecipient | null>;
  private readonly store: (mail: Parsed) => Promise<readonly string[]>;

  constructor(private readonly deps: InboundServiceDeps) {
    this.findRecipient = createRecipientFinder(deps.database);
    this.store = createBatcher<Parsed, readonly string[]>((mails) => this.storeBatch(mails), {
      maxItems: MAX_BATCH,
      lanes: LANES,
      maxWeight: MAX_BATCH_BYTES,
      weigh: ({ delivery }) => delivery.raw.length * delivery.recipients.length,
    });
  }

  /**
   * Stores a delivery and answers the ids of its emails, one a recipient, in order.
   * @throws AppError 404 when every inbox is gone, 503 when storage is away; nothing is stored then.
   */
  async accept(delivery: Delivery): Promise<readonly string[]> {
    const acceptedAt = new Date();
    const context = { receivedAt: acceptedAt, onParsed: delivery.onParsed };
    const [analysis, recipients] = await Promise.all([
      this.deps.parser.parse(delivery.raw, context),
      Promise.all(delivery.recipients.map((recipient) => this.known(recipient))),
    ]);
    return this.store({
      delivery,
      analysis: analysis ?? fallbackAnalysis(delivery.raw, { receivedAt: acceptedAt }),
      parseStatus: analysis ? 'complete' : 'pending',
      recipients,
      acceptedAt,
    });
  }

  /** Accepts a mail that another mail server hands in. @throws AppError 404, 413, 503 */
  async deliver(mail: InboundMail, remoteAddress: string): Promise<readonly string[]> {
    const delivery = await handIn(this, mail, remoteAddress);
    const claim = this.deps.budget?.claim(holdersOf(delivery));
    if (claim?.hold(delivery.raw.length)) throw tooBusy();
    try {
      return await this.accept({ ...delivery, onParsed: (ms) => claim?.parsed(ms) });
    } finally {
      claim?.release();
    }
  }

  /** A protocol hands back what `findRecipient` gave it, terms and all. */
  private async known(recipient: Recipient): Promise<KnownRecipient> {
    if ('terms' in recipient) return recipient as KnownRecipient;
    const found = await this.findRecipient(recipient.address);
    if (found?.inboxId !== recipient.inboxId) throw notFound('Inbox');
    return found;
  }

  /** One statement for all; when it is refused, one for each, so that no mail fails for another's sake. */
  private async storeBatch(
    mails: readonly Parsed[],
  ): Promise<readonly (readonly string[] | Error)[]> {
    try {
      return await this.storeTogether(mails);
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.deps.log.warn(
        { err: error, mails: mails.length },
        'batch refused, storing mails singly',
      );
    }
    const results: (readonly string[] | Error)[] = [];
    for (const mail of mails) results.push(await this.storeSingly(mail));
    return results;
  }

  /** With less that is searchable; when that is refused too, the bytes alone. */
  private async storeSingly(mail: Parsed): Promise<readonly string[] | Error> {
    const attempts = [
      { mail, searchable: SEARCHABLE_WHEN_REFUSED },
      { mail: withoutAnalysis(mail), searchable: 0 },
    ];
    let refusal = new Error('not tried');
    for (const attempt of attempts) {
      try {
        const [result] = await this.storeTogether([attempt.mail], attempt.searchable);
        return result!;
      } catch (error) {
        refusal = error as Error;
        if (error instanceof AppError) break;
        this.deps.log.warn({ err: error, bytes: mail.delivery.raw.length }, 'mail refused');
      }
    }
    return refusal;
  }

  private async storeTogether(
    mails: readonly Parsed[],
    searchable?: number,
  ): Promise<(readonly string[] | Error)[]> {
    const storable = await this.storable(mails);
    const stored = await storeMails(this.deps.database, storable, searchable);
    const missing = storable.filter((mail) => mail.recipients.some((c) => !stored.has(c.emailId)));
    if (missing.length === 0) return storable.map(({ recipients }) => recipients.map(emailId));
    const repeated = await findRepeated(this.deps.database, missing, stored);
    await this.storeAgain(repeated.stale, searchable);
    return storable.map(({ recipients }) => {
      const ids = recipients.map((copy) => repeated.ids.get(copy.emailId) ?? copy.emailId);
      const gone = ids.every((id, i) => id === recipients[i]!.emailId && repeated.gone.has(id));
      return gone ? notFound('Inbox') : ids;
    });
  }

  /** Mails that equal one of more than a day ago are new mails. */
  private async storeAgain(mails: readonly StorableMail[], searchable?: number): Promise<void> {
    if (mails.length === 0) return;
    await forgetFingerprints(this.deps.database, mails);
    await storeMails(this.deps.database, mails, searchable);
  }

  private async storable(mails: readonly Parsed[]): Promise<StorableMail[]> {
    const copies = mails.flatMap((mail) =>
      mail.recipients.map((recipient) => ({ mail, recipient })),
    );
    const threads = await findThreads(
      this.deps.database,
      copies.map(({ mail, recipient }) => ({
        inboxId: recipient.inboxId,
        inboxAddress: recipient.address,
        envelope: mail.analysis,
      })),
    );
    let turn = 0;
    return mails.map((mail) => ({
      raw: mail.delivery.raw,
      trace: traceLine(mail.delivery.source, this.deps.mailDomain, mail.acceptedAt),
      mailFrom: mail.delivery.mailFrom,
      ...origin(mail.delivery.source),
      fingerprint: fingerprint(mail.delivery.raw, mail.analysis.messageId),
      record: mailRecord(mail.analysis, mail.parseStatus, mail.delivery.mailFrom),
      attachments: mail.analysis.attachments,
      recipients: mail.recipients.map((recipient) => ({
        emailId: newId('eml'),
        ...recipient,
        ...threads[turn++]!,
        ...reception(mail, recipient),
      })),
    }));
  }
}

/** A mail as if nothing of it could be read. */
const withoutAnalysis = (mail: Parsed): Parsed => ({
  ...mail,
  analysis: fallbackAnalysis(Buffer.alloc(0), { receivedAt: mail.acceptedAt }),
  parseStatus: 'failed',
});

const emailId = ({ emailId: id }: { readonly emailId: string }) => id;

/** How an inbox receives a mail by its terms. */
function reception({ delivery, analysis }: Parsed, { terms: { rules, left } }: KnownRecipient) {
  const counted = left !== null;
  const senders = { envelopeFrom: delivery.mailFrom, headerFrom: analysis.from.address };
  if (decide(rules, senders) === 'blocked') return { status: 'blocked', counted } as const;
  return { status: left === 0 ? 'quarantined' : 'received', counted } as const;
}
