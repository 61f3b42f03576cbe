import { CLEAR, readBackground, readColor } from './css-color.js';

/**
 * What a list of declarations says about being seen and standing out; undefined means not said. All members are there
 * from the start, so that all facts have one shape and are read fast.
 */
export class StyleFacts {
  /** `display: none`. */
  none: boolean | undefined = undefined;
  /** The box is not shown for another reason, whatever is inside. */
  gone: boolean | undefined = undefined;
  /** `visibility`, which descendants may turn around. */
  visible: boolean | undefined = undefined;
  /** Pixels; relative sizes are negative: -1.5 is one and a half times the parent's. */
  fontSize: number | undefined = undefined;
  /** 0xRRGGBB, or `CLEAR`. */
  color: number | undefined = undefined;
  /** 0xRRGGBB, or `UNKNOWN` for an image or gradient. */
  background: number | undefined = undefined;
  bold: boolean | undefined = undefined;
  spaced: boolean | undefined = undefined;
  monospace: boolean | undefined = undefined;
  preformatted: boolean | undefined = undefined;
  /** The background is painted into the letters. */
  paintsText: boolean | undefined = undefined;
  /** Parts of what together takes a box off the screen. */
  clips: boolean | undefined = undefined;
  flat: boolean | undefined = undefined;
  positioned: boolean | undefined = undefined;
  away: boolean | undefined = undefined;
  /** What is `!important`, and counts before all that is not (CSS Cascade 4, section 6.4.1). */
  important: StyleFacts | undefined = undefined;
}

const FACTS = Object.keys(new StyleFacts()) as (keyof StyleFacts)[];

/** The facts of two sources; where both say something, the later one counts. Most elements have one source or none. */
export function mergeFacts(
  earlier: StyleFacts | null,
  later: StyleFacts | null,
): StyleFacts | null {
  if (!earlier || !later) return later ?? earlier;
  const merged = Object.assign(new StyleFacts(), earlier);
  for (const name of FACTS) copyFact(later, merged, name);
  if (earlier.important && later.important)
    merged.important = mergeFacts(earlier.important, later.important)!;
  return merged;
}

function copyFact<K extends keyof StyleFacts>(from: StyleFacts, to: StyleFacts, name: K): void {
  if (from[name] !== undefined) to[name] = from[name];
}

/** Whether nothing inside such a box is shown. */
export const isGone = ({ none, gone, flat, clips, positioned, away }: StyleFacts): boolean =>
  none === true ||
  gone === true ||
  (flat === true && clips === true) ||
  (positioned === true && away === true);

const OFF_SCREEN = -400;
/** Letters that are drawn over each other from here on, in pixels. */
const CRAMPED = -10;
const MAX_DECLARATIONS = 60;

type DeclarationReader = (facts: StyleFacts, value: string) => void;

const setColor: DeclarationReader = (facts, value) => {
  const color = readColor(value);
  if (color !== undefined) facts.color = color;
};

const setBackground: DeclarationReader = (facts, value) => {
  if (value !== 'none' && value !== 'transparent' && value !== 'inherit')
    facts.background = readBackground(value);
};

/** The facts that are so or not. */
type StyleFlag = {
  [Name in keyof StyleFacts]: StyleFacts[Name] extends boolean | undefined ? Name : never;
}[keyof StyleFacts];

type ValueTest = (value: string) => boolean;

/** A declaration that says whether something is so. */
const tells =
  (flag: StyleFlag, is: ValueTest): DeclarationReader =>
  (facts, value) => {
    facts[flag] = is(value);
  };

/** One that may say that something is so, and never that it is not. */
const mayTell =
  (flag: StyleFlag, is: ValueTest): DeclarationReader =>
  (facts, value) => {
    if (is(value)) facts[flag] = true;
  };

const setSize: DeclarationReader = (facts, value) => {
  const pixels = toPixels(value) ?? KEYWORD_SIZES.get(value);
  const times = pixels === undefined ? relative(value) : 0;
  if (pixels !== undefined) facts.fontSize = pixels;
  else if (times > 0) facts.fontSize = -times;
};

