import type { Caller } from '../auth/caller.js';
import type { Allowance } from '../auth/rate-windows.js';
import type { Call } from '../operations/execute.js';
import type { RoutedContext } from './request-state.js';

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

/** A request as a call; 15,000 waits may hold one each, so nothing is made before it is asked for. */
export class HttpCall implements Call {
  private controller: AbortController | null = null;
  private settlers: ((written: boolean) => void)[] | null = null;
  private watching = false;

  constructor(
    private readonly ctx: RoutedContext,
    readonly caller: Caller,
    readonly fields: Call['fields'],
    private readonly requests: OpenRequests,
  ) {}

  get idempotencyKey(): string | null {
    const key = this.ctx.req.headers['idempotency-key'];
    // Node joins this header where it is sent twice.
    return typeof key === 'string' ? key : null;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      this.requests.add(this.controller);
      this.watch();
    }
    return this.controller.signal;
  }

  onCounted(allowance: Allowance): void {
    this.ctx.state.allowance = allowance;
  }

  onAnswered(settle: (written: boolean) => void): void {
    (this.settlers ??= []).push(settle);
    this.watch();
  }

  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    const { res } = this.ctx;
    if (res.closed) this.closed();
    else res.once('close', () => this.closed());
  }

  /** 'close' comes once: after the last byte went out, or when the connection was lost before. */
  private closed(): void {
    const { controller, settlers } = this;
    const { res } = this.ctx;
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
