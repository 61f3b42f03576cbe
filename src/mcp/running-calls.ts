import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { Listener } from '../live/listener.js';
import { Watch } from '../live/watch.js';
import {
  nameOfCall,
  type SessionCall,
  type ToolAnswers,
} from '../resources/tool-sessions/answers.js';
import type { ToolSession } from '../resources/tool-sessions/service.js';
import type { HttpExchange } from './exchange.js';

interface RunningCallsDeps {
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly answers: Pick<ToolAnswers, 'cancel' | 'overOf' | 'running'>;
}

interface RunningCall extends SessionCall {
  readonly id: RequestId;
  readonly exchange: HttpExchange;
  /** When it was begun, by the clock of this process. */
  readonly began: number;
}

// A notification of Postgres has at most 8,000 bytes. No program has ids of such a length.
const MAX_ID_LENGTH = 1_000;
// Milliseconds: what is told gets lost with the connection alone, and its return is a reason to look at once.
const LOOK_EVERY_MS = 10_000;

/** Calls of sessions that run in this process, so that they can be cancelled from any. */
export class RunningCalls {
  private readonly running = new Map<string, RunningCall>();
  private readonly watch: Watch<string>;

  constructor(private readonly deps: RunningCallsDeps) {
    this.watch = new Watch(deps.listener, {
      hears: [
        ['tool_session_told', (told) => this.told(told)],
        ['tool_answer_told', (told) => this.sought(told)],
      ],
      keys: () => this.running.keys(),
      look: (names) => this.look(names),
      everyMs: LOOK_EVERY_MS,
    });
  }

  /** Until the exchange has run. */
  add(session: ToolSession, id: RequestId, exchange: HttpExchange): void {
    const call = { session, callId: JSON.stringify(id), id, exchange, began: performance.now() };
    const name = nameOfCall(call);
    this.running.set(name, call);
    void exchange.finished.then(() => {
      if (this.running.get(name) === call) this.running.delete(name);
    });
  }

  /** Cancels a call of the session, whichever process runs it. */
  async cancel(session: ToolSession, id: RequestId): Promise<void> {
    const call = { session, callId: JSON.stringify(id) };
    if (this.cancelHere(nameOfCall(call)) || call.callId.length > MAX_ID_LENGTH) return;
    await this.deps.answers.cancel(call);
  }

  /** What a program answers to a question of its own calls, as far as they run here. */
  hear(sessionId: string, answer: JSONRPCMessage): void {
    for (const call of this.running.values())
      if (call.session.id === sessionId) call.exchange.onmessage?.(answer);
  }

  close(): void {
    this.watch.close();
  }

  private told(told: string): void {
    const [what, sessionId = ''] = told.split(' ', 2);
    if (what === 'cancelled') this.cancelHere(told.slice(what.length + 1));
    if (what === 'ended') this.endAll(sessionId);
  }

  private sought(told: string): void {
    for (const { exchange } of this.running.values())
      if (exchange.streamId !== null && told === `sought ${exchange.streamId}`)
        // Whoever asks does so again.
        void this.deps.answers.running(exchange.streamId).catch(() => undefined);
  }

  private async look(names: ReadonlySet<string>): Promise<void> {
    const calls = [...names].flatMap((name) => this.running.get(name) ?? []);
    // Read before the database is asked: a slow answer must not make an old cancellation look younger than the call.
    const asked = performance.now();
    for (const { name, since } of await this.deps.answers.overOf(calls)) {
      const call = this.running.get(name);
      // Programs may use an id again: what was cancelled before a call began is another one.
      if (call && (since ?? 0) < asked - call.began) this.cancelHere(name);
    }
  }

  private cancelHere(name: string): boolean {
    const call = this.running.get(name);
    call?.exchange.cancel(call.id);
    return call !== undefined;
  }

  private endAll(sessionId: string): void {
    for (const call of this.running.values())
      if (call.session.id === sessionId) call.exchange.cancel(call.id);
  }
}
