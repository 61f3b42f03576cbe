import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { AppError } from '../errors.js';
import { isLong, LongText, PreparedJson } from '../operations/prepared-json.js';
import { sendJson, startJson, type AnswerHead } from './answer.js';
import type { RoutedContext } from './request-state.js';
import { randomUUID } from 'node:crypto';

// Characters of long texts in all answers under way; one answer always goes.
const MAX_UNDER_WAY = 256 * 1024 * 1024;
const RETRY_SECONDS = 5;
// Milliseconds in which a reader has to take something, and all of it.
const STALL_MS = 15_000;
const DEADLINE_MS = 120_000;

/** Writes JSON answers. Large ones stay in memory until they are read, so there are few at a time. */
export class LargeAnswers {
  #underWay = 0;

  /** An undefined value is an empty answer. @throws AppError 503 when there are too many large ones. */
  send(ctx: RoutedContext, head: AnswerHead, value: unknown): void {
    const size = longTextIn(value);
    if (size === 0) {
      sendJson(ctx, head, value === undefined ? null : jsonOf(value));
      return;
    }
    this.#hold(ctx.res, size);
    startJson(ctx, head);
    ctx.body = Readable.from(inTurns(jsonPieces(value)), { objectMode: false });
  }

  #hold(res: ServerResponse, size: number): void {
    if (this.#underWay > 0 && this.#underWay + size > MAX_UNDER_WAY) throw tooMany();
    this.#underWay += size;
    const stop = watchReader(res);
    res.once('close', () => {
      stop();
      this.#underWay -= size;
    });
  }
}

const jsonOf = (value: unknown) =>
  value instanceof PreparedJson ? value.sent : JSON.stringify(value);

/** Lets others have their turn between pieces: a fast reader would take all of them in one turn of the event loop. */
async function* inTurns<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    yield piece;
    await othersTurn();
  }
}

/** Cuts the connection of a reader that does not read. Answers what stops the watch. */
function watchReader(res: ServerResponse): () => void {
  let written = -1;
  const looks = setInterval(() => {
    const now = res.socket?.bytesWritten ?? -1;
    if (now === written) res.destroy();
    written = now;
  }, STALL_MS);
  const deadline = setTimeout(() => res.destroy(), DEADLINE_MS);
  return () => {
    clearInterval(looks);
    clearTimeout(deadline);
  };
}

const tooMany = () =>
  new AppError(503, 'Too much large mail is being read at the moment; try again', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });

// Texts of emails stand at this depth or above: the value, its list, a row.
const DEPTH = 3;

/** Characters of the long texts in an answer; 0 for an ordinary one. */
function longTextIn(value: unknown, depth = DEPTH): number {
  if (value instanceof PreparedJson) return value.longText;
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
function* jsonPieces(value: unknown): Generator<string | Buffer> {
  if (value instanceof PreparedJson) yield* value.pieces();
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
