/** A selector as it is sent to a browser, and what it asks for. */
export interface ReadSelector {
  /** The same, spelled in one way: without comments, and escaped where it has to be. */
  readonly css: string;
  /** Attributes whose value it compares, in lower case. */
  readonly compared: readonly string[];
}

// What CSS has that is about one element, and takes nothing in parentheses.
const PLAIN = new Set([
  ...['active', 'any-link', 'autofill', 'checked', 'default', 'defined', 'disabled', 'empty'],
  ...['enabled', 'first-child', 'first-of-type', 'focus', 'focus-visible', 'focus-within'],
  ...['fullscreen', 'hover', 'in-range', 'indeterminate', 'invalid', 'last-child', 'last-of-type'],
  ...['link', 'modal', 'only-child', 'only-of-type', 'open', 'optional', 'out-of-range'],
  ...['placeholder-shown', 'popover-open', 'read-only', 'read-write', 'required', 'root', 'scope'],
  ...['target', 'user-invalid', 'user-valid', 'valid', 'visited'],
]);
const OF_SELECTORS = new Set(['has', 'is', 'not', 'where']);
const OF_NUMBERS = new Set(['nth-child', 'nth-last-child', 'nth-last-of-type', 'nth-of-type']);
const OF_NUMBERS_AND_SELECTORS = new Set(['nth-child', 'nth-last-child']);
const OF_WORDS = new Set(['dir', 'lang']);

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f])`;
const BEGIN = String.raw`(?:[a-z_\u0080-\u{10ffff}]|${ESCAPE})`;
const MORE = String.raw`(?:[\w\u0080-\u{10ffff}-]|${ESCAPE})`;
const IDENTIFIER = new RegExp(`(?:--|-?${BEGIN})${MORE}*`, 'iuy');
const STRING = new RegExp(
  String.raw`"((?:[^"\\\r\n\f]|\\(?:\r\n|[\r\n\f])|${ESCAPE})*)"` +
    String.raw`|'((?:[^'\\\r\n\f]|\\(?:\r\n|[\r\n\f])|${ESCAPE})*)'`,
  'iuy',
);
const ESCAPED = new RegExp(String.raw`\\(?:\r\n|[\r\n\f])|${ESCAPE}`, 'giu');
const COMMENT = /\/\*[^]*?\*\//y;
const BLANK = /[ \t\r\n\f]/y;
const COMBINATOR = /[>+~]/y;
const COMPARED = /[~|^$*]?=/y;
const FLAG = /[is](?=[\s/\]])/iy;
const NUMBERS =
  /(?:even|odd|[+-]?\d*n(?:[ \t\r\n\f]*[+-][ \t\r\n\f]*\d+)?|[+-]?\d+)(?![\w\\\u0080-\uffff-])/iy;

/** What is no selector, and why. */
class NoSelector extends Error {}

/** Reads a selector of CSS as browsers do; what browser libraries add to CSS is none. */
export function readSelector(text: string): ReadSelector | { readonly problem: string } {
  try {
    const reader = new Reader(text);
    const css = reader.list('nothing');
    return { css, compared: reader.compared };
  } catch (error) {
    if (error instanceof NoSelector) return { problem: error.message };
    throw error;
  }
}

/** What is wrong with a selector, to be said behind its name; null where nothing is. */
export function problemOfSelector(text: string): string | null {
  const read = readSelector(text);
  return 'problem' in read ? read.problem : null;
}

type Stop = 'nothing' | ')';

class Reader {
  readonly compared: string[] = [];
  private at = 0;

  constructor(private readonly text: string) {
    if (text.includes('\0')) throw noCss();
  }

  /** Several, with commas between, up to what ends them. `isRelative`: each may begin with a combinator. */
  list(stop: Stop, isRelative = false): string {
    const all = [this.complex(isRelative)];
    while (this.takes(',')) all.push(this.complex(isRelative));
    if (stop === 'nothing' ? this.at < this.text.length : !this.takes(stop)) throw noCss();
    return all.join(', ');
  }

  private complex(isRelative: boolean): string {
    this.skip();
    const leading = isRelative ? this.match(COMBINATOR) : undefined;
    if (leading !== undefined) this.skip();
    const parts = [...(leading === undefined ? [] : [leading]), this.compound()];
    for (;;) {
      const isApart = this.skip();
      const combinator = this.match(COMBINATOR);
      if (combinator !== undefined) {
        this.skip();
        parts.push(combinator, this.compound());
      } else if (this.isAtEnd()) return parts.join(' ');
      else if (isApart) parts.push(this.compound());
      else throw noCss();
    }
  }

  private isAtEnd(): boolean {
    return this.at >= this.text.length || [',', ')'].includes(this.text[this.at]!);
  }

