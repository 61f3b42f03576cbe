import { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import type { KeyScope } from '../auth/scopes.js';
import type { PreparedJson } from './prepared-json.js';

/** Who may call an operation. The OAuth equals of a key scope are in `auth/scopes.ts`. */
export type Access = 'public' | 'inbound-secret' | 'any-key' | KeyScope;

/** What an operation is given besides its input; `Services` are those it asks for. */
export interface OperationContext<Services = unknown> {
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

/** What an operation that answers with bytes returns. */
export interface BytesAnswer {
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

/** What an operation that answers with events returns: told once when its answer has begun. */
export interface LiveEvents {
  begin(connection: EventConnection): void;
  /** The connection takes more again. */
  drained(): void;
}

/** An operation as a tool, where that differs from what its route says. */
export interface ToolFacts {
  /** Where it is not that of the operation in snake_case. */
  readonly name?: string;
  /** Whether it changes nothing; unless said otherwise, what GET does. */
  readonly readOnly?: boolean;
  /** Whether it takes something away; unless said otherwise, what DELETE does. */
  readonly destructive?: boolean;
  /** Whether a second call changes nothing more; unless said otherwise, all but POST. */
  readonly idempotent?: boolean;
  /** Whether it reaches out to others: mail servers, receivers of webhooks, pages. */
  readonly openWorld?: boolean;
  /** Behind the summary, for models. */
  readonly details?: string;
  /** Values of fields that are not given, where those of the tool are others. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Fields that callers of the tool are not asked for, with their values; undefined: left out. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that the tool needs although the operation does not. */
  readonly required?: readonly string[];
  /** Fields that are called something else. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What is said of every operation, whatever it answers with. */
interface Described<I extends z.ZodObject> {
  /** camelCase, unique: the OpenAPI operationId and the name in logs. */
  readonly name: string;
  /** One sentence in the imperative: OpenAPI summary and tool description. */
  readonly summary: string;
  readonly access: Access;
  /** Path, query and body fields together. `:names` in the path say which of them are path parameters. */
  readonly input: I;
  readonly http?: Route & { readonly variants?: readonly Route[] };
  /** Bytes of a JSON body at most (default 1 MiB). */
  readonly bodyLimit?: number;
  /** Request headers the operation reads: the field of `input` each arrives in, and its name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields that stand in the query although there is a body; one that has them is understood as well. */
  readonly inQuery?: readonly string[];
  readonly tool?: ToolFacts;
  /** Whether a call waits for something to happen: one of those that a key may have open. */
  waits?(input: z.output<I>): boolean;
  /** It decides what persons decide about, and is no tool. */
  readonly forPersons?: boolean;
  /** Statuses `run` may answer beside the route's (204, 408), and when: for OpenAPI. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  /** Announced in the `Deprecation` and `Sunset` (RFC 8594) headers and in OpenAPI. */
  readonly deprecated?: { readonly sunset: string };
}

/** An operation that answers with a value: most of them. */
export interface ValueOperation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  Services = unknown,
> extends Described<I> {
  readonly answers?: 'json';
  /** Only fields named here can leave the service. `undefined` is answered as 204. */
  readonly output: O;
  /** `creates`: takes `Idempotency-Key` and answers a repeated one with the first answer. */
  readonly creates?: boolean;
  /**
   * Of what `creates`: whether everything it writes and the answer that is kept for its `Idempotency-Key` are
   * one transaction (default). Not where it waits or calls out: then a ledger says what was done before, or
   * doing it twice does no harm.
   */
  readonly inOneTransaction?: boolean;
  run(
    context: OperationContext<Services>,
    input: z.output<I>,
  ): Promise<z.input<O> | Answer<z.input<O> | undefined> | PreparedJson>;
}

interface RawOperation<I extends z.ZodObject, Services, Answers, Result> extends Described<I> {
  readonly answers: Answers;
  readonly creates?: never;
  run(context: OperationContext<Services>, input: z.output<I>): Promise<Result>;
}

/** An operation that answers with bytes as they are stored. */
export type BytesOperation<I extends z.ZodObject = z.ZodObject, Services = unknown> = RawOperation<
  I,
  Services,
  'bytes',
  BytesAnswer
>;

/**
 * One thing a client can do, said once.
 *
 * REST routes, OpenAPI and the scope table are all read from this value, so they cannot disagree.
 */
export type Operation<I extends z.ZodObject, O extends z.ZodType, Services> =
  | ValueOperation<I, O, Services>
  | BytesOperation<I, Services>
  | RawOperation<I, Services, 'events', LiveEvents>;

/** An operation with the types of its fields forgotten: what the catalogue holds and the front ends read. */
export type AnyOperation<Services = never> = Operation<z.ZodObject, z.ZodType, Services>;

/**
 * Makes operations that ask for these services; the catalogue checks that there are such.
 * Each keeps the types of its input and output while its shape is checked.
 */
export const operationWith =
  <Services>() =>
  <I extends z.ZodObject, O extends z.ZodType>(
    definition: Operation<I, O, Services>,
  ): Operation<I, O, Services> =>
    definition;

/** Makes operations that need no service. */
export const operation = operationWith<unknown>();

/** What a DELETE answers: `deleted(id)`. (An inbox answers 204: an output that admits undefined may.) */
export const deletion = z.object({ id: z.string(), deleted: z.literal(true) });

/** The answer of a DELETE. */
export const deleted = (id: string): z.input<typeof deletion> => ({ id, deleted: true });
