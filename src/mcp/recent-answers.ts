import type { Listener } from '../live/listener.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';

/** What remembering answers needs. */
export interface RecentAnswersDeps {
  readonly listener: Pick<Listener, 'on'>;
  readonly answers: Pick<ToolAnswers, 'keep'>;
}

interface Recent {
  readonly session: ToolSession;
  readonly frames: string;
  readonly until: number;
}

// Characters of all together; the oldest make room.
const MAX_CHARACTERS = 8 * 1024 * 1024;
// Milliseconds: programs ask again sooner.
const REMEMBERED = 60_000;

/**
 * Answers that this process has written, as far as it knows: a connection may be lost without its end being
 * told. They are in memory for a moment, and kept for whoever resumes their stream once somebody does.
 */
export class RecentAnswers {
  private readonly recent = new Map<string, Recent>();
  private readonly timer: NodeJS.Timeout;
  private characters = 0;

  constructor(private readonly deps: RecentAnswersDeps) {
    deps.listener.on('tool_answer_told', (told) => this.told(told));
    this.timer = setInterval(() => this.forget(), REMEMBERED).unref();
  }

  add(session: ToolSession, streamId: string, frames: string): void {
    this.recent.set(streamId, { session, frames, until: performance.now() + REMEMBERED });
    this.characters += frames.length;
    if (this.characters > MAX_CHARACTERS) this.forget();
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
      .keep(found.session, streamId, found.frames)
      .catch(() => this.add(found.session, streamId, found.frames));
  }

  /** A Map keeps the order of insertion: the oldest goes first. */
  private forget(): void {
    for (const [streamId, one] of this.recent) {
      if (one.until > performance.now() && this.characters <= MAX_CHARACTERS) return;
      this.remove(streamId, one);
    }
  }

  private remove(streamId: string, { frames }: Recent): void {
    this.recent.delete(streamId);
    this.characters -= frames.length;
  }
}
