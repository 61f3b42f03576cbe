import { LRUCache } from 'lru-cache';
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
  private readonly recent = new LRUCache<string, Recent>({
    ...{ maxSize: MAX_SIZE, sizeCalculation: ({ frame }) => bytesIn(frame) },
    ttl: REMEMBERED_MS,
  });
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly deps: RecentAnswersDeps) {
    deps.listener.on('tool_answer_told', (told) => this.told(told));
    this.timer = setInterval(() => this.recent.purgeStale(), REMEMBERED_MS).unref();
  }

  add(session: ToolSession, streamId: string, frame: TextPieces): void {
    this.recent.set(streamId, { session, frame });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private told(told: string): void {
    const [what, streamId = ''] = told.split(' ');
    const found = what === 'sought' && this.recent.get(streamId);
    if (!found) return;
    this.recent.delete(streamId);
    // Whoever seeks it does so again.
    this.deps.answers
      .keep(found.session, streamId, textOf(found.frame))
      .catch(() => this.add(found.session, streamId, found.frame));
  }
}
