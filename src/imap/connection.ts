import type { TLSSocket } from 'node:tls';
import type { Log } from '../log.js';
import { createWakeSignal } from '../wake-signal.js';
import { readOnly, refusal, written, type StatusResponse } from './answers.js';
import { capabilities } from './capabilities.js';
import { execute, isWrite, tagOf, type Outcome } from './execute.js';
import type { SliceBudget } from './fetch/slices.js';
import type { ImapLimits } from './limits.js';
import { Session } from './session-state.js';
import { MessageGone, type MailStorage } from './session.js';
import { Incoming, TooLong } from './wire/incoming.js';
import { ConnectionClosed, Outgoing } from './wire/outgoing.js';
import {
  readCommand,
  type Announced,
  type RawCommand,
  type LiteralPolicy,
} from './wire/read-command.js';
import { Tokens, type Segment } from './wire/tokens.js';

/** What operators are told. */
export interface ImapMetrics {
  /** Sessions that are open. */
  imapSessions(open: number): void;
  imapSignIn(outcome: string): void;
  /** A command was answered. */
  imapCommand(name: string, outcome: string, seconds: number): void;
  /** Bytes that were sent. */
  imapBytes(count: number): void;
}

/** What a connection needs of the server it belongs to. */
export interface Host {
  readonly storage: MailStorage;
  readonly limits: ImapLimits;
  readonly log: Log;
  readonly metrics?: ImapMetrics | undefined;
  readonly slices: SliceBudget;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly takePlace: (address: string) => (() => void) | null;
}

/** One connection: takes commands one after the other and answers them in order. */
export class Connection {
  readonly #incoming: Incoming;
  readonly #outgoing: Outgoing;
  readonly #session: Session;
  readonly #literalPolicy = this.#makePolicy();
  readonly #startedAt: number;
  #heardAt: number;
  #endedAt: number | null = null;
  #isStopping = false;
  // Bad commands in a row.
  #bad = 0;
  #counted = 0;

