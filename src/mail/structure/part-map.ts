import { clip } from '../text/safe-text.js';
import type { StructuredPart } from './part-head.js';

const MAX_ENCODING = 40;

/** Where a part lies: its header, its body and the end of that; its encoding; its children; its message. */
export type StoredPart = readonly [
  from: number,
  bodyFrom: number,
  to: number,
  encoding: string,
  children?: readonly StoredPart[] | null,
  message?: StoredPart,
];

/** The places of a message's parts in its bytes, as they are kept: JSON of a `StoredPart`. */
export const partMapOf = (root: StructuredPart): string => JSON.stringify(storedPart(root));

function storedPart({ from, bodyFrom, to, head, children, message }: StructuredPart): StoredPart {
  const encoding = clip(head.encoding.toLowerCase(), MAX_ENCODING);
  if (message) return [from, bodyFrom, to, encoding, null, storedPart(message)];
  if (children.length === 0) return [from, bodyFrom, to, encoding];
  return [from, bodyFrom, to, encoding, children.map(storedPart)];
}

/** Where the parts of a message lie, in bytes in front of which `prefix` more stand. */
export interface PlacedPart {
  readonly header: readonly [from: number, to: number];
  readonly body: readonly [from: number, to: number];
  readonly encoding: string;
  readonly children?: readonly PlacedPart[];
  readonly message?: PlacedPart;
}

/** Reads a map that was kept: its message begins with the prefix, its parts behind it. */
export function readPartMap(map: string, prefix: number): PlacedPart {
  const root = placed(JSON.parse(map) as StoredPart, prefix);
  return { ...root, header: [0, root.header[1]] };
}

function placed([from, bodyFrom, to, encoding, children, message]: StoredPart, by: number) {
  const part: PlacedPart = {
    header: [from + by, bodyFrom + by],
    body: [bodyFrom + by, to + by],
    encoding,
    ...(children && { children: children.map((child): PlacedPart => placed(child, by)) }),
    ...(message && { message: placed(message, by) }),
  };
  return part;
}
