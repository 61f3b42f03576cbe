import type { ServerResponse } from 'node:http';
import { HEARTBEAT } from '../live/events/sse.js';

// Milliseconds: proxies take what is silent for longer for dead.
const HEARTBEAT_EVERY_MS = 15_000;

/** Writes a comment to open streams now and then; one timer for all. */
export class Heartbeats {
  private readonly open = new Set<ServerResponse>();
  private readonly timer: NodeJS.Timeout;

  constructor(every = HEARTBEAT_EVERY_MS) {
    this.timer = setInterval(() => this.beat(), every).unref();
  }

  /** Until its connection is closed. */
  add(res: ServerResponse): void {
    if (res.closed) return;
    this.open.add(res);
    res.once('close', () => this.open.delete(res));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    // What is full has something to read.
    for (const res of this.open)
      if (res.writableLength === 0 && !res.writableEnded) res.write(HEARTBEAT);
  }
}
