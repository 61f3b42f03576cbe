import { createBatcher } from '../../batcher.js';
import type { Listener } from '../listener.js';
import type { Log } from '../../log.js';
import { earlier, startOf, type EventPosition } from '../../store/events/position.js';
import { Watch } from '../watch.js';
import type { EventStore, EventBatch, ReadLimits } from './reading.js';
import { EventStream, type Audience, type StallLimits } from './stream.js';

interface HubDeps {
  readonly store: Pick<EventStore, 'look' | 'revoked'>;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly log: Log;
  readonly timing?: Partial<HubTiming>;
}

/** When the hub does what nobody tells it to, in milliseconds, and how patient it is. */
export interface HubTiming extends StallLimits {
  readonly heartbeatEvery: number;
  /** Between polls, which find what a lost notification was about. */
  readonly lookEvery: number;
}

const TIMING: HubTiming = {
  heartbeatEvery: 15_000,
  lookEvery: 1_000,
  maxUnsent: 64 * 1024,
  stalled: 30_000,
};

const LIVE: ReadLimits = { rows: 200, bytes: 4 * 1024 * 1024 };
// As much as a connection is given at once: what it does not take is not held for it.
const BEHIND: ReadLimits = { rows: 500, bytes: 64 * 1024 };
// Streams that catch up leave the connections to Postgres to others.
const READS_AT_ONCE = 2;
// Milliseconds until events are looked for again that older transactions may still come before.
const SOON_MS = 5;
const LATER_MS = 50;

/** An organization that someone listens to. */
interface OrgWatch {
  readonly streams: Set<EventStream>;
  readonly joining: Set<EventStream>;
  /** Up to where its live streams were told everything. */
  position: EventPosition | null;
}

/**
 * Tells the streams of this process what happens, in the order of commits: looks when NOTIFY says so
 * and once a second, at all the organizations concerned in one statement.
 */
export class EventHub {
  private readonly watches = new Map<string, OrgWatch>();
  private readonly openByKey = new Map<string, number>();
  private readonly held = new Set<string>();
  private heldLooks = 0;
  private heldTimer: NodeJS.Timeout | undefined;
  private readonly watch: Watch<string>;
  private readonly timing: HubTiming;
  private readonly timers: readonly NodeJS.Timeout[];
  private readonly read: (ask: { orgId: string; after: EventPosition }) => Promise<EventBatch>;

  constructor(private readonly deps: HubDeps) {
    const { listener, store } = deps;
    this.timing = { ...TIMING, ...deps.timing };
    this.read = createBatcher(
      ([ask]) => store.look(new Map([[ask!.orgId, ask!.after]]), BEHIND).then((look) => [look]),
      { maxItems: 1, concurrency: READS_AT_ONCE },
    );
    this.watch = new Watch(listener, {
      hears: [
        ['event_recorded', (payload) => this.lookAt(payload.split(','))],
        ['key_revoked', (keyId) => this.endOf(new Set([keyId]))],
      ],
      keys: () => this.watches.keys(),
      look: (orgIds) => this.look(orgIds),
      catchUp: () => this.endRevoked(),
      failed: (err) => deps.log.debug({ err }, 'the poll for events failed'),
      everyMs: this.timing.lookEvery,
    });
    this.timers = [
      setInterval(() => this.endStalled(), this.timing.lookEvery).unref(),
      setInterval(() => this.heartbeat(), this.timing.heartbeatEvery).unref(),
    ];
  }

  /** Streams of a key, and of the grants behind which it stands, that are open in this process. */
  openStreams(keyId: string): number {
    return this.openByKey.get(keyId) ?? 0;
  }

  /** Streams open in this process. */
  get size(): number {
    let size = 0;
    for (const { streams } of this.watches.values()) size += streams.size;
    return size;
  }

  /** A new stream, counted and ended with its key from now on. */
  add(audience: Audience): EventStream {
    const environment = {
      read: (orgId: string, after: EventPosition) => this.read({ orgId, after }),
      join: (joining: EventStream) => this.join(joining),
      left: (leaving: EventStream) => this.remove(leaving),
    };
    const stream = new EventStream(audience, environment, this.timing);
    this.watchOf(audience.orgId).streams.add(stream);
    this.openByKey.set(audience.keyId, this.openStreams(audience.keyId) + 1);
    return stream;
  }

