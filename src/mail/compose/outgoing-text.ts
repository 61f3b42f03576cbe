import type { Anchor } from '../html/html-anchors.js';
import { readHtml } from '../html/html-text.js';

/** The plain text of an outgoing mail: the one given, or what its HTML shows, with its links. */
export function composedText({
  text,
  html,
}: {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}): string {
  if (text !== undefined || html === undefined) return text ?? '';
  const shown = readHtml(html);
  return withLinks(shown.text, shown.anchors).trim();
}

/** Puts the address of each link behind its words, unless they are the address. */
function withLinks(text: string, anchors: readonly Anchor[]): string {
  let out = '';
  let from = 0;
  for (const { url, start, end } of anchors) {
    if (end < from || !/^(https?|mailto):/i.test(url)) continue;
    out += text.slice(from, end);
    const words = text.slice(start, end).trim();
    if (!url.replace(/\/$/, '').endsWith(words.replace(/\/$/, '')) || words === '')
      out += ` <${url}>`;
    from = end;
  }
  return out + text.slice(from);
}
