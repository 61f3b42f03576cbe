import { beforeEach, describe, expect, it } from '@jest/globals';
import { startOf, type EventPosition } from '../../../src/store/events/position.js';
import type { EventBatch, StoredEvent } from '../../../src/live/events/reading.js';
import { EventStream } from '../../../src/live/events/stream.js';
import { formatEvent } from '../../../src/live/events/sse.js';

const MAX_UNSENT = 100;
const STALLED = 1_000;

/** A connection that takes nothing until the test says so. */
class Pipe {
  readonly written: Buffer[] = [];
  unsent = 0;
  how: 'ended' | 'cut' | null = null;

  write(bytes: Buffer): void {
    this.written.push(bytes);
    this.unsent += bytes.length;
  }
  end(): void {
    this.how = 'ended';
  }
  cut(): void {
    this.how = 'cut';
  }
  /** Numbers of the events that were written. */
  get numbers(): number[] {
    return this.written.flatMap((bytes) => {
      const number = /^data: (\d+)$/m.exec(bytes.toString())?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }
}

const event = (number: number): StoredEvent => ({
  orgId: 'org_1',
  kind: 'inbox.created',
  inboxId: null,
  position: { xid: number, seq: number },
  frame: formatEvent(`evt_${number}`, 'inbox.created', String(number)),
});

describe('a stream', () => {
  let stored: StoredEvent[];
  let away: boolean;
  let joined: number;
  let left: number;
  let pipe: Pipe;
  let stream: EventStream;

  const read = async (_orgId: string, after: EventPosition): Promise<EventBatch> => {
    if (away) throw new Error('away');
    const events = stored.filter(({ position }) => position.xid > after.xid).slice(0, 3);
    const last = stored.at(-1)?.position.xid ?? 0;
    const more = events.length > 0 && events.at(-1)!.position.xid < last;
    return { events, more, reached: last + 1, held: new Set() };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const drain = async () => {
    pipe.unsent = 0;
    stream.drained();
    await settled();
  };

  beforeEach(() => {
    stored = Array.from({ length: 10 }, (_, i) => event(i + 1));
    [away, joined, left] = [false, 0, 0];
    pipe = new Pipe();
    stream = new EventStream(
      {
        orgId: 'org_1',
        principalId: 'key_1',
        keyId: 'key_1',
        subscription: { events: ['*'], inboxIds: null },
      },
      { read, join: () => void joined++, left: () => void left++ },
      { maxUnsent: MAX_UNSENT, stalled: STALLED },
    );
    stream.startAt({ cursor: startOf(1), since: null, newestId: null });
  });

  it('holds little more than it may for a connection that takes nothing', async () => {
    stream.begin(pipe);
    await settled();

    expect(pipe.unsent).toBeLessThan(MAX_UNSENT + event(10).frame.length + 1);
    expect(joined).toBe(0);
  });

  it('reads on as its connection drains, and then joins', async () => {
    stream.begin(pipe);
    for (let i = 0; i < 10; i++) await drain();

    expect(pipe.numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(joined).toBe(1);
  });

  it('passes over what it has had when it is told, and goes back to storage when it is slow', async () => {
    stream.begin(pipe);
    for (let i = 0; i < 10; i++) await drain();
    stream.goLive();
    stored.push(...Array.from({ length: 10 }, (_, i) => event(i + 11)));

    for (const number of [9, 10, 11, 12, 13, 14, 15]) stream.offer(event(number));

    expect(stream.isLive).toBe(false);
    expect(pipe.unsent).toBeLessThan(MAX_UNSENT + event(10).frame.length + 1);
    for (let i = 0; i < 10; i++) await drain();
    expect(pipe.numbers).toEqual(Array.from({ length: 19 }, (_, i) => i + 2));
    expect(joined).toBe(2);
  });

  it('tries again where storage was away', async () => {
    away = true;
    stream.begin(pipe);
    pipe.unsent = 0;
    await settled();
    away = false;

    stream.check(0);
    await settled();

    expect(pipe.numbers).not.toEqual([]);
  });

  it('is cut when nothing leaves for too long, once', async () => {
    stream.begin(pipe);
    await settled();
    stream.check(0);
    stream.check(STALLED - 1);
    expect(pipe.how).toBeNull();

    stream.check(STALLED);
    stream.check(STALLED * 2);
    stream.end();

    expect([pipe.how, left]).toEqual(['cut', 1]);
  });

  it('is left alone when what waits leaves in time', async () => {
    stream.begin(pipe);
    await settled();
    stream.check(0);
    await drain();
    pipe.unsent = 0;
    stream.check(STALLED);
    expect(pipe.how).toBeNull();
  });

  it('sends no heartbeat behind what waits', () => {
    stream.begin(pipe);
    const before = pipe.written.length;
    stream.heartbeat();
    expect(pipe.written).toHaveLength(before);
    pipe.unsent = 0;
    stream.heartbeat();
    expect(pipe.written.at(-1)?.toString()).toBe(': still here\n\n');
  });

  it('ends an answer that begins after it has ended', () => {
    stream.end();
    stream.begin(pipe);
    expect([pipe.how, pipe.written, left]).toEqual(['ended', [], 1]);
  });
});
