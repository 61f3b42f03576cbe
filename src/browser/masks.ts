import { LongSecret } from './long-secret.js';

/** What stands where a secret stood. */
export const BLANK = '••••••';

const NAMED: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
// Above so many characters there is no expression for it.
const MAX_SHORT = 512;
// Encodings of fewer bytes than this would blank what has nothing to do with them.
const MIN_ENCODED = 4;
const MAX_PIECE = 64;
// What browsers leave out at the ends of the name of a file, and what becomes a low line within.
const END_OF_NAME = /[\s.]/u;
const NO_SIGN_OF_NAMES = /["*/:<>?\\|~\p{C}]/gu;
const BLANKS = new RegExp(`(?:${BLANK})+`, 'g');
// A separator that pages put between groups of a code, or within a long word.
const BETWEEN = String.raw`[\s\u00ad\u200b-]?`;

/**
 * Blanks secrets in text, wherever they occur: as they are, with the signs of several encodings mixed (addresses,
 * JSON, YAML, HTML), in hexadecimal, and in base64, also as a part of something longer.
 */
export class Masks {
  private readonly values = new Map<string, (text: string) => string>();
  private readonly names = new Map<string, (text: string) => string>();

  get isEmpty(): boolean {
    return this.values.size === 0;
  }

  /** From now on it is blanked. */
  add(value: string): void {
    if (value === '' || this.values.has(value)) return;
    this.values.set(value, hiderOf(value, oneOf));
    const name = nameOf(value);
    if (name !== value && name !== '') this.names.set(name, hiderOf(name, oneOfName));
  }

  hide(text: string): string {
    let hidden = text;
    for (const hide of this.values.values()) hidden = hide(hidden);
    return hidden.replace(BLANKS, BLANK);
  }

  /** Of what may be the name of a file as well: browsers spell some signs otherwise there. */
  hideInName(name: string): string {
    let hidden = this.hide(name);
    for (const hide of this.names.values()) hidden = hide(hidden);
    return hidden.replace(BLANKS, BLANK);
  }

  /** Whether one of them is in it. */
  shows(text: string): boolean {
    return this.hide(text) !== text;
  }
}

/** A pattern for a character. */
type Spelling = (character: string) => string;

/** What blanks a value. */
function hiderOf(value: string, spelling: Spelling): (text: string) => string {
  if (value.length > MAX_SHORT) {
    const long = new LongSecret(value);
    return (text) => long.hide(text, BLANK);
  }
  const patterns = patternsOf(value, spelling);
  return (text) =>
    patterns.reduce((hidden, pattern) => hidden.replace(pattern, BLANK), hideSpread(text, value));
}

// A line of a snapshot that shows one character alone, as a value, a text or a name.
const ALONE = /^(\s*- .*?(?:[:"] ?|- )["']?)([^\s"':])(["']*(?: \[[^\]]*\])*:?)$/;

/** Blanks a value of which each character has an element of its own, as pages show codes. */
function hideSpread(text: string, value: string): string {
  const lines = text.split('\n');
  const alone = [...lines.keys()].filter((at) => ALONE.test(lines[at]!));
  const shown = alone.map((at) => ALONE.exec(lines[at]!)![2]!).join('');
  for (let from = shown.indexOf(value); from >= 0; from = shown.indexOf(value, from + 1))
    for (const at of alone.slice(from, from + value.length))
      lines[at] = lines[at]!.replace(ALONE, `$1${BLANK}$3`);
  return lines.join('\n');
}

/** Long values by pieces: each is a secret as well, and one expression for all is more than there is room for. */
function patternsOf(value: string, spelling: Spelling): RegExp[] {
  const characters = [...value];
  const count = Math.ceil(characters.length / MAX_PIECE);
  const size = Math.ceil(characters.length / count);
  return [...Array(count).keys()].flatMap((n) =>
    patternsOfPiece(characters.slice(n * size, (n + 1) * size).join(''), spelling),
  );
}

function patternsOfPiece(piece: string, spelling: Spelling): RegExp[] {
  const bytes = Buffer.from(piece);
  const encoded = bytes.length < MIN_ENCODED ? [] : [hexOf(bytes), ...base64Of(bytes)];
  return [charactersOf(piece, spelling), ...encoded].map((pattern) => new RegExp(pattern, 'giu'));
}

const charactersOf = (value: string, spelling: Spelling) => [...value].map(spelling).join(BETWEEN);

/** A value as the name of a file; in a short one low lines stand for any number of them. */
function nameOf(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && END_OF_NAME.test(value[start]!)) start++;
  while (end > start && END_OF_NAME.test(value[end - 1]!)) end--;
  const name = value.slice(start, end).replace(NO_SIGN_OF_NAMES, '_');
  return name.length > MAX_SHORT ? name : name.replace(/_+/g, '_');
}

/** A character of a name: some browsers leave in it what others do not. */
const oneOfName: Spelling = (character) =>
  character === '_' ? `(?:_|${NO_SIGN_OF_NAMES.source})+` : oneOf(character);

/** A character in any of its spellings. */
function oneOf(character: string): string {
  const code = character.codePointAt(0)!;
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  const spellings = [
    String.raw`\\{0,8}` + literal(character),
    [...Buffer.from(character)].map((byte) => `%(?:25)*${hex(byte)}`).join(''),
    units.map((unit) => String.raw`\\+u` + hex(unit, 4)).join(''),
    `&#0*${code};?`,
    `&#x0*${code.toString(16)};?`,
    ...(code < 256 ? [String.raw`\\+x` + hex(code)] : []),
    ...(Object.hasOwn(NAMED, character) ? [`&${NAMED[character]};`] : []),
    ...(character === "'" ? ["''"] : []),
    // Snapshots fold blanks, forms write them as a plus.
    ...(/\s/.test(character) ? [String.raw`[\s+]*`] : []),
  ];
  return `(?:${spellings.join('|')})`;
}

const literal = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`);

const hex = (number: number, digits = 2) => number.toString(16).padStart(digits, '0');

const hexOf = (bytes: Buffer) =>
  [...bytes].map((byte) => hex(byte)).join(String.raw`(?:[\s:,-]|\\x|0x)*`);

/** Wherever it begins within three bytes of something longer: the signs that it determines alone. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    return [...padded]
      .slice(first, last)
      .map(signOf)
      .join(String.raw`[\r\n]*`);
  });
}

const SIGNS: Readonly<Record<string, string>> = { '+': '(?:[+-]|%2b)', '/': '(?:[/_]|%2f)' };

const signOf = (sign: string) => SIGNS[sign] ?? sign;
