/** What is known of an element by its name. */
export interface Tag {
  /** Lower case. */
  readonly name: string;
  /** It has no content and is never closed. */
  readonly isVoid: boolean;
  /** Its content is no text of the page. */
  readonly isUnseen: boolean;
  /** Line ends around it: 1 starts a line, 2 leaves an empty one between, 0 goes on. */
  readonly lines: 0 | 1 | 2;
  /** Opening it ends an open element of the first name, up to one of the second. */
  readonly ends: readonly [string, string] | null;
  /** What stands between it and its neighbours on a line: room, or the border of a cell. */
  readonly gap: '' | ' ' | '\t';
  readonly isPreformatted: boolean;
  readonly isStrong: boolean;
  readonly isMonospace: boolean;
  /** Pixels of its letters, where that is not its parent's. */
  readonly fontSize: number | undefined;
  /** Without attributes and rules its text looks like that around it. */
  readonly isPlain: boolean;
}

const VOID = [
  ...['br', 'img', 'hr', 'input', 'meta', 'link', 'area', 'base', 'col', 'wbr', 'embed', 'source'],
  ...['track', 'param', 'bgsound', 'keygen'],
];
const UNSEEN = [
  ...['script', 'style', 'title', 'noembed', 'noframes', 'iframe', 'xmp', 'textarea', 'template'],
];
const LINES: Readonly<Record<1 | 2, readonly string[]>> = {
  1: [
    ...['table', 'tr', 'div', 'li', 'dt', 'center', 'section', 'article', 'header', 'footer'],
    ...['main', 'form', 'fieldset', 'address', 'body', 'figure', 'caption', 'thead', 'tbody'],
    ...['tfoot', 'aside', 'nav', 'legend', 'details', 'summary', 'figcaption', 'option'],
  ],
  2: [...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'hr', 'blockquote']],
};
/** Cells, and what a list says of the term before it. */
const GAPS: Readonly<Record<string, ' ' | '\t'>> = { td: '\t', th: '\t', dd: '\t', button: ' ' };
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  td: ['td', 'tr'],
  th: ['th', 'tr'],
  tr: ['tr', 'table'],
  li: ['li', 'ul'],
  p: ['p', 'div'],
};
const STRONG = ['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'mark'];
const MONOSPACE = ['code', 'pre', 'kbd', 'samp', 'tt'];
const FONT_SIZES: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 19, big: 20 };

/** Links have a colour of their own, quotes are counted. */
const STYLED = new Set(['a', 'blockquote', ...STRONG, ...MONOSPACE, ...Object.keys(FONT_SIZES)]);

/** With what begins every document, and what is as plain as that: no list has those. */
const TAGS = new Map(
  [
    ...[...VOID, ...UNSEEN, ...LINES[1], ...LINES[2], ...STYLED],
    ...Object.keys({ ...ENDS, ...GAPS }),
    ...['html', 'head', 'span', 'font', 'i', 'em', 'u'],
  ].map((name) => [name, describe(name)]),
);

/** One look-up for all that is asked about the element of a name. */
export function tagOf(written: string): Tag {
  const known = TAGS.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  return TAGS.get(name) ?? describe(name);
}

function describe(name: string): Tag {
  return {
    name,
    isVoid: VOID.includes(name),
    isUnseen: UNSEEN.includes(name),
    lines: LINES[2].includes(name) ? 2 : LINES[1].includes(name) ? 1 : 0,
    ends: ENDS[name] ?? null,
    gap: GAPS[name] ?? '',
    isPreformatted: name === 'pre',
    isStrong: STRONG.includes(name),
    isMonospace: MONOSPACE.includes(name),
    fontSize: FONT_SIZES[name],
    isPlain: !STYLED.has(name),
  };
}
