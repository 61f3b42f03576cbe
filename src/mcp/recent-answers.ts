import type { Listener } from '../live/listener.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';
import { bytesIn, textOf, type TextPieces } from './pieces.js';

interface RecentAnswersDeps {
  readonly listener: Pick<Listener, 'on'>;
  readonly answers: Pick<ToolAnswers, 'keep'>;
}

interface Recent {
  readonly session: ToolSession;
  /** As it was sent: what is large of it are bytes, which no collection of garbage copies. */
  readonly frame: TextPieces;
  readonly until: number;
}

// Bytes of all together; the oldest make room.
const MAX_SIZE = 8 * 1024 * 1024;
// Milliseconds: programs ask again sooner.
const REMEMBERED_MS = 60_000;

/**
 * Answers that this process has written, as far as it knows: a connection may be lost without its end being
 * told. They are in memory for a moment, and kept for whoever resumes their stream once somebody does.
 */
export class RecentAnswers {
  private readonly recent = new Map<string, Recent>();
  private readonly timer: NodeJS.Timeout;
  private size = 0;

  constructor(private readonly deps: RecentAnswersDeps) {
    deps.listener.on('tool_answer_told', (told) => this.told(told));
    this.timer = setInterval(() => this.evict(), REMEMBERED_MS).unref();
  }

  add(session: ToolSession, streamId: string, frame: TextPieces): void {
    this.recent.set(streamId, { session, frame, until: performance.now() + REMEMBERED_MS });
    this.size += bytesIn(frame);
    if (this.size > MAX_SIZE) this.evict();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private told(told: string): void {
    const [what, streamId = ''] = told.split(' ');
    const found = what === 'sought' && this.recent.get(streamId);
    if (!found) return;
    this.remove(streamId, found);
    // Whoever seeks it does so again.
    this.deps.answers
      .keep(found.session, streamId, textOf(found.frame))
      .catch(() => this.add(found.session, streamId, found.frame));
  }

  /** A Map keeps the order of insertion: the oldest goes first. */
  private evict(): void {
    for (const [streamId, one] of this.recent) {
      if (one.until > performance.now() && this.size <= MAX_SIZE) return;
      this.remove(streamId, one);
    }
  }

  private remove(streamId: string, { frame }: Recent): void {
    this.recent.delete(streamId);
    this.size -= bytesIn(frame);
  }
}
