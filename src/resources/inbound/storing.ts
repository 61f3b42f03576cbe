import { setTimeout as delay } from 'node:timers/promises';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { joinedTransaction } from '../../db/joined.js';
import { AppError, notFound, unavailable } from '../../errors.js';
import { inboxFull } from './compose-inbound.js';
import { newId } from '../../ids.js';
import type { ArrivalHub } from '../../live/arrivals/hub.js';
import type { Log } from '../../log.js';
import type { Analysis } from '../../mail/analysis.js';
import { fallbackAnalysis } from '../../mail/reading/fallback.js';
import { unsignedFrom } from '../../sender/head.js';
import { decide } from '../../store/mail/address-rules.js';
import type { Delivery } from '../../store/mail/delivery.js';
import type { KnownRecipient, RecipientFinder } from '../../store/mail/recipients.js';
import { fingerprint, mailRecord, type ParseStatus } from '../../store/mail/columns.js';
import { findDuplicates, clearFingerprints, type Duplicates } from './duplicates.js';
import {
  SEARCHABLE_WHEN_REFUSED,
  storeEmails,
  termsOf,
  type StorableMail,
  type Stored,
  type StoreOptions,
} from '../../store/mail/insert-inbound.js';
import { batchesOf } from '../../store/mail/batches.js';
import { findThreads } from '../../store/mail/threads.js';
import type { ArrivedMail } from '../../store/waits/arrived-mail.js';
import { arrivedMail } from './arrived-mail.js';
import { origin, traceLine } from './received-header.js';

interface StoringDeps {
  /** Its statements may take as long as a large mail does. */
  readonly database: Database;
  /** Named in Received headers. */
  readonly mailDomain: string;
  readonly log: Log;
  /** Reads a recipient again whose terms have changed. */
  readonly findNow: RecipientFinder;
  /** Who waits for mail in this process; absent where nobody can. */
  readonly arrivals?: Pick<ArrivalHub, 'storing'> | undefined;
}

/** A delivery whose bytes are understood. */
export interface Parsed {
  readonly delivery: Delivery;
  readonly analysis: Analysis;
  readonly parseStatus: ParseStatus;
  readonly recipients: readonly KnownRecipient[];
  readonly acceptedAt: Date;
}

/** The ids of a mail's emails; otherwise why nothing was stored: an inbox of it is locked, or terms have changed. */
type StoreOutcome = readonly string[] | 'locked' | 'outdated';
type Lane = (mail: Parsed) => Promise<StoreOutcome>;

const MAX_BATCH = 50;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
// Bytes, once for each recipient, of a mail that goes in the lane for large mail.
const SMALL_BYTES = 256 * 1024;
// While one batch waits for the disk the next one is prepared.
const SMALL_LANES = 2;
// Milliseconds until the next one begins beside it: a statement costs what two mails do, so company pays.
const COMPANY_MS = 1;
// One that is stored with all that was read of it takes long; those that were put off do not wait for it.
const LARGE_LANES = 2;

/**
 * Stores mail in batches. Large mail has a lane of its own, so that small mail does not wait for it, and
 * so has mail of inboxes that somebody else has locked, which holds up that of no other inbox.
 */
export class MailStoring {
  private readonly small: Lane;
  private readonly large: Lane;
  private readonly apart: Lane;
  private readonly untilFree: (inboxIds: readonly string[]) => Promise<void>;

  constructor(private readonly deps: StoringDeps) {
    this.small = this.lane(SMALL_LANES, false);
    this.large = this.lane(LARGE_LANES, false);
    this.apart = this.lane(1, true);
    this.untilFree = createLockWatch(deps.database);
  }

  /**
   * Answers the ids of the emails of a mail, one a recipient, once they are committed.
   * @throws AppError 404 when every inbox is gone, 429 when the terms of one leave no room any more, 503 when storage
   * is away or an inbox is locked for long
   */
  async store(mail: Parsed): Promise<readonly string[]> {
    const outcome = await (isLarge(mail.delivery) ? this.large : this.small)(mail);
    if (outcome === 'locked') return this.storeWhenFree(mail);
    if (outcome !== 'outdated') return outcome;
    return this.store({ ...mail, recipients: await this.recipientsNow(mail) });
  }

  private async storeWhenFree(mail: Parsed): Promise<readonly string[]> {
    await this.untilFree(mail.recipients.map(({ inboxId }) => inboxId));
    const outcome = await this.apart(mail);
    if (outcome !== 'outdated') return outcome === 'locked' ? [] : outcome;
    return this.store({ ...mail, recipients: await this.recipientsNow(mail) });
  }

