/** What a list of declarations says about being seen and standing out; absent means not said. */
export interface StyleFacts {
  /** The box is not shown, whatever is inside. */
  gone?: boolean;
  /** `visibility`, which descendants may turn around. */
  visible?: boolean;
  /** Pixels; relative sizes are negative: -1.5 is one and a half times the parent's. */
  fontSize?: number;
  /** 0xRRGGBB, or `CLEAR`. */
  color?: number;
  /** 0xRRGGBB, or `UNKNOWN` for an image or gradient. */
  background?: number;
  bold?: boolean;
  spaced?: boolean;
  monospace?: boolean;
  preformatted?: boolean;
  /** Parts of what together takes a box off the screen. */
  clips?: boolean;
  flat?: boolean;
  positioned?: boolean;
  away?: boolean;
}

/** Of a text colour: nothing is seen. */
export const CLEAR = -1;
/** Of a background: something is there, its colour is not known. */
export const UNKNOWN = -2;

/** The facts of two sources; the later says it louder. Most elements have one source or none. */
export function mergeFacts(
  earlier: StyleFacts | null,
  later: StyleFacts | null,
): StyleFacts | null {
  if (!earlier || !later) return later ?? earlier;
  return { ...earlier, ...later };
}

const OFF_SCREEN = -400;
const MAX_DECLARATIONS = 60;

type Reader = (facts: StyleFacts, value: string) => void;

const READERS: Readonly<Record<string, Reader>> = {
  display: (facts, value) => {
    facts.gone = value === 'none';
  },
  visibility: (facts, value) => {
    facts.visible = value !== 'hidden' && value !== 'collapse';
  },
  opacity: (facts, value) => {
    if (Number.parseFloat(value) <= 0.05) facts.gone = true;
  },
  'font-size': (facts, value) => setSize(facts, value),
  font: (facts, value) => {
    const size = /(?:^|\s)(\d[\d.]{0,6}(?:px|pt|r?em|%))/.exec(value)?.[1];
    if (size) setSize(facts, size);
    if (/\bbold\b|\b[6-9]00\b/.test(value)) facts.bold = true;
  },
  'font-weight': (facts, value) => {
    facts.bold = value.startsWith('bold') || Number.parseInt(value, 10) >= 600;
  },
  'font-family': (facts, value) => {
    if (/mono|courier|consolas|menlo/.test(value)) facts.monospace = true;
  },
  'letter-spacing': (facts, value) => {
    facts.spaced = (toPixels(value) ?? 0) >= 2 || relative(value) >= 0.1;
  },
  'white-space': (facts, value) => {
    facts.preformatted = value.startsWith('pre');
  },
  color: (facts, value) => {
    const color = readColor(value);
    if (color !== undefined) facts.color = color;
  },
  background: (facts, value) => setBackground(facts, value),
  'background-color': (facts, value) => setBackground(facts, value),
  'background-image': (facts, value) => {
    if (value !== 'none') facts.background = UNKNOWN;
  },
  overflow: (facts, value) => {
    if (value === 'hidden') facts.clips = true;
  },
  'max-height': (facts, value) => setFlat(facts, value),
  'max-width': (facts, value) => setFlat(facts, value),
  height: (facts, value) => setFlat(facts, value),
  width: (facts, value) => setFlat(facts, value),
  position: (facts, value) => {
    if (value !== 'static') facts.positioned = true;
  },
  left: (facts, value) => setAway(facts, value),
  right: (facts, value) => setAway(facts, value),
  top: (facts, value) => setAway(facts, value),
  bottom: (facts, value) => setAway(facts, value),
  'margin-left': (facts, value) => setGoneBeyond(facts, value),
  'margin-top': (facts, value) => setGoneBeyond(facts, value),
  'text-indent': (facts, value) => setGoneBeyond(facts, value),
  clip: (facts, value) => {
    if (/^rect\(\s{0,4}[01]\D/.test(value)) facts.away = true;
  },
  'clip-path': (facts, value) => {
    if (
      /^(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px|%)? 0(?:px|%)?, ?0(?:px|%)? 0)/.test(value)
    )
      facts.gone = true;
  },
  transform: (facts, value) => {
    if (/^scale[xy]?\(0(?:\.0{1,9})?[,)]/.test(value)) facts.gone = true;
    const shift = /^translate[xy]?\(\s{0,4}(-[\d.]{1,9}[a-z%]{0,3})/.exec(value)?.[1];
    if (shift && isAway(shift)) facts.gone = true;
  },
  filter: (facts, value) => {
    if (/^opacity\(0(?:\.0{1,9})?%?\)/.test(value)) facts.gone = true;
  },
};

/** Reads the declarations of a style attribute or a rule. */
export function readStyle(css: string): StyleFacts {
  const facts: StyleFacts = {};
  for (const declaration of css.split(';', MAX_DECLARATIONS)) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const read = READERS[declaration.slice(0, colon).trim().toLowerCase()];
    read?.(facts, plainValue(declaration.slice(colon + 1, colon + 200)));
  }
  if (facts.flat && facts.clips) facts.gone = true;
  if (facts.positioned && facts.away) facts.gone = true;
  return facts;
}