  private compound(): string {
    const name = this.identifier();
    let css = name === undefined ? (this.takes('*') ? '*' : '') : escaped(name);
    for (;;) {
      this.skipComments();
      const simple = this.simple();
      if (simple === undefined) break;
      css += simple;
    }
    if (css === '') throw noCss();
    return css;
  }

  private simple(): string | undefined {
    if (this.takes('#')) return `#${escaped(this.needed())}`;
    if (this.takes('.')) return `.${escaped(this.needed())}`;
    if (this.takes('[')) return this.attribute();
    if (this.takes(':')) return this.pseudoClass();
    return undefined;
  }

  private attribute(): string {
    this.skip();
    const name = this.needed();
    this.skip();
    const compared = this.match(COMPARED);
    if (compared === undefined) return `[${escaped(name)}${this.closed(']')}`;
    this.skip();
    const value = this.word();
    this.skip();
    const flag = this.match(FLAG);
    this.compared.push(name.toLowerCase());
    return `[${escaped(name)}${compared}${quoted(value)}${flag ? ` ${flag}` : ''}${this.closed(']')}`;
  }

  private pseudoClass(): string {
    if (this.takes(':')) throw notOfCss('::');
    const name = this.needed().toLowerCase();
    if (!this.takes('(')) {
      if (!PLAIN.has(name)) throw notOfCss(`:${name}`);
      return `:${name}`;
    }
    return `:${name}(${this.given(name)})`;
  }

  /** What stands in parentheses, which are closed behind it. */
  private given(name: string): string {
    if (OF_SELECTORS.has(name)) return this.list(')', name === 'has');
    if (OF_NUMBERS.has(name)) return this.numbers(OF_NUMBERS_AND_SELECTORS.has(name));
    if (OF_WORDS.has(name)) return this.words();
    throw notOfCss(`:${name}`);
  }

  private numbers(mayHaveSelectors: boolean): string {
    this.skip();
    const numbers = this.match(NUMBERS)?.replace(/[ \t\r\n\f]/g, '');
    if (numbers === undefined) throw noCss();
    const isApart = this.skip();
    if (this.takes(')')) return numbers;
    const isOf = isApart && mayHaveSelectors && this.needed().toLowerCase() === 'of';
    if (!isOf) throw noCss();
    return `${numbers} of ${this.list(')')}`;
  }

  private words(): string {
    const words: string[] = [];
    do {
      this.skip();
      words.push(escaped(this.word()));
      this.skip();
    } while (this.takes(','));
    this.closed(')');
    return words.join(', ');
  }

  /** An identifier or a string. */
  private word(): string {
    const string = this.match(STRING);
    return string === undefined ? this.needed() : unescaped(string.slice(1, -1));
  }

  private needed(): string {
    const name = this.identifier();
    if (name === undefined) throw noCss();
    return name;
  }

  private identifier(): string | undefined {
    const written = this.match(IDENTIFIER);
    return written === undefined ? undefined : unescaped(written);
  }

  private closed(by: string): string {
    this.skip();
    if (!this.takes(by)) throw noCss();
    return by;
  }

  /** Skips blanks and comments; whether there were blanks: comments do not part anything. */
  private skip(): boolean {
    let isApart = false;
    for (;;) {
      this.skipComments();
      if (this.match(BLANK) === undefined) return isApart;
      isApart = true;
    }
  }

  private skipComments(): void {
    while (this.match(COMMENT) !== undefined);
  }

  private takes(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

const noCss = () => new NoSelector('must be a CSS selector');

const notOfCss = (name: string) =>
  new NoSelector(
    `must be plain CSS, to which ${name} does not belong: name the element by its ref in a snapshot`,
  );

/** What an identifier or a string says. */
const unescaped = (written: string) =>
  written.replace(ESCAPED, (escape) => {
    const code = /^\\([0-9a-f]+)/i.exec(escape)?.[1];
    if (code !== undefined) return characterOf(parseInt(code, 16));
    return /^\\[\r\n\f]/.test(escape) ? '' : escape.slice(1);
  });

const characterOf = (code: number) =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(code);

const coded = (sign: string) => `\\${sign.codePointAt(0)!.toString(16)} `;

/** As an identifier: signs of ASCII that mean something are written by their numbers. */
const escaped = (name: string) =>
  name === '-'
    ? coded(name)
    : name.replace(/^-?\d|[^\w\u0080-\u{10ffff}-]/gu, (signs) =>
        signs.length > 1 && signs.startsWith('-') ? `-${coded(signs[1]!)}` : coded(signs),
      );

/** As a string, alike. */
const quoted = (value: string) =>
  `"${value.replace(/[^\w \u0080-\u{10ffff}-]/gu, (sign) => coded(sign))}"`;
