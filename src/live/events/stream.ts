import type { EventConnection, LiveEvents } from '../../operations/operation.js';
import {
  isAfter,
  startOf,
  wasOver,
  type EventPosition,
  type Snapshot,
} from '../../store/events/position.js';
import type { EventBatch, StoredEvent } from './reading.js';
import { wants, type Subscription } from '../../store/events/subscription.js';
import { greeting, HEARTBEAT } from './sse.js';

/** Who listens, and to what. */
export interface Audience {
  readonly orgId: string;
  readonly principalId: string;
  /** The API key that the stream counts for. */
  readonly keyId: string;
  readonly subscription: Subscription;
}

/** Where a stream begins. */
export interface StreamStart {
  readonly cursor: EventPosition;
  /** Of a stream that starts now: what was over before is not told. */
  readonly since: Snapshot | null;
  /** What a client that never saw an event goes on after. */
  readonly newestId: string | null;
}

/** How patient streams are with those who read them. */
export interface StallLimits {
  /** Bytes that may wait for a connection; what is beyond waits in storage. */
  readonly maxUnsent: number;
  /** Milliseconds in which what waits has to leave; then the connection is cut. */
  readonly stalled: number;
}

/** What a stream needs of its hub. */
export interface StreamEnvironment {
  /** Reads on in storage. */
  read(orgId: string, after: EventPosition): Promise<EventBatch>;
  /** It has read everything there was: from now on it is told. */
  join(stream: EventStream): void;
  /** It has ended. */
  left(stream: EventStream): void;
}

// behind: reads from storage. joining: waits for the next look. live: is given what looks find.
type Phase = 'behind' | 'joining' | 'live' | 'ended';

/**
 * One open stream. It is told what happens as long as its connection takes it; when that is too slow
 * it goes on from storage, by the position of the last event it has passed.
 */
export class EventStream implements LiveEvents {
  private phase: Phase = 'behind';
  private cursor: EventPosition = startOf(0);
  private since: Snapshot | null = null;
  private newestId: string | null = null;
  private connection: EventConnection | null = null;
  private reading = false;
  /** Since when something has waited for the connection; null while nothing does. */
  private waitingSince: number | null = null;

  constructor(
    readonly audience: Audience,
    private readonly environment: StreamEnvironment,
    private readonly stallLimits: StallLimits,
  ) {}

  get isLive(): boolean {
    return this.phase === 'live';
  }

  get position(): EventPosition {
    return this.cursor;
  }

  /** Says where it begins, before it does. */
  startAt({ cursor, since, newestId }: StreamStart): void {
    this.cursor = cursor;
    this.since = since;
    this.newestId = newestId;
  }

  begin(connection: EventConnection): void {
    if (this.phase === 'ended') {
      connection.end();
      return;
    }
    this.connection = connection;
    connection.write(greeting(this.newestId));
    // What starts now has nothing to read first.
    if (this.since) this.join();
    else void this.catchUp();
  }

  drained(): void {
    this.waitingSince = null;
    void this.catchUp();
  }

  /** From now on it is given every event after `position`, in order. */
  goLive(): void {
    if (this.phase === 'joining') this.phase = 'live';
  }

  /** Gives it an event; whether it wants it is its own affair. */
  offer(event: StoredEvent): void {
    if (this.phase === 'live' && !this.take(event)) this.phase = 'behind';
  }

  heartbeat(): void {
    if (this.connection?.unsent === 0) this.connection.write(HEARTBEAT);
  }

  /** Called now and then: cuts a connection that takes nothing, goes on where storage was away. */
  check(now: number): void {
    if (!this.connection || this.phase === 'ended') return;
    if (this.connection.unsent === 0) this.waitingSince = null;
    else this.waitingSince ??= now;
    if (this.waitingSince !== null && now - this.waitingSince >= this.stallLimits.stalled)
      this.cut();
    else void this.catchUp();
  }

  /** Ends the answer; the client may connect again and go on. */
  end(): void {
    const { connection } = this;
    if (this.leave()) connection?.end();
  }

  private cut(): void {
    const { connection } = this;
    if (this.leave()) connection?.cut();
  }

  private leave(): boolean {
    if (this.phase === 'ended') return false;
    this.phase = 'ended';
    this.connection = null;
    this.environment.left(this);
    return true;
  }

  private join(): void {
    this.phase = 'joining';
    this.environment.join(this);
  }

  /** Passes an event, sending it when it is wanted; false when the connection takes no more. */
  private take(event: StoredEvent): boolean {
    const { position, frame } = event;
    if (!isAfter(position, this.cursor)) return true;
    if (this.isFull()) return false;
    this.cursor = position;
    const isNews = !this.since || !wasOver(this.since, position.xid);
    if (isNews && wants(this.audience.subscription, event)) this.connection?.write(frame);
    return true;
  }

  private isFull(): boolean {
    return this.connection === null || this.connection.unsent > this.stallLimits.maxUnsent;
  }

  /** Reads on until it has caught up or the connection takes no more. */
  private async catchUp(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.phase === 'behind' && !this.isFull()) {
        const look = await this.environment.read(this.audience.orgId, this.cursor);
        this.passAll(look);
      }
    } catch {
      // Storage is away: the next check tries again.
    } finally {
      this.reading = false;
    }
  }

  private passAll({ events, more, reached }: EventBatch): void {
    const tookAll = events.every((event) => this.take(event));
    if (!tookAll || more || this.phase !== 'behind') return;
    const end = startOf(reached);
    if (isAfter(end, this.cursor)) this.cursor = end;
    this.join();
  }
}