/** `readStyle` for the declared property names of old HTML: `bgcolor`, `<font color>`. */
export const readColor = (value: string): number | undefined =>
  NAMED_COLORS[value] ?? readHex(value) ?? readFunction(value);

const IMPORTANT = '!important';

function plainValue(written: string): string {
  const value = written.trim().toLowerCase();
  return value.endsWith(IMPORTANT) ? value.slice(0, -IMPORTANT.length).trimEnd() : value;
}

function setSize(facts: StyleFacts, value: string): void {
  const pixels = toPixels(value) ?? KEYWORD_SIZES[value];
  const times = relative(value);
  if (pixels !== undefined) facts.fontSize = pixels;
  else if (times > 0) facts.fontSize = -times;
}

function setBackground(facts: StyleFacts, value: string): void {
  if (value === 'none' || value === 'transparent' || value === 'inherit') return;
  const color = readColor(value) ?? readColor(value.split(' ', 1)[0] ?? '');
  facts.background =
    color === undefined || color === CLEAR || value.includes('url(') ? UNKNOWN : color;
}

function setFlat(facts: StyleFacts, value: string): void {
  if ((toPixels(value) ?? 2) <= 1) facts.flat = true;
}

function setAway(facts: StyleFacts, value: string): void {
  if (isAway(value)) facts.away = true;
}

function setGoneBeyond(facts: StyleFacts, value: string): void {
  if (isAway(value)) facts.gone = true;
}

/** Whether a shift to the left or up takes something off any screen. */
function isAway(value: string): boolean {
  const match = /^(-\d{1,6}(?:\.\d{1,6})?)(em|vw|vh|%)$/.exec(value);
  if (!match) return (toPixels(value) ?? 0) <= OFF_SCREEN;
  return Number(match[1]) * (match[2] === 'em' ? 16 : 5) <= OFF_SCREEN;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  rem: 16,
  em: 16,
  cm: 38,
};
const KEYWORD_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** Pixels of an absolute length; `em` only counts for lengths that are no font size. */
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

const NAMED_COLORS: Readonly<Record<string, number>> = {
  transparent: CLEAR,
  white: 0xffffff,
  black: 0x000000,
  red: 0xff0000,
  blue: 0x0000ff,
  green: 0x008000,
  gray: 0x808080,
  grey: 0x808080,
  silver: 0xc0c0c0,
  navy: 0x000080,
  yellow: 0xffff00,
  orange: 0xffa500,
  whitesmoke: 0xf5f5f5,
  snow: 0xfffafa,
  ivory: 0xfffff0,
  ghostwhite: 0xf8f8ff,
  floralwhite: 0xfffaf0,
  mintcream: 0xf5fffa,
  azure: 0xf0ffff,
};

function readHex(value: string): number | undefined {
  const hex = /^#?([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex === undefined || (value.charAt(0) !== '#' && hex.length !== 6)) return undefined;
  if (hex.length === 8 && hex.endsWith('00')) return CLEAR;
  const full = hex.length < 6 ? [...hex.slice(0, 3)].map((digit) => digit + digit).join('') : hex;
  return Number.parseInt(full.slice(0, 6), 16);
}

function readFunction(value: string): number | undefined {
  const parts = /^rgba?\(([\d\s.,%/]{5,60})\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return alpha <= 0.03 ? CLEAR : (red << 16) | (green << 8) | blue;
}

/** Whether two colours cannot be told apart by eye. */
export const sameColor = (a: number, b: number): boolean =>
  a === b || (isNear(a, b, 0) && isNear(a, b, 8) && isNear(a, b, 16));

const isNear = (a: number, b: number, shift: number) =>
  Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff)) <= 12;
