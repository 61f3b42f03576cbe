import { isMessage, PARSE_ERROR, INVALID_REQUEST, refusal, type Message } from './messages.js';

/** Several messages of one line, and the answers to them, which go back as one line as well. */
export interface Batch {
  readonly messages: readonly Message[];
  /** JSON of each; there are some where a part of it was no message. */
  readonly answers: string[];
}

/** A line of a program as it is to be dealt with; text: what it is answered with at once. */
export function readLine(line: string): Message | Batch | string {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return refusal(PARSE_ERROR, 'No JSON');
  }
  if (Array.isArray(given) && given.length > 0) return batchOf(given);
  return isMessage(given) ? given : NO_MESSAGE;
}

const NO_MESSAGE = refusal(INVALID_REQUEST, 'No JSON-RPC message');

// As `/mcp` has it.
const MAX_BATCH = 100;
const LAST_WITH_BATCHES = '2025-03-26';

function batchOf(given: readonly unknown[]): Batch | string {
  if (given.length > MAX_BATCH)
    return refusal(INVALID_REQUEST, `At most ${MAX_BATCH} messages go in a batch`);
  const messages = given.filter(isMessage);
  if (messages.some(({ method }) => method === 'initialize'))
    return refusal(INVALID_REQUEST, 'initialize must be alone');
  return { messages, answers: given.filter((one) => !isMessage(one)).map(() => NO_MESSAGE) };
}

/** Why a session of this version takes no batches; null where it does. */
export function noBatches(version: string | null): string | null {
  if (version !== null && version <= LAST_WITH_BATCHES) return null;
  return refusal(INVALID_REQUEST, `There are batches in sessions up to ${LAST_WITH_BATCHES} alone`);
}