  /** Ends all streams and stops looking. */
  close(): void {
    this.watch.close();
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.heldTimer);
    for (const stream of this.all()) stream.end();
  }

  private watchOf(orgId: string): OrgWatch {
    let watch = this.watches.get(orgId);
    if (!watch) {
      watch = { streams: new Set(), joining: new Set(), position: null };
      this.watches.set(orgId, watch);
    }
    return watch;
  }

  private remove(stream: EventStream): void {
    const { orgId, keyId } = stream.audience;
    const watch = this.watchOf(orgId);
    watch.joining.delete(stream);
    watch.streams.delete(stream);
    if (watch.streams.size === 0) this.watches.delete(orgId);
    const open = this.openStreams(keyId) - 1;
    if (open > 0) this.openByKey.set(keyId, open);
    else this.openByKey.delete(keyId);
  }

  private join(stream: EventStream): void {
    const { orgId } = stream.audience;
    this.watchOf(orgId).joining.add(stream);
    this.lookAt([orgId]);
  }

  private all(): EventStream[] {
    return [...this.watches.values()].flatMap(({ streams }) => [...streams]);
  }

  private endOf(principalIds: ReadonlySet<string>): void {
    for (const stream of this.all())
      if (principalIds.has(stream.audience.principalId)) stream.end();
  }

  private heartbeat(): void {
    for (const stream of this.all()) stream.heartbeat();
  }

  private endStalled(): void {
    const now = performance.now();
    for (const stream of this.all()) stream.check(now);
  }

  private async endRevoked(): Promise<void> {
    const principals = new Set(this.all().map(({ audience }) => audience.principalId));
    this.endOf(new Set(await this.deps.store.revoked([...principals])));
  }

  private lookAt(orgIds: Iterable<string>): void {
    this.watch.lookAt([...orgIds].filter((orgId) => this.watches.has(orgId)));
  }

  private async look(orgIds: ReadonlySet<string>): Promise<void> {
    const watches = new Map<string, OrgWatch>();
    const positions = new Map<string, EventPosition>();
    for (const orgId of orgIds) {
      const watch = this.watches.get(orgId);
      const position = watch && startLook(watch);
      if (!position) continue;
      watches.set(orgId, watch);
      positions.set(orgId, position);
    }
    if (positions.size === 0) return;
    const look = await this.deps.store.look(positions, LIVE);
    tell(watches, look);
    if (look.more) this.lookAt(watches.keys());
    this.lookForHeld(look.held);
  }

  /** Transactions that began before what they hold up are mostly over in a few milliseconds. */
  private lookForHeld(orgIds: ReadonlySet<string>): void {
    if (orgIds.size === 0) {
      if (this.held.size === 0) this.heldLooks = 0;
      return;
    }
    for (const orgId of orgIds) this.held.add(orgId);
    this.heldTimer ??= setTimeout(
      () => {
        this.heldTimer = undefined;
        const waiting = [...this.held];
        this.held.clear();
        this.lookAt(waiting);
      },
      Math.min(SOON_MS * 2 ** this.heldLooks++, LATER_MS),
    ).unref();
  }
}

/** Where to look from; streams that join may have got less far than the others, who pass over the rest. */
function startLook(watch: OrgWatch): EventPosition | null {
  for (const stream of watch.joining) {
    stream.goLive();
    watch.position = watch.position ? earlier(watch.position, stream.position) : stream.position;
  }
  watch.joining.clear();
  const isWatched = [...watch.streams].some(({ isLive }) => isLive);
  if (!isWatched) watch.position = null;
  return watch.position;
}

function tell(watches: ReadonlyMap<string, OrgWatch>, { events, more, reached }: EventBatch): void {
  for (const event of events) {
    const watch = watches.get(event.orgId)!;
    for (const stream of watch.streams) stream.offer(event);
    watch.position = event.position;
  }
  if (more) return;
  for (const watch of watches.values()) watch.position = startOf(reached);
}