/** By properties that are read alike. A map: a mail may name a property as it likes, `__proto__` too. */
const READERS = new Map(
  Object.entries<DeclarationReader>({
    display: tells('none', (value) => value === 'none'),
    visibility: tells('visible', (value) => value !== 'hidden' && value !== 'collapse'),
    'content-visibility': mayTell('gone', (value) => value === 'hidden'),
    opacity: mayTell(
      'gone',
      (value) => Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) <= 0.05,
    ),
    'font-size': setSize,
    font(facts, value) {
      const size = /(?:^|\s)(0(?=[\s/])|\d[\d.]{0,6}(?:px|pt|r?em|%))/.exec(value)?.[1];
      if (size) setSize(facts, size);
      if (/\bbold\b|\b[6-9]00\b/.test(value)) facts.bold = true;
    },
    'font-weight': tells(
      'bold',
      (value) => value.startsWith('bold') || Number.parseInt(value, 10) >= 600,
    ),
    'font-family': mayTell('monospace', (value) => /mono|courier|consolas|menlo/.test(value)),
    'letter-spacing'(facts, value) {
      const pixels = toPixels(value) ?? 0;
      facts.spaced = pixels >= 2 || relative(value) >= 0.1;
      if (pixels <= CRAMPED || CRAMPED_EMS.test(value)) facts.gone = true;
    },
    'white-space': tells('preformatted', (value) => value.startsWith('pre')),
    'color -webkit-text-fill-color': setColor,
    'background background-color background-image': setBackground,
    'background-clip -webkit-background-clip': tells('paintsText', (value) =>
      value.includes('text'),
    ),
    'overflow overflow-x overflow-y': tells('clips', (value) => /^(?:hidden|clip)/.test(value)),
    'max-height max-width height width': mayTell('flat', (value) => (toPixels(value) ?? 2) <= 1),
    'line-height': mayTell('flat', (value) => toPixels(value) === 0),
    position: mayTell('positioned', (value) => value !== 'static'),
    'left right top bottom': mayTell('away', isAway),
    inset: mayTell('away', isAnyAway),
    'margin-left margin-top text-indent': mayTell('gone', isAway),
    margin: mayTell('gone', (value) => isAway(value.split(' ', 1)[0]!)),
    clip: mayTell('away', (value) => /^rect\(\s{0,4}[01]\D/.test(value)),
    'clip-path': mayTell('gone', (value) => NO_PATH.test(value)),
    transform: mayTell(
      'gone',
      (value) => NO_SCALE.test(value) || isAnyAway(SHIFT.exec(value)?.[1] ?? ''),
    ),
    scale: mayTell('gone', (value) => Number.parseFloat(value) === 0),
    translate: mayTell('gone', isAnyAway),
    filter: mayTell('gone', (value) => /\bopacity\(0(?:\.0{1,9})?%?\)/.test(value)),
  }).flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)),
);

const NO_SCALE = /\bscale(?:3d|[xyz])?\(\s{0,4}0(?:\.0{1,9})?[\s,)]/;
const SHIFT = /\btranslate(?:3d|[xyz])?\(([^()]{1,60})\)/;
const CRAMPED_EMS = /^-(?:0?\.[5-9]|[1-9])[\d.]{0,6}em$/;
const NO_PATH = /^(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px|%)? 0(?:px|%)?, ?0(?:px|%)? 0)/;

/** Reads the declarations of a style attribute or a rule. */
export function readStyle(css: string): StyleFacts {
  const facts = new StyleFacts();
  for (const written of withoutComments(css).split(';', MAX_DECLARATIONS)) {
    const colon = written.indexOf(':');
    if (colon < 0) continue;
    const read = READERS.get(plain(written.slice(0, colon)));
    if (!read) continue;
    const value = plain(written.slice(colon + 1, colon + 200));
    if (!value.endsWith(IMPORTANT)) read(facts, value);
    else read((facts.important ??= new StyleFacts()), value.slice(0, -IMPORTANT.length).trimEnd());
  }
  for (const one of [facts, facts.important])
    if (one?.paintsText && one.color === CLEAR) one.color = undefined;
  return facts;
}

/** Style sheets are read without what they say to people. */
export const withoutComments = (css: string): string =>
  css.includes('/*') ? css.replace(/\/\*[^]*?(?:\*\/|$)/g, '') : css;

const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;

/** In lower case, its escapes resolved: `d\69splay` is a name as good as any (CSS Syntax 3, section 4.3.7). */
export function plain(written: string): string {
  const text = written.includes('\\') ? written.replace(ESCAPE, unescaped) : written;
  return text.trim().toLowerCase();
}

function unescaped(_escape: string, hex: string | undefined, char = ''): string {
  if (hex === undefined) return char;
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

const IMPORTANT = '!important';

/** Whether a shift to the left or up takes something off any screen. */
function isAway(value: string): boolean {
  const match = /^(-\d{1,6}(?:\.\d{1,6})?)(em|vw|vh|%)$/.exec(value);
  if (!match) return (toPixels(value) ?? 0) <= OFF_SCREEN;
  return Number(match[1]) * (match[2] === 'em' ? 16 : 5) <= OFF_SCREEN;
}

/** Whether one of several shifts does. */
function isAnyAway(values: string): boolean {
  return values.split(/[ ,]+/, 4).some(isAway);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, rem: 16, cm: 38 };
const KEYWORD_SIZES: ReadonlyMap<string, number> = new Map([
  ['xx-small', 9],
  ['x-small', 10],
  ['small', 13],
  ['medium', 16],
  ['large', 18],
  ['x-large', 24],
  ['xx-large', 32],
]);

/** Pixels of an absolute length. */
function toPixels(value: string): number | undefined {
  const match = /^(-?\d{0,6}(?:\.\d{1,6})?)(px|pt|rem|cm)?$/.exec(value);
  if (!match || match[1] === '' || match[1] === '-') return undefined;
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1);
}

/** How often the parent's size; 0 when the value is not relative. */
function relative(value: string): number {
  const match = /^(\d{0,5}(?:\.\d{1,6})?)(em|%)$/.exec(value);
  if (!match) return 0;
  // Zero of anything is nothing: far below the smallest size that can be read.
  return Math.max(Number(match[1]) / (match[2] === '%' ? 100 : 1), 0.001);
}
