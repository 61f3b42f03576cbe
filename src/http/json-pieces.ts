import { randomUUID } from 'node:crypto';

// Characters from which on a text is written apart, and those that are written at once.
const LONG = 256 * 1024;
const PIECE = 64 * 1024;
// Bodies of emails stand at this depth or above: the value, its list, a row.
const DEPTH = 3;

/** Characters of the long texts in an answer; 0 for an ordinary one. */
export function longTextIn(value: unknown, depth = DEPTH): number {
  if (typeof value === 'string') return value.length > LONG ? value.length : 0;
  if (typeof value !== 'object' || value === null || depth === 0) return 0;
  let characters = 0;
  for (const key in value)
    characters += longTextIn((value as Record<string, unknown>)[key], depth - 1);
  return characters;
}

/**
 * What JSON.stringify makes of `value`, in pieces: made at once, a text of many megabytes would hold up
 * everybody, and be in memory three times.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  const texts: string[] = [];
  const mark = randomUUID();
  const withoutTexts = JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'string' || part.length <= LONG) return part;
    texts.push(part);
    return mark;
  });
  for (const [index, between] of withoutTexts.split(`"${mark}"`).entries()) {
    if (index > 0) yield* textPieces(texts[index - 1]!);
    yield between;
  }
}

/** Where a pair is cut, its halves are written as escapes, which mean the same. */
function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; at += PIECE)
    yield JSON.stringify(text.slice(at, at + PIECE)).slice(1, -1);
  yield '"';
}
