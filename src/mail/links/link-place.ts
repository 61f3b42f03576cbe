import { filledLine, type TextPage } from '../text/page.js';
import type { LinkTarget, WebLink } from './web-links.js';

const HEAD = 30;

/** Tells where each of the links of a page stands, and what others stand beside it. */
export function createPlaces(page: TextPage, links: readonly WebLink[]) {
  const { text, lines } = page;
  const onLine = sumBy(links, ({ line }) => line);
  const widths = sumBy(
    links,
    ({ line }) => line,
    ({ start, end }) => end - start,
  );
  const places = sumBy(links, ({ target }) => target.url);
  const distinct = new Map(links.map(({ target }) => [shapeOf(target) + target.url, target]));
  const shapes = sumBy([...distinct.values()], shapeOf);
  const button = links.find(({ isButton }) => isButton);
  return (i: number) => {
    const { start, line, target } = links[i]!;
    const { start: begin, end } = lines[line]!;
    return {
      /** Nothing but a name stands before it. */
      isHead: start <= HEAD,
      /** From the begin of the page (0) to its end (1). */
      depth: text.length === 0 ? 0 : start / text.length,
      /** Other links on its line. */
      row: onLine.get(line)! - 1,
      /** Characters of its line that are in no link. */
      beside: end - begin - widths.get(line)!,
      /** The line above it ends in a colon. */
      isAnnounced: endsInColon(page, line),
      /** Other addresses of the same shape: of one host, with the same first piece and a token as strong. */
      siblings: shapes.get(shapeOf(target))! - 1,
      /** Other places that lead to the same address. */
      repeats: places.get(target.url)! - 1,
      /** Whether a button that leads elsewhere stands before it. */
      followsButton:
        button !== undefined && button.start < start && button.target.url !== target.url,
    };
  };
}

/** Adds up, or counts, what has the same key. */
function sumBy<One, Key>(
  all: readonly One[],
  keyOf: (one: One) => Key,
  of: (one: One) => number = () => 1,
): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const one of all) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + of(one));
  return sums;
}

const MAX_SHAPE = 40;

/** Host, first piece of the path, and how strong its token is. */
function shapeOf({ address: { host, text, strength } }: LinkTarget): string {
  const slash = text.indexOf('/', 1);
  const first = slash < 0 ? '' : text.slice(0, Math.min(slash, MAX_SHAPE));
  return `${host}${first} ${strength}`;
}

const LINE_END = 4;

/** Whether the line above with anything in it ends in a colon. */
function endsInColon(page: TextPage, line: number): boolean {
  const above = filledLine(page, line, -1);
  return above !== null && /[:：]\s*$/.test(page.text.slice(above.end - LINE_END, above.end));
}
