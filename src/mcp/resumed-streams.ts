import type { Listener } from '../live/listener.js';
import { Watch } from '../live/watch.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';

/** What resuming needs. */
export interface ResumedStreamsDeps {
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly answers: ToolAnswers;
}

interface Awaited {
  readonly streamId: string;
  readonly orgId: string;
  readonly found: () => void;
}

// Milliseconds: no call takes longer.
const LONGEST_CALL = 130_000;

/** Requests of this process that wait for what a call which still runs somewhere will keep for them. */
export class ResumedStreams {
  private readonly awaited = new Set<Awaited>();
  private readonly watch: Watch<Awaited>;

  constructor(private readonly deps: ResumedStreamsDeps) {
    this.watch = new Watch(deps.listener, {
      hears: [['tool_answer_kept', (streamId) => this.kept(new Set([streamId]))]],
      keys: () => this.awaited,
      look: async (streams) => this.kept(new Set(await deps.answers.there([...streams]))),
    });
  }

  /** Frames of a stream of the session; null when nothing is to come, or nothing came. */
  async framesOf(
    session: ToolSession,
    streamId: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    // Listens first, looks second: what is kept between the two would otherwise be missed.
    const kept = this.until({ streamId, orgId: session.orgId }, signal);
    const there = await this.deps.answers.find(session, streamId);
    if (there !== undefined) {
      kept.cancel();
      return there;
    }
    await kept.found;
    return (await this.deps.answers.find(session, streamId)) ?? null;
  }

  close(): void {
    this.watch.close();
    for (const { found } of this.awaited) found();
  }

  private until(
    stream: Pick<Awaited, 'streamId' | 'orgId'>,
    signal: AbortSignal,
  ): { readonly found: Promise<void>; cancel(): void } {
    let cancel = () => {};
    const found = new Promise<void>((resolve) => (cancel = resolve));
    const one = { ...stream, found: cancel };
    this.awaited.add(one);
    const timer = setTimeout(cancel, LONGEST_CALL);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const over = found.then(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      this.awaited.delete(one);
    });
    return { found: over, cancel };
  }

  private kept(streamIds: ReadonlySet<string>): void {
    for (const { streamId, found } of this.awaited) if (streamIds.has(streamId)) found();
  }
}
