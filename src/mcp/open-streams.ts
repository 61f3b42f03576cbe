import type { ServerResponse } from 'node:http';
import { rateLimited } from '../errors.js';
import type { Listener } from '../live/listener.js';
import {
  SESSIONS_PER_OWNER,
  type ToolSession,
  type ToolSessions,
} from '../resources/tool-sessions/service.js';

interface OpenStreamsDeps {
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly sessions: Pick<ToolSessions, 'touch'>;
}

/** Whom a stream is open for. */
export interface StreamAudience {
  /** The API key or the grant that opened it. */
  readonly ownerId: string;
  /** The API key that the stream counts for. */
  readonly keyId: string;
  /** Null of the era without sessions. */
  readonly session: ToolSession | null;
}

// In one process; each session has one, and those that are just being replaced count as well.
const STREAMS_PER_KEY = 2 * SESSIONS_PER_OWNER;
const RETRY_AFTER_SECONDS = 1;
// Milliseconds: a session with an open stream is in use.
const TOUCH_EVERY_MS = 10 * 60_000;

/** Streams of this process on which a program listens for as long as it likes. */
export class OpenStreams {
  private readonly open = new Map<ServerResponse, StreamAudience>();
  private readonly openByKey = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly deps: OpenStreamsDeps) {
    const { listener } = deps;
    listener.on('key_revoked', (id) => this.end(({ ownerId }) => ownerId === id));
    listener.on('tool_session_told', (told) =>
      this.end(({ session }) => session !== null && told === `ended ${session.id}`),
    );
    // What was told meanwhile is lost: whoever comes back shows again who it is.
    listener.onReconnect(() => this.end(() => true));
    this.timer = setInterval(() => void this.touch(), TOUCH_EVERY_MS).unref();
  }

  get size(): number {
    return this.open.size;
  }

  /** Until its connection is closed. @throws AppError 429 when its key has too many. */
  add(res: ServerResponse, audience: StreamAudience): void {
    const { keyId } = audience;
    const others = this.openByKey.get(keyId) ?? 0;
    if (others >= STREAMS_PER_KEY)
      throw rateLimited(
        RETRY_AFTER_SECONDS,
        `At most ${STREAMS_PER_KEY} streams can be open with one key`,
      );
    this.openByKey.set(keyId, others + 1);
    this.open.set(res, audience);
    res.once('close', () => this.remove(res, keyId));
  }

  close(): void {
    clearInterval(this.timer);
    this.end(() => true);
  }

  private remove(res: ServerResponse, keyId: string): void {
    this.open.delete(res);
    const left = (this.openByKey.get(keyId) ?? 0) - 1;
    if (left > 0) this.openByKey.set(keyId, left);
    else this.openByKey.delete(keyId);
  }

  private end(which: (audience: StreamAudience) => boolean): void {
    for (const [res, audience] of this.open) if (which(audience)) res.end();
  }

  private async touch(): Promise<void> {
    const sessions = [...this.open.values()].flatMap(({ session }) => session ?? []);
    // Where storage is away, the next time is early enough.
    if (sessions.length > 0) await this.deps.sessions.touch(sessions).catch(() => undefined);
  }
}
