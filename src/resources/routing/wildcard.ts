/** A pattern taken apart at its `*`, in lower case: what stands between them. Never empty. */
export type Wildcard = readonly string[];

/** Reads a pattern: `*` stands for any text, also for none, and everything else for itself. */
export const readWildcard = (pattern: string): Wildcard => {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  if (others.length === 0) return [first];
  const last = others.pop()!;
  // Several `*` in a row are one.
  return [first, ...others.filter((part) => part !== ''), last];
};

/**
 * Whether the whole of `text`, which is in lower case, is what the pattern describes.
 *
 * Between the first and the last part the leftmost place of each part is as good as any, so nothing is
 * tried twice: each character is looked at by one search, and V8 searches in linear time.
 */
export function matchesWildcard(parts: Wildcard, text: string): boolean {
  const first = parts[0]!;
  if (parts.length === 1) return text === first;
  const last = parts[parts.length - 1]!;
  const end = text.length - last.length;
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const at = text.indexOf(parts[i]!, from);
    if (at < 0) return false;
    from = at + parts[i]!.length;
  }
  return from <= end;
}
