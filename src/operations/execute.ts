import type { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import type { RateLimits } from '../auth/rate-limits.js';
import type { Allowance } from '../auth/rate-windows.js';
import { invalid, rateLimited } from '../errors.js';
import { authorize } from './authorize.js';
import type { IdempotentAnswers } from './idempotency.js';
import type {
  AnyOperation,
  BytesAnswer,
  LiveEvents,
  OperationContext,
  ValueOperation,
} from './operation.js';
import { OpenWaits } from './open-waits.js';
import { parseInput, type GivenFields } from './parse-input.js';
import { present, type Presented } from './present.js';

/** One call of an operation, as a front end makes it. */
export interface Call extends Omit<OperationContext, 'services'> {
  /** What is given. Asked for once the caller may do this: holding a body costs memory. */
  fields(): GivenFields | Promise<GivenFields>;
  /** Told how far the caller's minute has come, also where the call is then refused. */
  onCounted(allowance: Allowance): void;
}

/** What came of a call; what failed is thrown. `ignored` are names that were given but mean nothing. */
export type CallOutcome = (
  | ({
      readonly answers: 'json';
      /** The value as JSON where that was made already; null for an empty answer. */
      readonly json?: string | null;
    } & Presented)
  | { readonly answers: 'bytes'; readonly value: BytesAnswer }
  /** Opened once the front end is ready to write them. */
  | { readonly answers: 'events'; readonly open: () => Promise<LiveEvents> }
) & { readonly ignored: readonly string[] };

interface ExecutorDeps<Services> {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly idempotency: Pick<IdempotentAnswers, 'once'>;
}

/** The one way to run an operation, behind every front end. */
export class Executor<Services> {
  private readonly openWaits = new OpenWaits();

  constructor(private readonly deps: ExecutorDeps<Services>) {}

  /**
   * Counts the call, checks what the caller may do and what was given, runs the operation and lets out what
   * its output names; a call with an `Idempotency-Key` that was made before gets the answer of the first.
   * @throws AppError 429, 401, 403, 400, 409, 503, and what the operation throws
   */
  async execute(operation: AnyOperation<Services>, call: Call): Promise<CallOutcome> {
    await this.count(call);
    authorize(call.caller, operation);
    const { input, ignored } = parseInput(operation, await call.fields());
    const context = new CallContext(call, this.deps.services, keyOf(operation, call));
    switch (operation.answers) {
      case 'bytes':
        return { answers: 'bytes', value: await operation.run(context, input), ignored };
      case 'events':
        return { answers: 'events', open: () => operation.run(context, input), ignored };
      default:
        return { answers: 'json', ...(await this.answerOf(operation, context, input)), ignored };
    }
  }

  /** Counts what is no operation (a page, an unknown path) as a call is counted. @throws AppError 429, 503 */
  async count(call: Pick<Call, 'caller' | 'onCounted'>): Promise<void> {
    const allowance = await this.deps.limits.count(call.caller);
    call.onCounted(allowance);
    if (allowance.refusedFor !== null) throw rateLimited(allowance.refusedFor);
  }

  private answerOf(
    operation: ValueOperation<z.ZodObject, z.ZodType, Services>,
    context: CallContext<Services>,
    input: z.output<z.ZodObject>,
  ): Promise<Presented & { readonly json?: string | null }> {
    const answer = () => this.answerOnce(operation, context, input);
    return operation.waits?.(input) ? this.openWaits.during(context.caller, answer) : answer();
  }

  private answerOnce(
    operation: ValueOperation<z.ZodObject, z.ZodType, Services>,
    context: CallContext<Services>,
    input: z.output<z.ZodObject>,
  ): Promise<Presented & { readonly json?: string | null }> {
    const run = async () => present(operation, await operation.run(context, input));
    const { caller, idempotencyKey: key } = context;
    if (key === null) return run();
    const request = { key, operation: operation.name, input };
    return this.deps.idempotency.once(caller, request, {
      run,
      inOneTransaction: operation.inOneTransaction ?? true,
      isLarge: operation.bodyLimit !== undefined,
    });
  }
}

/** A call with what runs it. 15,000 waits may hold one each: the call makes its signal when it is asked for. */
class CallContext<Services> implements OperationContext<Services> {
  constructor(
    private readonly call: Call,
    readonly services: Services,
    readonly idempotencyKey: string | null,
  ) {}

  get caller(): Caller {
    return this.call.caller;
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }

  onAnswered(settle: (written: boolean) => void): void {
    this.call.onAnswered(settle);
  }
}

/** The key of a call that creates. */
function keyOf({ creates }: Pick<AnyOperation, 'creates'>, call: Call): string | null {
  const key = creates ? call.idempotencyKey : null;
  if (key !== null && (key.length === 0 || key.length > 255))
    throw invalid('Idempotency-Key must have 1 to 255 characters');
  return key;
}
