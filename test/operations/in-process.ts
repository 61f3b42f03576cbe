import type { Services } from '../../src/composition/services.js';
import { catalogue } from '../../src/catalogue.js';
import { AppError } from '../../src/errors.js';
import type { Caller } from '../../src/auth/caller.js';
import type { Executor, CallOutcome } from '../../src/operations/execute.js';
import type { StreamedBytes } from '../../src/operations/operation.js';

/** What a front end is told, in the same words for each. */
export interface Told {
  readonly status: number;
  readonly body: unknown;
}

/** Calls an operation by its name. */
export type CallByName = (name: string, fields: Readonly<Record<string, unknown>>) => Promise<Told>;

/** A front end without a protocol: operations are called by name, with arguments, in this process. */
export function createInProcess(
  executor: Executor<Services>,
  callerOf: () => Promise<Caller>,
): CallByName {
  return async (name, fields) => {
    const settlers: ((written: boolean) => void)[] = [];
    const gone = new AbortController();
    const outcome = await executor
      .execute(
        catalogue.find((operation) => operation.name === name)!,
        {
          caller: await callerOf(),
          idempotencyKey: null,
          signal: gone.signal,
          fields: () => fields,
          onAnswered: (settle) => void settlers.push(settle),
          onCounted: () => undefined,
        },
      )
      .then(toldOf, toldOfError);
    gone.abort();
    for (const settle of settlers) settle(outcome.status < 400);
    return outcome;
  };
}

async function toldOf(outcome: CallOutcome): Promise<Told> {
  switch (outcome.answers) {
    case 'json':
      return { status: outcome.status, body: jsonOf(outcome.value) };
    case 'bytes':
      return { status: 200, body: await textOf(outcome.value.body) };
    case 'events':
      await outcome.open();
      return { status: 200, body: 'events' };
  }
}

/** @throws what no client is told of */
function toldOfError(error: unknown): Told {
  if (!(error instanceof AppError)) throw error;
  return { status: error.status, body: jsonOf(error) };
}

const jsonOf = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value));

async function textOf(body: Buffer | StreamedBytes): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
  const pieces: Buffer[] = [];
  for await (const piece of body.pieces) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
