import type { ServerResponse } from 'node:http';
import type { EventConnection, LiveEvents } from '../operations/operation.js';
import type { RoutedContext } from './request-state.js';

/** The open answer of a stream. */
class StreamConnection implements EventConnection {
  constructor(private readonly res: ServerResponse) {}

  get unsent(): number {
    return this.res.writableLength;
  }

  write(bytes: Buffer): void {
    if (!this.res.destroyed && !this.res.writableEnded) this.res.write(bytes);
  }

  end(): void {
    if (!this.res.destroyed) this.res.end();
  }

  cut(): void {
    this.res.destroy();
  }
}

/** Answers with a stream (text/event-stream): it begins once the frame has set its headers. */
export async function sendEvents(
  ctx: RoutedContext,
  open: () => Promise<LiveEvents>,
): Promise<void> {
  const { res } = ctx;
  const live = ctx.method === 'HEAD' ? null : await open();
  ctx.status = 200;
  res.setHeader('Content-Type', 'text/event-stream');
  // Proxies that buffer would hold events back.
  res.setHeader('X-Accel-Buffering', 'no');
  // No second request can come on a connection whose answer does not end.
  res.setHeader('Connection', 'close');
  if (!live) return;
  ctx.respond = false;
  ctx.state.begin = () => {
    // A connection that breaks is told of by 'close'; its errors say nothing more.
    res.on('error', () => undefined);
    res.on('drain', () => live.drained());
    live.begin(new StreamConnection(res));
  };
}
