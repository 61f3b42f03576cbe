import type { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import type { Page } from '../db/page.js';
import {
  deleted,
  deletion,
  operationWith,
  type Access,
  type OperationContext,
  type Route,
  type ValueOperation,
} from './operation.js';
import { page } from './shapes.js';

/** One kind of resource: where its operations are, who may call them, and how one of it is answered. */
interface Kind<Item extends z.ZodType, Row> {
  /** Of the collection. */
  readonly path: `/${string}`;
  /** The path parameter that names one of it (default `id`). */
  readonly key?: string;
  readonly access: Access;
  /** Who may list and get, where that is another scope. */
  readonly reading?: Access;
  readonly item: Item;
  /** What a service answers, as clients see it. */
  readonly present: (row: Row, caller: Caller) => z.input<Item>;
}

/** What an operation says itself; `access` and `http` where they are not those of the others. */
interface OwnPart<I extends z.ZodObject, Result, Services> extends Omit<
  ValueOperation<I>,
  'access' | 'output' | 'run'
> {
  readonly access?: Access;
  readonly run: (context: OperationContext<Services>, input: z.output<I>) => Promise<Result>;
}

/** Another operation, with an answer of its own. */
interface OtherOperation<I extends z.ZodObject, O extends z.ZodType, Services> extends Omit<
  ValueOperation<I, O, Services>,
  'access'
> {
  readonly access?: Access;
}

/**
 * Makes the usual operations on a kind of resource, so that each of them says only what is its own: the route
 * follows from the method, and all of them answer with the resource as `present` shows it.
 */
export const operationsOn =
  <Services>() =>
  <Item extends z.ZodType, Row>(kind: Kind<Item, Row>) => {
    const { path, key = 'id', access, reading = access, item, present } = kind;
    const operation = operationWith<Services>();
    const one = `${path}/:${key}` as const;
    const answering =
      (usual: { access: Access; http: Route; creates?: true }) =>
      <I extends z.ZodObject>({ run, ...described }: OwnPart<I, Row, Services>) =>
        operation({
          ...{ ...usual, ...described, output: item },
          run: async (context, input: z.output<I>) =>
            present(await run(context, input), context.caller),
        });
    return {
      /** Any other operation that asks for these services. */
      operation: <I extends z.ZodObject, O extends z.ZodType>(
        described: OtherOperation<I, O, Services>,
      ) => operation<I, O>({ access, ...described }),

      /** `POST path`, 201; takes `Idempotency-Key`. */
      create: answering({ access, http: { method: 'POST', path, status: 201 }, creates: true }),

      /** `GET path`, a page at a time. */
      list: <I extends z.ZodObject>({ run, ...described }: OwnPart<I, Page<Row>, Services>) =>
        operation({
          ...{ access: reading, http: { method: 'GET', path }, ...described, output: page(item) },
          run: async (context, input: z.output<I>) => {
            const found = await run(context, input);
            return { ...found, data: found.data.map((row) => present(row, context.caller)) };
          },
        }),

      /** `GET path/:key`. */
      get: answering({ access: reading, http: { method: 'GET', path: one } }),

      /** `PATCH path/:key`. */
      update: answering({ access, http: { method: 'PATCH', path: one } }),

      /** `DELETE path/:key`: answers the id, which is the parameter unless `run` answers another. */
      remove: <I extends z.ZodObject>({ run, ...described }: OwnPart<I, string | void, Services>) =>
        operation({
          ...{ access, http: { method: 'DELETE', path: one }, ...described, output: deletion },
          run: async (context, input: z.output<I>) =>
            deleted((await run(context, input)) ?? String(input[key])),
        }),

      /** `POST path/:key/verb`, 200. */
      act: <I extends z.ZodObject>(verb: string, described: OwnPart<I, Row, Services>) =>
        answering({ access, http: { method: 'POST', path: `${one}/${verb}` } })(described),
    };
  };
