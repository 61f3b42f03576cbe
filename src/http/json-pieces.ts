import { randomUUID } from 'node:crypto';
import { isLong, LongText, MadeJson } from '../operations/made-json.js';

// Texts of emails stand at this depth or above: the value, its list, a row.
const DEPTH = 3;

/** Characters of the long texts in an answer; 0 for an ordinary one. */
export function longTextIn(value: unknown, depth = DEPTH): number {
  if (value instanceof MadeJson) return value.longText;
  if (typeof value === 'string') return isLong(value) ? value.length : 0;
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
  if (value instanceof MadeJson) yield* value.pieces();
  else yield* piecesOf(value);
}

function* piecesOf(value: unknown): Generator<string> {
  const texts: LongText[] = [];
  const mark = randomUUID();
  const withoutTexts = JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'string' || !isLong(part)) return part;
    texts.push(new LongText(part));
    return mark;
  });
  for (const [index, between] of withoutTexts.split(`"${mark}"`).entries()) {
    if (index > 0) yield* texts[index - 1]!.pieces();
    yield between;
  }
}
