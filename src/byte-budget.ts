import { countedAddress } from './auth/counted-address.js';
import type { Config } from './config.js';
import { LeakyBuckets } from './leaky-buckets.js';

/** Whom bytes are held for. */
export interface Holder {
  readonly kind: 'peer' | 'inbox' | 'org';
  readonly name: string;
  /** How many shares it has. */
  readonly shares: number;
}

/** Why bytes cannot be held: there is no room for anybody, or the share of one of the holders is used up. */
export type NoRoom = 'full' | Holder['kind'];

/** How a budget is cut. */
export interface BudgetOptions {
  readonly bytes: number;
  /** Percent of the bytes, and of the time of a parse thread, that one holder may have; 100 = no shares. */
  readonly sharePercent: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** Bytes that every holder may have as long as there is room at all. */
export const SMALL_BYTES = 256 * 1024;
/** Part of the bytes that large ones may have: reading and storing one takes several times its size. */
export const FOR_LARGE = 0.45;
// Of a network of peers, beside the share of each.
const SHARES_OF_NETWORK = 2;
// Milliseconds of parsing that all holders together may be ahead of one thread.
const PARSE_AHEAD_MS = 40_000;
// Until it is known how long a mail took: ordinary large mail takes less, hostile mail more.
const PARSE_MS_PER_BYTE = 0.1 / 1024;

/** A peer: of IPv6 its /64, and its /48 beside it. */
export function peerHolders(address: string): Holder[] {
  const { narrow, wide } = countedAddress(address);
  const own: Holder = { kind: 'peer', name: `peer ${narrow}`, shares: 1 };
  if (wide === null) return [own];
  return [own, { kind: 'peer', name: `peer ${wide}`, shares: SHARES_OF_NETWORK }];
}

/** An inbox that mail is for. */
export const inboxHolder = (id: string): Holder => ({
  kind: 'inbox',
  name: `inbox ${id}`,
  shares: 1,
});

/** An organization that uploads: bodies are larger than messages. */
export const orgHolder = (id: string): Holder => ({ kind: 'org', name: `org ${id}`, shares: 1.5 });

/**
 * How many bytes of messages and bodies a process holds at once, from when they may arrive until what
 * they are for has really ended. Holders have shares of the bytes and of the time that parsing takes.
 */
export class ByteBudget {
  readonly #byHolder = new Map<string, number>();
  readonly #parsing: LeakyBuckets;
  #held = 0;

  constructor(private readonly options: BudgetOptions) {
    const { sharePercent, now = () => performance.now() } = options;
    this.#parsing = new LeakyBuckets({ leak: sharePercent / 100, now });
  }

  get held(): number {
    return this.#held;
  }

  /** Why `bytes` more than the `before` that are held cannot be; null when they can. */
  noRoom(holders: readonly Holder[], bytes: number, before = 0): NoRoom | null {
    const isSmall = bytes <= SMALL_BYTES;
    const room = this.options.bytes * (isSmall ? 1 : FOR_LARGE);
    if (this.#held + bytes - before > room) return 'full';
    if (isSmall || this.options.sharePercent === 100) return null;
    return holders.find((holder) => this.#exceeds(holder, bytes, before))?.kind ?? null;
  }

  /** A claim that holds nothing yet. */
  claim(holders: readonly Holder[]): ByteClaim {
    return new ByteClaim(this, holders);
  }

  /** For claims alone: holds or gives back, without asking. */
  change(holders: readonly Holder[], by: number): void {
    this.#held += by;
    for (const { name } of holders) {
      const bytes = (this.#byHolder.get(name) ?? 0) + by;
      if (bytes > 0) this.#byHolder.set(name, bytes);
      else this.#byHolder.delete(name);
    }
  }

  /** For claims alone: that reading a mail took so long. */
  parsed(holders: readonly Holder[], ms: number): void {
    for (const { name, shares } of holders) this.#parsing.add(name, ms / shares);
  }

  #exceeds({ name, shares }: Holder, bytes: number, before: number): boolean {
    const share = this.options.sharePercent / 100;
    const others = (this.#byHolder.get(name) ?? 0) - before;
    // One at a time always may: a message can be larger than a small share.
    if (others > 0 && others + bytes > this.options.bytes * share * shares) return true;
    const expected = ((others + bytes) * PARSE_MS_PER_BYTE) / shares;
    return this.#parsing.level(name) + expected > PARSE_AHEAD_MS * share;
  }
}

/** The budget of a process. */
export const createBudget = ({
  INTAKE_MIB: mebibytes,
  INTAKE_SHARE_PERCENT: sharePercent,
}: Pick<Config, 'INTAKE_MIB' | 'INTAKE_SHARE_PERCENT'>) =>
  new ByteBudget({ bytes: mebibytes * 1024 * 1024, sharePercent });

/** What one message or body holds of a budget. */
export class ByteClaim {
  #held = 0;

  constructor(
    private readonly budget: ByteBudget,
    private holders: readonly Holder[],
  ) {}

  /** Says for whom it holds, where that was not known before. */
  holdFor(holders: readonly Holder[]): void {
    this.budget.change(this.holders, -this.#held);
    this.holders = holders;
    this.budget.change(this.holders, this.#held);
  }

  /** Holds `bytes` in all, or as many as before when there is no room: why not, or null. */
  hold(bytes: number): NoRoom | null {
    if (bytes <= this.#held) return null;
    const refused = this.budget.noRoom(this.holders, bytes, this.#held);
    if (refused !== null) return refused;
    this.budget.change(this.holders, bytes - this.#held);
    this.#held = bytes;
    return null;
  }

  /** A thread read what is held for so many milliseconds. */
  parsed(ms: number): void {
    this.budget.parsed(this.holders, ms);
  }

  /** Gives everything back. It may be called again. */
  release(): void {
    this.budget.change(this.holders, -this.#held);
    this.#held = 0;
  }
}
