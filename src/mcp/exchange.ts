import type { ServerResponse } from 'node:http';
import {
  ProtocolErrorCode,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import type { AppError } from '../errors.js';
import type { ToolCallContext, OpenCall } from './open-call.js';
import { inOne, piecesOf, write, writeAll, type TextPieces } from './pieces.js';
import { inSentences } from './rpc-errors.js';
import { eventIdOf, formatEvent, primingFrame } from './sse.js';

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly res: ServerResponse;
  /** The requests that are to be answered. */
  readonly requests: readonly JSONRPCRequest[];
  /** Whether the client reads streams. */
  readonly mayStream: boolean;
  /** The name of its stream, by which a client can resume it; null where it cannot. */
  readonly streamId: string | null;
  /** Whether its calls end with their connection: until they are answered there is nothing to resume. */
  readonly endsWithConnection?: boolean;
  /** Whether closing the connection is how a client cancels. */
  readonly closingCancels?: boolean;
  /** What stands in an answer: the bytes that are written. */
  readonly bytesOf: (message: JSONRPCMessage, method: string | undefined) => TextPieces;
  /** Called when all is over. */
  readonly left?: (streamId: string, left: ExchangeResult) => void;
}

/** What a client gets that resumes the stream of an exchange. */
export interface ExchangeResult {
  /** Its event as it is sent. Null: nothing is to come. */
  readonly frame: TextPieces | null;
  /** Whether it was written, as far as one can know. */
  readonly written: boolean;
}

// Milliseconds: what is read is mostly there sooner, and is written together with the beginning of its stream.
const READ_WITHIN = 50;

/** How an exchange is answered over HTTP. */
export type Opening = 'json' | 'stream';

/**
 * One POST: the transport of the server instance that is made for it. Its answer is JSON, or a stream once a
 * call is known to be carried out, or to go on.
 */
export class HttpExchange implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  /** How it is answered. Rejected with what has to be said by an HTTP status. */
  readonly opened: Promise<Opening>;
  /** When all of it has run, whoever still listens. */
  readonly finished: Promise<void>;
  private readonly methods: Map<RequestId, string>;
  private readonly calls: OpenCall<ToolCallContext>[] = [];
  private open!: (how: Opening) => void;
  private refused!: (error: AppError) => void;
  private finish!: () => void;
  private readonly answers: TextPieces[] = [];
  private unwritten: TextPieces[] = [];
  private lacksCapability = false;
  private isStream = false;
  private hasBegun = false;
  private wasCancelled = false;
  private hasLeft = false;
  private forgetBeginning = () => {};

  constructor(private readonly options: ExchangeOptions) {
    this.methods = new Map(options.requests.map(({ id, method }) => [id, method]));
    this.opened = new Promise((resolve, reject) => {
      this.open = resolve;
      this.refused = reject;
    });
    this.finished = new Promise((resolve) => (this.finish = resolve));
    options.res.once('close', () => this.closed());
  }

  /** The name of its stream. */
  get streamId(): string | null {
    return this.options.streamId;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  /** A call of it begins. */
  add(call: OpenCall<ToolCallContext>): void {
    this.calls.push(call);
    if (this.options.res.closed) call.closed(false);
  }

  /**
   * A call of it was counted and is carried out: from now on a client can resume it, where there is something to
   * resume. What it may not do is found out in between.
   */
  carriesOut(): void {
    if (!this.mayBegin()) return;
    const begin = () => this.open('stream');
    if (this.options.endsWithConnection) {
      const timer = setTimeout(begin, READ_WITHIN);
      this.forgetBeginning = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(begin);
      this.forgetBeginning = () => clearImmediate(immediate);
    }
  }

  /** Answers with an HTTP status, where nothing was answered yet. */
  refuse(error: AppError): void {
    this.forgetBeginning();
    this.refused(error);
  }

  /** What the server instance says. */
  async send(said: JSONRPCMessage): Promise<void> {
    const message = inSentences(said);
    const id = 'method' in message ? undefined : message.id;
    const method = id === undefined ? undefined : this.methods.get(id);
    const json = this.options.bytesOf(message, method);
    this.lacksCapability ||= asksTooMuch(message);
    if (id !== undefined) this.answers.push(json);
    else if (this.mayBegin()) this.open('stream');
    this.write(formatEvent(json));
    if (id !== undefined) this.over(id);
  }

  /** A client does not want the answer any more: there is none. */
  cancel(id: RequestId): void {
    const params = { requestId: id };
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    this.wasCancelled = true;
    this.over(id);
  }

  /** The answer of an exchange that is no stream; null where there is none. */
  get json(): string | Buffer | null {
    const [only, ...others] = this.answers;
    if (only === undefined) return null;
    if (others.length === 0) return inOne(only);
    return inOne(piecesOf('[', ...only, ...others.flatMap((json) => [',', ...json]), ']'));
  }

  /** The status of such an answer: a program that cannot do what a tool needs is told so by it as well. */
  get status(): 200 | 400 {
    return this.lacksCapability ? 400 : 200;
  }

  /** Begins the stream, once its headers are set. */
  begin(): void {
    this.hasBegun = true;
    const { res, streamId, requests } = this.options;
    const first = streamId === null ? '' : primingFrame(eventIdOf(streamId, requests[0]!.id));
    const pieces = piecesOf(first, ...this.unwritten.flat());
    this.unwritten = [];
    if (this.methods.size === 0) return writeAll(res, pieces);
    if (pieces.length === 0) res.flushHeaders();
    write(res, pieces);
  }

  private mayBegin(): boolean {
    if (!this.options.mayStream || this.isStream) return false;
    this.isStream = true;
    return true;
  }

  private write(frame: TextPieces): void {
    if (!this.hasBegun) this.unwritten.push(frame);
    else if (!this.options.res.destroyed) write(this.options.res, frame);
  }

  private over(id: RequestId): void {
    this.methods.delete(id);
    if (this.methods.size > 0) return;
    const { res } = this.options;
    this.forgetBeginning();
    this.open(this.isStream ? 'stream' : 'json');
    this.finish();
    if (!this.hasBegun) return;
    if (res.closed || this.wasCancelled) this.leave(false);
    if (!res.closed) res.end();
  }

  private closed(): void {
    const { res } = this.options;
    const written = res.writableFinished && res.statusCode < 400;
    for (const call of this.calls) call.closed(written);
    if (this.options.closingCancels && !written) this.cancelAll();
    else if (this.methods.size === 0 && this.hasBegun) this.leave(written && !this.wasCancelled);
  }

  private cancelAll(): void {
    this.onclose?.();
    for (const id of [...this.methods.keys()]) this.over(id);
  }

  private leave(written: boolean): void {
    const { streamId, left } = this.options;
    if (this.hasLeft) return;
    this.hasLeft = true;
    if (streamId === null) return;
    // Whoever can resume has sent one request.
    const [answer] = this.answers;
    left?.(streamId, { frame: answer ? formatEvent(answer) : null, written });
  }
}

const LACKS_CAPABILITY: number = ProtocolErrorCode.MissingRequiredClientCapability;

const asksTooMuch = (message: JSONRPCMessage): boolean =>
  'error' in message && message.error.code === LACKS_CAPABILITY;