  /** By the terms of now, which are not compared again: the mail must not wait for ever where they change often. */
  private recipientsNow({ recipients }: Parsed): Promise<KnownRecipient[]> {
    return Promise.all(
      recipients.map(async (one) => {
        const now = await this.deps.findNow(one.address);
        if (now?.isFull) throw inboxFull();
        // One that is gone meanwhile is left out when the others are stored.
        return { ...one, ...(now?.inboxId === one.inboxId && now), changes: null };
      }),
    );
  }

  private lane(lanes: number, waits: boolean): Lane {
    return createBatcher<Parsed, StoreOutcome>((mails) => this.storeBatch(mails, waits), {
      maxItems: MAX_BATCH,
      concurrency: lanes,
      companyMs: COMPANY_MS,
      maxWeight: MAX_BATCH_BYTES,
      weigh,
      // Two batches of this process never find each other's inboxes locked.
      keysOf: ({ recipients }) => recipients.map(({ inboxId }) => inboxId),
    });
  }

  private async storeBatch(
    mails: readonly Parsed[],
    waits: boolean,
  ): Promise<readonly (StoreOutcome | Error)[]> {
    if (mails.length > 1) return this.storeTogether(mails, { waits });
    return [await this.storeAlone(mails[0]!, waits)];
  }