  constructor(
    private readonly socket: TLSSocket,
    private readonly host: Host,
  ) {
    const { limits, storage, slices } = host;
    this.#startedAt = this.#heardAt = host.now();
    this.#incoming = new Incoming(socket, limits.commandBytes);
    this.#outgoing = new Outgoing(socket, host.now);
    this.#session = new Session({
      ...{ storage, limits, slices, now: host.now, takePlace: host.takePlace },
      incoming: this.#incoming,
      outgoing: this.#outgoing,
      wake: createWakeSignal(),
      peer: socket.remoteAddress ?? '',
      onEnded: (reason) => this.end(reason),
      observe: (outcome) => host.metrics?.imapSignIn(outcome),
    });
    this.#listen();
  }

  /** Serves the client until it goes or is sent away. Never rejects. Thousands idle in it: few calls deep. */
  async serve(): Promise<void> {
    try {
      this.#outgoing.line(`* OK [CAPABILITY ${capabilities(false)}] Restante IMAP is ready`);
      await this.#outgoing.flush();
      while (this.#session.state !== 'logout') {
        const command = await readCommand(this.#incoming, this.#literalPolicy);
        if (!command) break;
        await this.#answer(command);
        this.#rest();
      }
    } catch (error) {
      this.#failed(error);
    }
    this.#over();
  }

  /** Ends the connection, between two responses with a reason. */
  end(reason: string): void {
    if (this.#endedAt !== null) return;
    if (this.#outgoing.isWhole) this.#outgoing.line(`* BYE ${reason}`);
    else this.socket.destroy();
    this.#over();
  }

  /** Ends the connection once the command that runs is answered. */
  stop(): void {
    this.#isStopping = true;
    if (this.#incoming.isAwaited) this.end('Server is stopping');
  }

  /** Ends the connection at once. */
  abort(): void {
    this.socket.destroy();
  }

  /** Ends what is late. To be called regularly. */
  sweep(now: number): void {
    const { limits } = this.host;
    if (this.#endedAt !== null && now - this.#endedAt > limits.stalledMs) this.abort();
    else if (this.#outgoing.stalledFor(now) > limits.stalledMs) this.abort();
    else if (this.#isLateToSignIn(now)) this.end('Too long without signing in');
    else if (this.#incoming.isAwaited && now - this.#heardAt > limits.idleMs)
      this.end('Too long without a command');
  }

  #isLateToSignIn(now: number): boolean {
    const isOut = this.#session.state === 'not authenticated';
    return isOut && now - this.#startedAt > this.host.limits.signInMs;
  }

  #listen(): void {
    this.socket
      .on('data', (chunk: Buffer) => {
        this.#heardAt = this.host.now();
        this.#incoming.push(chunk);
      })
      .on('end', () => this.#incoming.end())
      .on('error', (error) => this.host.log.debug({ err: error }, 'IMAP: connection failed'))
      .on('close', () => this.#over());
  }

  /** What is to be done between two commands. */
  #rest(): void {
    this.#count();
    if (this.#isStopping) this.end('Server is stopping');
    if (this.#bad >= this.host.limits.badCommands) this.end('Too many bad commands');
  }

  async #answer({ segments, refusal: refused }: RawCommand<StatusResponse>): Promise<void> {
    const began = this.host.now();
    const tokens = new Tokens(segments);
    const tag = tagOf(tokens);
    this.#session.tag = tag ?? '*';
    const refusedNow = refused ?? (tag === null ? UNTAGGED : null);
    const outcome = refusedNow
      ? { command: null, answer: refusedNow }
      : await this.#outcome(tokens);
    this.#session.tell(outcome.command?.tellsExpunges ?? false);
    this.#outgoing.line(`${tag ?? '*'} ${written(outcome.answer)}`);
    this.#observe(outcome, began);
    await this.#outgoing.flush();
  }

  /** @throws what ends the connection */
  async #outcome(tokens: Tokens): Promise<Outcome> {
    try {
      return await execute(this.#session, tokens);
    } catch (error) {
      if (!this.#outgoing.isWhole || isEnd(error)) throw error;
      this.host.log.error({ err: error }, 'IMAP: a command failed');
      return { command: null, answer: refusal('Something went wrong here', 'SERVERBUG') };
    }
  }

  #observe({ command, answer }: Outcome, began: number): void {
    this.#bad = answer.status === 'BAD' ? this.#bad + 1 : 0;
    const seconds = (this.host.now() - began) / 1000;
    this.host.metrics?.imapCommand(command?.name ?? 'unknown', answer.status, seconds);
  }

  #count(): void {
    this.host.metrics?.imapBytes(this.#outgoing.sent - this.#counted);
    this.#counted = this.#outgoing.sent;
  }

  #makePolicy(): LiteralPolicy<StatusResponse> {
    return {
      commandBytes: this.host.limits.commandBytes,
      refusalOf: (before, literal, left) => this.#refusalOf(before, literal, left),
      invite: async () => {
        this.#outgoing.line('+ Go on');
        await this.#outgoing.flush();
      },
    };
  }

  #refusalOf(
    before: readonly Segment[],
    { bytes, waits }: Announced,
    left: number,
  ): StatusResponse | null {
    const { literalBytes } = this.host.limits;
    const isOut = this.#session.state === 'not authenticated';
    const most = waits && !isOut ? left : Math.min(left, literalBytes);
    // RFC 7888 section 4: what comes without being invited would be read as commands.
    if (bytes > most && !waits) throw new TooLong();
    if (waits && !isOut && isWrite(before)) {
      const { code, message } = readOnly();
      return refusal(message, code);
    }
    return bytes > most ? refusal(`At most ${most} bytes`, 'TOOBIG', 'BAD') : null;
  }

  #failed(error: unknown): void {
    if (error instanceof TooLong) this.end('Too long a command');
    else if (!isEnd(error)) this.host.log.error({ err: error }, 'IMAP: a session failed');
    // What is left of an answer is nothing a client could read.
    if (!this.#outgoing.isWhole) this.socket.destroy();
  }

  #over(): void {
    if (this.#endedAt !== null) return;
    this.#endedAt = this.host.now();
    this.#session.end();
    this.#outgoing.end();
    this.#incoming.end();
    this.#count();
  }
}

const UNTAGGED = refusal('Expected a tag at byte 0', undefined, 'BAD');

const isEnd = (error: unknown): boolean =>
  error instanceof ConnectionClosed || error instanceof MessageGone || error instanceof TooLong;
