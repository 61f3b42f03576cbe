import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ReadApart } from './json-thread.js';
import { readJson, type JsonText } from './read-json.js';

type Movable = Parameters<typeof move>[0];

/** The task of the thread that reads large bodies. The bytes are moved back, not copied. */
export default function readApart(text: JsonText): ReadApart {
  const { bytes } = text;
  const answer: ReadApart = { outcome: readJson(text), bytes };
  const moved: object = { [transferableSymbol]: [bytes.buffer], [valueSymbol]: answer };
  // What arrives on the other side is the value.
  return move(moved as Movable) as never;
}
