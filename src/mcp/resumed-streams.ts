import type { Listener } from '../live/listener.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';

interface ResumedStreamsDeps {
  readonly listener: Pick<Listener, 'on'>;
  readonly answers: Pick<ToolAnswers, 'find' | 'seek'>;
  /** Milliseconds in which whoever runs a call says so. */
  readonly seekEvery?: number;
}

/** What is to be written to a stream that is resumed; without frames its call was cancelled, or is lost. */
export type Resumed = { readonly frames: string } | 'cancelled' | 'lost';

interface AwaitedStream {
  readonly streamId: string;
  /** Whether a process has said that it runs the call. */
  isRunning: boolean;
  /** Something was kept, or the client is gone. */
  wake(): void;
}

const SEEK_EVERY_MS = 3_000;

/** Requests of this process that wait for the answer of a call which runs somewhere, or did. */
export class ResumedStreams {
  private readonly sought = new Set<AwaitedStream>();

  constructor(private readonly deps: ResumedStreamsDeps) {
    deps.listener.on('tool_answer_told', (told) => this.told(told));
  }

  /** Waits for as long as some process runs the call, and says so again and again. */
  async await(session: ToolSession, streamId: string, signal: AbortSignal): Promise<Resumed> {
    const { answers, seekEvery = SEEK_EVERY_MS } = this.deps;
    const one: AwaitedStream = { streamId, isRunning: true, wake: () => undefined };
    this.sought.add(one);
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => (one.wake = resolve));
        // Listens first, looks second: what is kept between the two would otherwise be missed.
        const kept = await answers.find(session, streamId);
        if (kept !== undefined) return kept === null ? 'cancelled' : { frames: kept };
        if (!one.isRunning || signal.aborted) return 'lost';
        one.isRunning = false;
        await answers.seek(streamId);
        await within(seekEvery, woken, signal);
      }
    } finally {
      this.sought.delete(one);
    }
  }

  private told(told: string): void {
    for (const one of this.sought) {
      if (told === `running ${one.streamId}`) one.isRunning = true;
      if (told === `kept ${one.streamId}`) one.wake();
    }
  }
}

async function within(
  milliseconds: number,
  woken: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const timeUp = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  const over = new Promise<void>((resolve) => {
    timeUp.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([woken, over]);
}
