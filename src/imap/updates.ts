import type { MessageMark } from './session.js';

/** What became of the messages a client knows. */
export interface Updates {
  /** Places of those that are gone, ascending. */
  readonly gone: readonly number[];
  /** Known ones that are other than they were. */
  readonly changed: readonly MessageMark[];
  /** How many came. */
  readonly added: number;
}

/** Compares two lists by ascending UID. */
export function updatesBetween(told: readonly MessageMark[], now: readonly MessageMark[]): Updates {
  const gone: number[] = [];
  const changed: MessageMark[] = [];
  let at = 0;
  for (const [index, known] of told.entries()) {
    while (at < now.length && now[at]!.uid < known.uid) at++;
    const current = now[at];
    if (current?.uid !== known.uid) gone.push(index);
    else if (isChanged(known, current)) changed.push(current);
  }
  return { gone, changed, added: now.length - (told.length - gone.length) };
}

const isChanged = (a: MessageMark, b: MessageMark): boolean =>
  a !== b && (a.seen !== b.seen || a.modseq !== b.modseq);

/** `now`, and those of `told` that are gone, as long as the client may not be told so. */
export function withGone(
  told: readonly MessageMark[],
  now: readonly MessageMark[],
  { gone }: Updates,
): readonly MessageMark[] {
  if (gone.length === 0) return now;
  return [...gone.map((index) => told[index]!), ...now].sort((a, b) => a.uid - b.uid);
}
