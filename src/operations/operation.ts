import { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import type { KeyScope } from '../auth/scopes.js';
import type { Services } from '../composition/services.js';

/** Who may call an operation. The OAuth equals of a key scope are in `auth/scopes.ts`. */
export type Access = 'public' | 'inbound-secret' | 'any-key' | KeyScope;

/** What an operation is given besides its input. */
export interface OperationContext {
  readonly caller: Caller;
  readonly services: Services;
  /** Aborted when the client is gone or the process stops. */
  readonly signal: AbortSignal;
  /** The `Idempotency-Key` of a request that creates; null without one. */
  readonly idempotencyKey: string | null;
  /** Calls `settle` once: with true when the answer was written to an open connection. */
  onAnswered(settle: (written: boolean) => void): void;
}

/** A spelling of an operation over REST. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** 200 unless said otherwise. */
  readonly status?: number;
}

/** A result whose status or headers depend on what happened (202, 408). */
export class Answer<T> {
  constructor(
    readonly value: T,
    readonly status: number | null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Bytes that are read as their reader takes them. */
export interface StreamedBytes {
  readonly length: number;
  /** Throws where the rest is gone. */
  readonly pieces: AsyncIterable<Buffer>;
}

/** What an operation with `answers: 'bytes'` returns. */
export interface Bytes {
  /** Content-Type of the answer. */
  readonly type: string;
  readonly body: Buffer | StreamedBytes;
  /** With it the answer is a download (`Content-Disposition: attachment`). */
  readonly filename?: string;
}

/** An open answer that events are written to. */
export interface EventConnection {
  /** Bytes that were written and have not left the process. */
  readonly unsent: number;
  write(bytes: Buffer): void;
  /** Ends the answer. */
  end(): void;
  /** Closes the connection as it is, whatever is still to be sent. */
  cut(): void;
}

/** What an operation with `answers: 'events'` returns: told once when its answer has begun. */
export interface LiveEvents {
  begin(connection: EventConnection): void;
  /** The connection takes more again. */
  drained(): void;
}

/**
 * One thing a client can do, said once.
 *
 * REST routes, OpenAPI and the scope table are all read from this value, so they cannot disagree.
 */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** camelCase, unique: the OpenAPI operationId and the name in logs. */
  readonly name: string;
  /** One sentence in the imperative: OpenAPI summary and tool description. */
  readonly summary: string;
  readonly access: Access;
  /** Path, query and body fields together. `:names` in the path say which of them are path parameters. */
  readonly input: I;
  /** Only fields named here can leave the service. `undefined` is answered as 204. */
  readonly output: O;
  readonly http?: Route & { readonly variants?: readonly Route[] };
  /**
   * json (default), bytes (run returns `Bytes`, output is `z.custom<Bytes>()`) or server-sent
   * events (`LiveEvents`, likewise).
   */
  readonly answers?: 'json' | 'bytes' | 'events';
  /** Bytes of a JSON body at most (default 1 MiB). */
  readonly bodyLimit?: number;
  /** Request headers the operation reads: the field of `input` each arrives in, and its name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `creates`: takes `Idempotency-Key` and answers a repeated one with the first answer. */
  readonly creates?: boolean;
  /**
   * Of what `creates`: whether everything it writes and the answer that is kept for its `Idempotency-Key` are
   * one transaction (default). Not where it waits or calls out: then a ledger says what was done before, or
   * doing it twice does no harm.
   */
  readonly inOneTransaction?: boolean;
  readonly tool?: {
    readonly name: string;
    readonly readOnly?: boolean;
    readonly destructive?: boolean;
  };
  /** Statuses `run` may answer beside the route's (204, 408), and when: for OpenAPI. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  /** Announced in the `Deprecation` and `Sunset` (RFC 8594) headers and in OpenAPI. */
  readonly deprecated?: { readonly sunset: string };
  run(
    context: OperationContext,
    input: z.output<I>,
  ): Promise<z.input<O> | Answer<z.input<O> | undefined>>;
}

/** What a DELETE answers: `deleted(id)`. (An inbox answers 204: an output that admits undefined may.) */
export const deletion = z.object({ id: z.string(), deleted: z.literal(true) });

/** The answer of a DELETE. */
export const deleted = (id: string): z.input<typeof deletion> => ({ id, deleted: true });

/** Keeps the input and output types while checking the shape. */
export const operation = <I extends z.ZodObject, O extends z.ZodType>(
  definition: Operation<I, O>,
): Operation<I, O> => definition;

/** An operation with its types forgotten: what the catalogue holds and the front ends read. */
export type AnyOperation = Omit<Operation, 'run'> & {
  run(context: OperationContext, input: unknown): Promise<unknown>;
};
