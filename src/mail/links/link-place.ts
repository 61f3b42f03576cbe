import type { TextPage } from '../text/page.js';
import type { LinkTarget, WebLink } from './web-links.js';

/** Where a link stands, and what others stand beside it. */
export interface LinkPlace {
  /** Nothing but a name stands before it. */
  readonly isHead: boolean;
  /** From the begin of the page (0) to its end (1). */
  readonly depth: number;
  /** Other links on its line. */
  readonly row: number;
  /** Characters of its line that are in no link. */
  readonly beside: number;
  /** The line above it ends in a colon. */
  readonly isAnnounced: boolean;
  /** Other addresses of the same shape: of one host, with the same first piece and a token as strong. */
  readonly siblings: number;
  /** Other places that lead to the same address. */
  readonly repeats: number;
  /** Whether a button that leads elsewhere stands before it. */
  readonly followsButton: boolean;
}

const HEAD = 30;

/** Tells where each of the links of a page stands. */
export function createPlaces(page: TextPage, links: readonly WebLink[]): (i: number) => LinkPlace {
  const { text, lines } = page;
  const onLine = groupBy(links, ({ line }) => line);
  const widths = new Map<number, number>();
  for (const { line, start, end } of links) widths.set(line, (widths.get(line) ?? 0) + end - start);
  const byUrl = groupBy(links, ({ target }) => target.url);
  const byShape = groupBy(links, ({ target }) => shapeOf(target));
  const shapes = new Map<string, number>();
  for (const [shape, own] of byShape)
    shapes.set(shape, new Set(own.map(({ target }) => target.url)).size);
  const firstButton = links.find(({ isButton }) => isButton);
  return (i) => {
    const { start, line, target } = links[i]!;
    const { start: begin, end } = lines[line]!;
    return {
      isHead: start <= HEAD,
      depth: text.length === 0 ? 0 : start / text.length,
      row: onLine.get(line)!.length - 1,
      beside: end - begin - widths.get(line)!,
      isAnnounced: endsInColon(page, line),
      siblings: shapes.get(shapeOf(target))! - 1,
      repeats: byUrl.get(target.url)!.length - 1,
      followsButton:
        firstButton !== undefined &&
        firstButton.start < start &&
        firstButton.target.url !== target.url,
    };
  };
}

function groupBy<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

const MAX_SHAPE = 40;

/** Host, first piece of the path, and how strong its token is. */
function shapeOf({ address: { host, text, strength } }: LinkTarget): string {
  const slash = text.indexOf('/', 1);
  const first = slash < 0 ? '' : text.slice(0, Math.min(slash, MAX_SHAPE));
  return `${host}${first} ${strength}`;
}

const MAX_BLANK = 3;
const LINE_END = 4;

/** Whether the line above with anything in it ends in a colon. */
function endsInColon({ text, lines }: TextPage, line: number): boolean {
  for (let i = line - 1; i >= Math.max(0, line - MAX_BLANK); i--) {
    const { start, end } = lines[i]!;
    const last = text.slice(Math.max(start, end - LINE_END), end).trimEnd();
    if (last !== '') return last.endsWith(':') || last.endsWith('：');
  }
  return false;
}
