import type { PartMap } from '../session.js';
import type { Section } from './section.js';

/** Bytes of `/raw`, `from` (included) to `to` (not included). */
export type ByteRange = readonly [from: number, to: number];

/** The bytes that a section names; null where the message has no such part. */
export function locate(message: PartMap, { path, of }: Section): ByteRange | null {
  if (path.length === 0) return rangeOf(message, of);
  const part = partAt(message, path);
  if (!part) return null;
  if (of === 'all') return part.body;
  if (of === 'mime') return part.header;
  return part.message ? rangeOf(part.message, of) : null;
}

function rangeOf({ header, body }: PartMap, of: Section['of']): ByteRange {
  if (of === 'all') return [header[0], body[1]];
  return of === 'text' ? body : header;
}

/** The part that numbers lead to; a message that is no multipart has itself as part 1. */
export function partAt(message: PartMap, path: readonly number[]): PartMap | null {
  let part: PartMap | null = null;
  let inside: PartMap | undefined = message;
  let isMessage = true;
  for (const number of path) {
    if (!inside) return null;
    const found: PartMap | undefined = inside.children
      ? inside.children[number - 1]
      : ownPart(inside, isMessage && number === 1);
    if (!found) return null;
    part = found;
    isMessage = found.message !== undefined;
    inside = found.message ?? (found.children && found);
  }
  return part;
}

const ownPart = (message: PartMap, isIt: boolean) => (isIt ? message : undefined);
