/** Leave to make one attempt. */
export interface Permit {
  /** The request leaves now: how long it takes says how quick the endpoint is. */
  begin(): void;
  /** To be called once it is answered, or is not made. */
  release(): void;
}

interface Endpoint {
  /** The attempts that are under way, and when their requests left. */
  readonly begun: Set<{ at: number | null }>;
  readonly waiting: Set<(permit: Permit) => void>;
  /** Milliseconds of the last request; null before the first. */
  last: number | null;
  /** How many attempts may be under way. */
  limit: number;
  /** Whether somebody was told that it can take nothing more, and not yet that it can. */
  wasBusy: boolean;
}

// Attempts under way at one endpoint (docs/interface.md, Webhooks and events): more while it answers quickly.
const MIN_CONCURRENT = 5;
const MAX_CONCURRENT = 20;
// Milliseconds in which an endpoint has answered that may get more at once, and how many more for each answer.
const QUICK_MS = 100;
const MORE = 0.2;
// Milliseconds in which an endpoint that deserves more than a handful at once has answered.
const FAST_MS = 300;
// Deliveries that may queue here for an endpoint that is fast, and how many are left when there is room for more.
const MAX_QUEUED = 50;
const ROOM_AT = 25;
const MAX_REMEMBERED = 2_000;

/**
 * How many attempts are under way at each endpoint: a few, and more at one that answers quickly, so that one that
 * hangs takes nothing from the others. One for each process.
 */
export class Endpoints {
  private readonly known = new Map<string, Endpoint>();
  private roomFound = () => {};

  constructor(private readonly now: () => number = Date.now) {}

  /** Leave to make an attempt, in turn; null when `signal` is aborted before. */
  acquire(webhookId: string, signal: AbortSignal): Promise<Permit | null> {
    const endpoint = this.endpoint(webhookId);
    if (!isFull(endpoint)) return Promise.resolve(this.begin(endpoint));
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const proceed = (permit: Permit) => {
        signal.removeEventListener('abort', giveUp);
        resolve(permit);
      };
      const giveUp = () => {
        endpoint.waiting.delete(proceed);
        resolve(null);
      };
      endpoint.waiting.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Endpoints that can take nothing more now; `onRoom` tells when one of them can. */
  busy(): readonly string[] {
    return this.where((endpoint) => {
      const isBusy = isFull(endpoint) && !this.mayQueue(endpoint, MAX_QUEUED);
      endpoint.wasBusy ||= isBusy;
      return isBusy;
    });
  }

  /** Has `handle` called when one that was busy can take more; it takes the place of the one before. */
  onRoom(handle: () => void): void {
    this.roomFound = handle;
  }

  /** Endpoints that answer so fast that many deliveries may be taken on at once. */
  fast(): readonly string[] {
    return this.where((endpoint) => this.isFast(endpoint));
  }

  private where(test: (endpoint: Endpoint) => boolean): string[] {
    return [...this.known].filter(([, endpoint]) => test(endpoint)).map(([id]) => id);
  }

  private mayQueue(endpoint: Endpoint, most: number): boolean {
    return this.isFast(endpoint) && endpoint.waiting.size < most;
  }

  private isFast({ begun, last }: Endpoint): boolean {
    const oldest = begun.values().next().value?.at ?? this.now();
    return last !== null && last < FAST_MS && this.now() - oldest < FAST_MS;
  }

  private begin(endpoint: Endpoint): Permit {
    const attempt: { at: number | null } = { at: null };
    endpoint.begun.add(attempt);
    return {
      begin: () => (attempt.at = this.now()),
      release: () => {
        if (!endpoint.begun.delete(attempt)) return;
        if (attempt.at !== null) learn(endpoint, this.now() - attempt.at);
        this.proceed(endpoint);
        this.tellOfRoom(endpoint);
      },
    };
  }

  /** Those who wait have their turn, as far as there is room. */
  private proceed(endpoint: Endpoint): void {
    for (const next of endpoint.waiting) {
      if (isFull(endpoint)) return;
      endpoint.waiting.delete(next);
      next(this.begin(endpoint));
    }
  }

  private tellOfRoom(endpoint: Endpoint): void {
    if (!endpoint.wasBusy || (isFull(endpoint) && !this.mayQueue(endpoint, ROOM_AT))) return;
    endpoint.wasBusy = false;
    this.roomFound();
  }

  private endpoint(webhookId: string): Endpoint {
    const known = this.known.get(webhookId);
    if (known) return known;
    const endpoint: Endpoint = {
      begun: new Set(),
      waiting: new Set(),
      last: null,
      limit: MIN_CONCURRENT,
      wasBusy: false,
    };
    this.known.set(webhookId, endpoint);
    if (this.known.size > MAX_REMEMBERED) this.evictOne();
    return endpoint;
  }

  /** The one known longest of those where nothing is under way. */
  private evictOne(): void {
    for (const [id, { begun }] of this.known)
      if (begun.size === 0) {
        this.known.delete(id);
        return;
      }
  }
}

const isFull = ({ begun, limit }: Endpoint) => begun.size >= Math.floor(limit);

function learn(endpoint: Endpoint, took: number): void {
  endpoint.last = took;
  endpoint.limit = nextLimit(endpoint.limit, took);
}

/** How many attempts an endpoint may have after one took so many milliseconds. */
const nextLimit = (limit: number, took: number): number => {
  if (took < QUICK_MS) return Math.min(MAX_CONCURRENT, limit + MORE);
  return took < FAST_MS ? limit : Math.max(MIN_CONCURRENT, limit / 2);
};
