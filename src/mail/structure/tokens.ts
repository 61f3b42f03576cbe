/** A piece of a structured field (RFC 5322 section 3.2, RFC 2045 section 5.1). */
export interface Token {
  /** `word` is what stands between specials and blanks, `literal` a domain in brackets. */
  readonly kind: 'word' | 'quoted' | 'literal' | 'comment' | 'special';
  /** Without the quotes and escapes of a quoted string, without the parentheses of a comment. */
  readonly text: string;
  /** Whether blanks stand before it. */
  readonly spaced: boolean;
}

const BLANK = /[ \t\r\n]*/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)(?:"|$|\\$)/y;
const LITERAL = /\[[^\][\\]*\]/y;
const ESCAPE = /\\([^])/g;

/** Words by where they stand: what else is a character of its own there. */
const WORDS = {
  addresses: /[^ \t\r\n"(<>@,;:]+/y,
  parameters: /[^ \t\r\n"(;=]+/y,
  list: /[^ \t\r\n"(,]+/y,
};

/** Takes a field apart. What nobody closed goes on to the end. */
export function tokensOf(text: string, kindOfField: keyof typeof WORDS): Token[] {
  const word = WORDS[kindOfField];
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const start = endOf(BLANK, text, at) ?? at;
    if (start === text.length) break;
    const [kind, end] = kindAt(text, start, word);
    tokens.push({ kind, text: valueOf(kind, text.slice(start, end)), spaced: start > at });
    at = end;
  }
  return tokens;
}

function kindAt(text: string, at: number, word: RegExp): [Token['kind'], number] {
  const char = text[at]!;
  if (char === '(') return ['comment', commentEnd(text, at)];
  if (char === '"') return ['quoted', endOf(QUOTED, text, at) ?? text.length];
  const literal = char === '[' ? endOf(LITERAL, text, at) : null;
  if (literal !== null) return ['literal', literal];
  const end = endOf(word, text, at);
  return end === null ? ['special', at + 1] : ['word', end];
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Behind a comment and those in it. */
function commentEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function valueOf(kind: Token['kind'], text: string): string {
  if (kind !== 'quoted' && kind !== 'comment') return text;
  const close = kind === 'quoted' ? '"' : ')';
  const inside = text.length > 1 && text.endsWith(close) ? text.slice(1, -1) : text.slice(1);
  return inside.replace(ESCAPE, '$1');
}

/** The tokens as one text, with a blank where there were some. */
export function joinTokens(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) text += text !== '' && token.spaced ? ` ${token.text}` : token.text;
  return text;
}