  /** A mail that is refused is tried with less that is searchable, and then its bytes alone. */
  private async storeAlone(mail: Parsed, waits: boolean): Promise<StoreOutcome | Error> {
    const attempts = [
      { mail, searchable: undefined },
      { mail, searchable: SEARCHABLE_WHEN_REFUSED },
      { mail: withoutAnalysis(mail), searchable: 0 },
    ];
    let refusal = new Error('not tried');
    for (const attempt of attempts) {
      try {
        const { searchable } = attempt;
        const [result] = await this.storeTogether([attempt.mail], { waits, searchable });
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
    options: StoreOptions,
  ): Promise<(StoreOutcome | Error)[]> {
    const { database } = this.deps;
    const storable = await this.storable(mails);
    const stored = await this.storeAndOffer(storable, options);
    const missing = storable.filter(
      (mail) =>
        !whyPassedOver(mail, stored) && mail.recipients.some((c) => !stored.ids.has(c.emailId)),
    );
    if (missing.length === 0) return storable.map((mail) => outcomeOf(mail, stored, NO_DUPLICATES));
    const duplicates = await findDuplicates(database, missing, stored.ids);
    const again = await this.storeAgain(duplicates.stale, options);
    const passedOver = {
      locked: new Set([...stored.locked, ...again.locked]),
      outdated: new Set([...stored.outdated, ...again.outdated]),
    };
    return storable.map((mail) => outcomeOf(mail, { ...stored, ...passedOver }, duplicates));
  }

  /** Mails that equal one of more than a day ago are new mails. */
  private async storeAgain(mails: readonly StorableMail[], options: StoreOptions): Promise<Stored> {
    if (mails.length === 0) return NOTHING_STORED;
    await clearFingerprints(this.deps.database, mails);
    return this.storeAndOffer(mails.map(withoutBatch), options);
  }

  /** Mail that somebody waits for in this process is offered once it is committed, without its notification. */
  private async storeAndOffer(
    mails: readonly StorableMail[],
    options: StoreOptions,
  ): Promise<Stored> {
    const { database, arrivals } = this.deps;
    // What takes part in a transaction is committed later, or not at all.
    const awaited = joinedTransaction() ? null : arrivals?.storing(mails.flatMap(copiesOf));
    if (!awaited) return storeEmails(database, mails, options);
    let arrived: readonly ArrivedMail[] = [];
    try {
      const stored = await storeEmails(database, mails, options);
      arrived = mails.flatMap((mail) => arrivedOf(mail, stored, awaited.ids));
      return stored;
    } finally {
      awaited.offer(arrived);
    }
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
    const batchIds = batchesOf(copies.map(({ recipient }) => recipient.orgId));
    let next = 0;
    return mails.map((mail) => ({
      raw: mail.delivery.raw,
      trace: traceLine(mail.delivery.source, this.deps.mailDomain, mail.acceptedAt),
      mailFrom: mail.delivery.mailFrom,
      ...origin(mail.delivery.source),
      fromFields: unsignedFrom(mail.delivery.raw),
      fingerprint: fingerprint(mail.delivery.raw, mail.analysis.messageId),
      record: mailRecord(mail.analysis, mail.parseStatus, mail.delivery.mailFrom),
      attachments: mail.analysis.attachments,
      recipients: mail.recipients.map((recipient) => {
        const turn = next++;
        return {
          emailId: newId('eml'),
          batchId: batchIds[turn]!,
          ...recipient,
          ...threads[turn]!,
          ...reception(mail, recipient),
        };
      }),
    }));
  }
}

const weigh = ({ delivery }: Parsed) => weightOf(delivery);
const weightOf = ({ raw, recipients }: Delivery) => raw.length * recipients.length;

/** Whether a mail takes so long to be read and stored that others must not wait for it. */
export const isLarge = (delivery: Delivery): boolean => weightOf(delivery) > SMALL_BYTES;

const NOTHING_STORED: Stored = {
  ids: new Set(),
  announced: new Map(),
  locked: new Set(),
  outdated: new Set(),
};
const NO_DUPLICATES: Duplicates = { ids: new Map(), gone: new Set(), stale: [] };

const copiesOf = ({ recipients }: StorableMail) =>
  recipients.map(({ emailId: id, inboxId }) => ({ id, inboxId }));

/** Copies of a mail that were announced, of those that somebody waits for. */
const arrivedOf = (
  { record, recipients }: StorableMail,
  { announced }: Stored,
  awaited: ReadonlySet<string>,
): ArrivedMail[] =>
  recipients.flatMap(({ emailId: id, inboxId }) => {
    const place = announced.get(id);
    return place && awaited.has(id) ? arrivedMail({ id, inboxId, ...place }, record) : [];
  });

function whyPassedOver({ recipients }: StorableMail, { locked, outdated }: Stored) {
  if (recipients.some(({ inboxId }) => locked.has(inboxId))) return 'locked';
  return recipients.some((copy) => outdated.has(termsOf(copy))) ? 'outdated' : null;
}

function outcomeOf(
  mail: StorableMail,
  stored: Stored,
  duplicates: Duplicates,
): StoreOutcome | Error {
  const passedOver = whyPassedOver(mail, stored);
  if (passedOver) return passedOver;
  const ids = mail.recipients.map((copy) => duplicates.ids.get(copy.emailId) ?? copy.emailId);
  const isGone = ids.every(
    (id, i) => id === mail.recipients[i]!.emailId && duplicates.gone.has(id),
  );
  return isGone ? notFound('Inbox') : ids;
}

/** The row of its batch is written. */
const withoutBatch = (mail: StorableMail): StorableMail => ({
  ...mail,
  recipients: mail.recipients.map((copy) => ({ ...copy, batchId: null })),
});

/** A mail as if nothing of it could be read. */
const withoutAnalysis = (mail: Parsed): Parsed => ({
  ...mail,
  analysis: fallbackAnalysis(Buffer.alloc(0), { receivedAt: mail.acceptedAt }),
  parseStatus: 'failed',
});

/** How an inbox receives a mail by its terms. */
function reception({ delivery, analysis }: Parsed, { terms: { rules, left } }: KnownRecipient) {
  // Spam costs nothing: otherwise any stranger could use up the month.
  const counted = left !== null && !analysis.isSpam;
  const senders = { envelopeFrom: delivery.mailFrom, headerFrom: analysis.from.address };
  if (decide(rules, senders) === 'blocked') return { status: 'blocked', counted } as const;
  return { status: counted && left === 0 ? 'quarantined' : 'received', counted } as const;
}

// Milliseconds that a mail waits for its inbox, and between looks.
const LOCKED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 25;
const MAX_LOOKED_AT = 500;

/**
 * Waits until nobody has one of the inboxes locked. However many are waited for, that takes one
 * connection, which waits for nothing. @throws AppError 503 when they are locked for long
 */
function createLockWatch(database: Database): (inboxIds: readonly string[]) => Promise<void> {
  const isLocked = createBatcher(
    async (inboxIds: readonly string[]) => {
      const rows = await database.query<{ id: string }>(LOCKED, [[...new Set(inboxIds)]]);
      const locked = new Set(rows.map(({ id }) => id));
      return inboxIds.map((id) => locked.has(id));
    },
    { maxItems: MAX_LOOKED_AT },
  );
  return async (inboxIds) => {
    for (const end = Date.now() + LOCKED_WITHIN_MS; ; await delay(LOOK_EVERY_MS)) {
      const locked = await Promise.all(inboxIds.map(isLocked));
      if (!locked.includes(true)) return;
      if (Date.now() > end) throw unavailable();
    }
  };
}

// Shared, so that those who look do not find each other.
const LOCKED = `
SELECT inbox_id AS id FROM inbox_counters
WHERE inbox_id = ANY ($1) AND inbox_id <> ALL (ARRAY(
  SELECT inbox_id FROM inbox_counters WHERE inbox_id = ANY ($1)
  ORDER BY inbox_id FOR SHARE SKIP LOCKED))`;
