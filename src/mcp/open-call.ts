import type { ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.js';
import type { Allowance } from '../auth/rate-windows.js';
import type { AppError } from '../errors.js';
import type { OpenRequests } from '../http/http-call.js';
import type { ToolCall } from './toolbox.js';

/** The request that a call belongs to. */
export interface CallEnvironment {
  readonly caller: Caller;
  /** Base address clients use. */
  readonly publicUrl: string;
  readonly requests: OpenRequests;
  counted(allowance: Allowance): void;
  /** It is not carried out, which an HTTP status has to say. */
  refuse(error: AppError): void;
}

/** What a call knows of its request. */
export interface ToolCallContext {
  readonly mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify' | 'signal'>;
}

/** A call of a tool, from when it begins until its connection is closed. */
export class OpenCall<Context extends ToolCallContext = ServerContext> implements ToolCall {
  private readonly controller = new AbortController();
  private settlers: ((written: boolean) => void)[] = [];
  private isClosed = false;
  private hasAnswer = false;
  private isDetached = false;

  constructor(
    private readonly around: CallEnvironment,
    readonly context: Context,
    /** Whether nobody can have its answer once its connection is lost. */
    private readonly endsWithConnection: boolean,
  ) {
    const { signal } = context.mcpReq;
    signal.addEventListener('abort', () => this.isDetached || this.cancel(), { once: true });
    around.requests.add(this.controller);
  }

  get caller(): Caller {
    return this.around.caller;
  }

  get publicUrl(): string {
    return this.around.publicUrl;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onCounted(allowance: Allowance): void {
    this.around.counted(allowance);
  }

  onAnswered(settle: (written: boolean) => void): void {
    if (this.isClosed) settle(false);
    else this.settlers.push(settle);
  }

  get onProgress(): ToolCall['onProgress'] {
    const { _meta: meta, notify } = this.context.mcpReq;
    const progressToken = meta?.progressToken;
    if (progressToken === undefined) return undefined;
    return (progress) => {
      if (this.isDetached) return;
      const params = { progressToken, ...progress };
      notify({ method: 'notifications/progress', params }).catch(() => undefined);
    };
  }

  refuse(error: AppError): void {
    this.around.refuse(error);
  }

  /** It has run. A call that was cancelled has no answer, whatever came of it. */
  ended(): void {
    this.hasAnswer = !this.context.mcpReq.signal.aborted;
    this.around.requests.delete(this.controller);
  }

  /** Its connection is closed: after everything was written to it, or before. */
  closed(written: boolean): void {
    if (this.isDetached) return;
    if (this.endsWithConnection && !written) this.cancel();
    this.settle(written && this.hasAnswer);
  }

  /** Nobody waits for its answer any more. */
  cancel(): void {
    this.controller.abort();
  }

  /** Its connection means nothing to it any more: what comes of it is kept. */
  detach(): void {
    this.isDetached = true;
  }

  /** Its answer is where its program can have it, or is lost. */
  kept(isKept: boolean): void {
    this.settle(isKept);
  }

  private settle(written: boolean): void {
    this.isClosed = true;
    for (const settle of this.settlers) settle(written);
    this.settlers = [];
  }
}
