import type { ServerResponse } from 'node:http';
import type { Caller } from '../auth/caller.js';
import type { OperationContext } from '../operations/operation.js';
import type { Services } from '../composition/services.js';

/** The requests whose operations want to know when to stop. */
export class OpenRequests {
  private readonly open = new Set<AbortController>();
  private stopped = false;

  get stopping(): boolean {
    return this.stopped;
  }

  add(controller: AbortController): void {
    if (this.stopped) controller.abort();
    else this.open.add(controller);
  }

  delete(controller: AbortController): void {
    this.open.delete(controller);
  }

  /** Aborts every signal, now and from now on. */
  stop(): void {
    this.stopped = true;
    for (const controller of this.open) controller.abort();
    this.open.clear();
  }
}

/** What a request gives an operation; 15,000 waits may hold one each, so nothing is made before it is asked for. */
export class RequestContext implements OperationContext {
  private controller: AbortController | null = null;
  private settlers: ((written: boolean) => void)[] | null = null;
  private watching = false;

  readonly caller: Caller;
  readonly idempotencyKey: string | null;

  constructor(
    { caller, idempotencyKey }: Pick<OperationContext, 'caller' | 'idempotencyKey'>,
    readonly services: Services,
    private readonly res: ServerResponse,
    private readonly requests: OpenRequests,
  ) {
    this.caller = caller;
    this.idempotencyKey = idempotencyKey;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      this.requests.add(this.controller);
      this.watch();
    }
    return this.controller.signal;
  }

  onAnswered(settle: (written: boolean) => void): void {
    (this.settlers ??= []).push(settle);
    this.watch();
  }

  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    if (this.res.closed) this.closed();
    else this.res.once('close', () => this.closed());
  }

  /** 'close' comes once: after the last byte went out, or when the connection was lost before. */
  private closed(): void {
    const { res, controller, settlers } = this;
    if (controller) {
      this.requests.delete(controller);
      controller.abort();
    }
    // An error, or an answer to HEAD, handed nothing out.
    const written = res.writableFinished && res.statusCode < 400 && res.req.method !== 'HEAD';
    for (const settle of settlers ?? []) settle(written);
    this.settlers = null;
  }
}
