import type { Database } from '../../db/database.js';
import type { Listener } from '../../live/listener.js';
import {
  createRecipientFinder,
  untagged,
  type KnownRecipient,
  type RecipientFinder,
} from '../../store/mail/recipients.js';

/** Finds recipients, and may remember them. */
export interface Recipients {
  /** The recipient as it was read last. */
  readonly find: RecipientFinder;
  /** The recipient as it is now. */
  readonly findNow: RecipientFinder;
  /** An inbox is gone. */
  forget(inboxId: string): void;
}

/** Recipients that are read each time. */
export function recipientsReadEachTime(database: Database): Recipients {
  const find = createRecipientFinder(database);
  return { find, findNow: find, forget: () => undefined };
}

interface KeptRecipient {
  readonly recipient: KnownRecipient;
  readonly until: number;
}

// Entries at once; the one that was read first goes.
const MAX_KEPT = 10_000;
// Rules of one at most: lists may be long, and each inbox would keep its organization's.
const MAX_RULES = 100;
// Milliseconds that a deleted inbox may be named in RCPT, where nobody told of it.
const KEPT_FOR_MS = 60_000;

/**
 * Keeps recipients in memory (decision 0029). What has changed since is found when their mail is stored: then they
 * are read again. Unknown addresses are looked up each time.
 */
export class KeptRecipients implements Recipients {
  private readonly kept = new Map<string, KeptRecipient>();
  private readonly addresses = new Map<string, string>();
  /** How often something was forgotten: what was being read then may be outdated. */
  private forgotten = 0;

  constructor(
    private readonly read: RecipientFinder,
    listener: Pick<Listener, 'on' | 'onReconnect'>,
  ) {
    listener.on('inbox_changed', (change) => this.forget(change.split(' ')[1]!));
    listener.onReconnect(() => this.forgetAll());
  }

  readonly find = async (given: string): Promise<KnownRecipient | null> => {
    const address = given.toLowerCase();
    const kept = this.kept.get(untagged(address));
    if (kept && kept.until > Date.now()) return { ...kept.recipient, address };
    return this.findNow(address);
  };

  readonly findNow = async (given: string): Promise<KnownRecipient | null> => {
    const { forgotten } = this;
    const recipient = await this.read(given);
    if (recipient && forgotten === this.forgotten) this.keep(recipient);
    return recipient;
  };

  forget(inboxId: string): void {
    this.forgotten++;
    this.kept.delete(this.addresses.get(inboxId) ?? '');
    this.addresses.delete(inboxId);
  }

  private forgetAll(): void {
    this.forgotten++;
    this.kept.clear();
    this.addresses.clear();
  }

  private keep(recipient: KnownRecipient): void {
    const { inboxId } = recipient;
    const address = untagged(recipient.address);
    // The newest stand last.
    this.kept.delete(address);
    if (!recipient.isSteady || recipient.terms.rules.length > MAX_RULES) return;
    this.kept.set(address, { recipient, until: Date.now() + KEPT_FOR_MS });
    this.addresses.set(inboxId, address);
    if (this.kept.size > MAX_KEPT) this.forgetOldest();
  }

  private forgetOldest(): void {
    const [oldest] = this.kept.values();
    this.kept.delete(untagged(oldest!.recipient.address));
    this.addresses.delete(oldest!.recipient.inboxId);
  }
}
