import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { Listener } from '../live/listener.js';
import type { ToolAnswers } from '../resources/tool-sessions/answers.js';
import type { ToolSession, ToolSessions } from '../resources/tool-sessions/service.js';
import type { Exchange } from './exchange.js';

/** What finding calls needs. */
export interface RunningCallsDeps {
  readonly listener: Pick<Listener, 'on'>;
  readonly sessions: Pick<ToolSessions, 'cancel'>;
  readonly answers: Pick<ToolAnswers, 'running'>;
}

interface Running {
  readonly sessionId: string;
  readonly id: RequestId;
  readonly exchange: Exchange;
}

// A notification of Postgres has at most 8,000 bytes. No program has ids of such a length.
const MAX_ID_LENGTH = 1_000;

/** Calls of sessions that run in this process, so that they can be cancelled from any. */
export class RunningCalls {
  private readonly running = new Map<string, Running>();

  constructor(private readonly deps: RunningCallsDeps) {
    deps.listener.on('tool_session_told', (told) => this.told(told));
    deps.listener.on('tool_answer_told', (told) => this.sought(told));
  }

  /** Until the exchange has run. */
  add(sessionId: string, id: RequestId, exchange: Exchange): void {
    const name = nameOf(sessionId, JSON.stringify(id));
    const call = { sessionId, id, exchange };
    this.running.set(name, call);
    void exchange.finished.then(() => {
      if (this.running.get(name) === call) this.running.delete(name);
    });
  }

  /** Cancels a call of the session, whichever process runs it. */
  async cancel(session: ToolSession, id: RequestId): Promise<void> {
    const callId = JSON.stringify(id);
    if (this.cancelHere(nameOf(session.id, callId)) || callId.length > MAX_ID_LENGTH) return;
    await this.deps.sessions.cancel(session, callId);
  }

  /** What a program answers to a question of its own calls, as far as they run here. */
  hear(sessionId: string, answer: JSONRPCMessage): void {
    for (const call of this.running.values())
      if (call.sessionId === sessionId) call.exchange.onmessage?.(answer);
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

  private cancelHere(name: string): boolean {
    const call = this.running.get(name);
    call?.exchange.cancel(call.id);
    return call !== undefined;
  }

  private endAll(sessionId: string): void {
    for (const call of this.running.values())
      if (call.sessionId === sessionId) call.exchange.cancel(call.id);
  }
}

const nameOf = (sessionId: string, callId: string) => `${sessionId} ${callId}`;
