import { colord, extend, type Plugin } from 'colord';
import hwb from 'colord/plugins/hwb';
import names from 'colord/plugins/names';

// Their types describe modules of CommonJS, in which the plugin is one step further in.
extend([hwb, names] as unknown as Plugin[]);

/** Of a text colour: nothing is seen. */
export const CLEAR = -1;
/** Of a background: something is there, its colour is not known. */
export const UNKNOWN = -2;

const ALMOST_CLEAR = 0.03;
/** Old HTML has no hash. */
const SIX_DIGITS = /^#?[0-9a-f]{6}$/;
const ANY_COLOR = /#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]{1,60}\)|[a-z]{3,20}/g;

/** How much of a colour is seen stands above its 24 bits where that is not all of it. */
const ALPHA = 24;
const MOST = 127;

/** 0xRRGGBB, above it how much is seen of it, or `CLEAR`, of a colour in lower case; undefined when it is none. */
export function readColor(value: string): number | undefined {
  // Most are written so; the last six characters are digits.
  if (SIX_DIGITS.test(value)) return Number.parseInt(value.slice(-6), 16);
  // Names are looked up in an object, which has more of them than there are colours.
  if (value in Object.prototype) return undefined;
  const color = colord(value);
  if (!color.isValid()) return undefined;
  const { r, g, b, a } = color.toRgb();
  if (a <= ALMOST_CLEAR) return CLEAR;
  const alpha = a < 1 ? Math.min(MOST - 1, Math.ceil(a * MOST)) : 0;
  return (alpha << ALPHA) | (r << 16) | (g << 8) | b;
}

/** What is seen of a colour in front of another. */
export function inFrontOf(ground: number, color: number): number {
  const alpha = color >> ALPHA;
  if (alpha <= 0) return color;
  if (ground < 0) return UNKNOWN;
  const mix = (shift: number) => {
    const [own, other] = [(color >> shift) & 0xff, (ground >> shift) & 0xff];
    return Math.round(other + ((own - other) * alpha) / MOST) << shift;
  };
  return mix(16) | mix(8) | mix(0);
}

/** The colour that a box is painted with; `UNKNOWN` for a picture or a gradient of several colours. */
export function readBackground(value: string): number {
  if (value.includes('url(')) return UNKNOWN;
  const color = readColor(value) ?? readColor(value.split(' ', 1)[0] ?? '');
  if (color !== undefined && color !== CLEAR) return color;
  return value.includes('gradient(') ? onlyColor(value) : UNKNOWN;
}

function onlyColor(gradient: string): number {
  const colors = new Set((gradient.match(ANY_COLOR) ?? []).map(readColor));
  colors.delete(undefined);
  const [first = UNKNOWN] = colors;
  return colors.size === 1 && first !== CLEAR ? first : UNKNOWN;
}

/** Whether two colours cannot be told apart by eye. */
export const sameColor = (a: number, b: number): boolean =>
  a === b || (isNear(a, b, 0) && isNear(a, b, 8) && isNear(a, b, 16));

const isNear = (a: number, b: number, shift: number) =>
  Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff)) <= 12;
