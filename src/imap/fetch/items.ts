import { readPath, readSection, type Section } from './section.js';
import type { Partial } from './literal.js';
import { quoted } from '../wire/quote.js';
import type { Tokens } from '../wire/tokens.js';

/** Items that have a name and nothing else. */
const SIMPLE = [
  ...(['FLAGS', 'UID', 'MODSEQ', 'EMAILID', 'THREADID', 'INTERNALDATE'] as const),
  ...(['RFC822.SIZE', 'ENVELOPE', 'BODY', 'BODYSTRUCTURE', 'PREVIEW'] as const),
];
/** Name of such an item, in capitals. */
export type SimpleItem = (typeof SIMPLE)[number];

/** An item that is only a name. */
export interface NamedItem {
  readonly kind: 'simple';
  readonly label: SimpleItem;
}

/** Something that FETCH asks for; `label` is what its answer is called. */
export type FetchItem =
  | NamedItem
  | {
      readonly kind: 'section';
      readonly label: string;
      readonly section: Section;
      readonly partial?: Partial | undefined;
    }
  | {
      readonly kind: 'binary';
      readonly label: string;
      readonly path: readonly number[];
      readonly partial?: Partial | undefined;
    }
  | { readonly kind: 'binary size'; readonly label: string; readonly path: readonly number[] };

const MACROS: Readonly<Record<string, readonly SimpleItem[]>> = {
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
};
// RFC 3501 section 6.4.5. Nothing marks anything as seen here, with PEEK or without.
const WHOLE: Readonly<Record<string, Section>> = {
  RFC822: { path: [], of: 'all' },
  'RFC822.HEADER': { path: [], of: 'header' },
  'RFC822.TEXT': { path: [], of: 'text' },
};
const WHAT = 'an item of FETCH';
// RFC 5322 section 2.2.
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]+$/;
const ATOM = /^[^\s(){%*"\\\]]+$/;

/** An item that is only a name. */
export const simpleItem = (label: SimpleItem): NamedItem => ({ kind: 'simple', label });

/** Whether none of them asks for bytes of a message. */
export const areNamed = (items: readonly FetchItem[]): items is readonly NamedItem[] =>
  items.every(({ kind }) => kind === 'simple');

/** The items that are next: a macro, one of them, or a list (RFC 9051 section 6.4.5). */
export function readItems(tokens: Tokens): FetchItem[] {
  if (tokens.isNext('(')) return readList(tokens);
  for (const [name, items] of Object.entries(MACROS))
    if (tokens.tryKeyword(name)) return items.map(simpleItem);
  return [readItem(tokens)];
}

function readList(tokens: Tokens): FetchItem[] {
  const { place } = tokens;
  const items = tokens.list(() => readItem(tokens));
  return items.length > 0 ? items : tokens.fail(WHAT, place + 1);
}

function readItem(tokens: Tokens): FetchItem {
  const { place } = tokens;
  const name = tokens.word();
  if (tokens.isNext('[')) return readBracketed(tokens, name, place);
  if (Object.hasOwn(WHOLE, name)) return { kind: 'section', label: name, section: WHOLE[name]! };
  const label = SIMPLE.find((known) => known === name) ?? tokens.fail(WHAT, place);
  // RFC 8970 section 3.1: what is at hand is given, lazily or not.
  if (label === 'PREVIEW') tokens.tryKeyword(' (LAZY)');
  return simpleItem(label);
}

function readBracketed(tokens: Tokens, name: string, place: number): FetchItem {
  switch (name) {
    case 'BODY':
    case 'BODY.PEEK':
      return readBody(tokens);
    case 'BINARY':
    case 'BINARY.PEEK': {
      const { label, path } = readPart(tokens, 'BINARY');
      const { origin, partial } = readPartial(tokens);
      return { kind: 'binary', label: label + origin, path, partial };
    }
    case 'BINARY.SIZE':
      return { kind: 'binary size', ...readPart(tokens, name) };
    default:
      return tokens.fail(WHAT, place);
  }
}

function readBody(tokens: Tokens): FetchItem {
  tokens.byte('[');
  const { place } = tokens;
  const spec = tokens.word();
  const names = tokens.tryByte(' ') ? tokens.list(() => readFieldName(tokens)) : undefined;
  const section = readSection(spec, names) ?? tokens.fail('a section of a message', place);
  tokens.byte(']');
  const { origin, partial } = readPartial(tokens);
  const fields = names ? ` (${names.map(written).join(' ')})` : '';
  return { kind: 'section', label: `BODY[${spec}${fields}]${origin}`, section, partial };
}

function readPart(tokens: Tokens, name: string) {
  tokens.byte('[');
  const { place } = tokens;
  const spec = tokens.word();
  const path = readPath(spec) ?? tokens.fail('numbers of a part', place);
  tokens.byte(']');
  return { label: `${name}[${spec}]`, path };
}

/** `<offset.count>`; its answer names the offset alone. */
function readPartial(tokens: Tokens): { origin: string; partial?: Partial } {
  if (!tokens.tryByte('<')) return { origin: '' };
  const offset = tokens.number('an offset');
  tokens.byte('.');
  const count = tokens.number('a count of bytes', 1);
  tokens.byte('>');
  return { origin: `<${offset}>`, partial: { offset, count } };
}

function readFieldName(tokens: Tokens): string {
  const { place } = tokens;
  const name = tokens.astring('a name of a header field');
  return FIELD_NAME.test(name) ? name : tokens.fail('a name of a header field', place);
}

const written = (name: string): string => (ATOM.test(name) ? name : quoted(name));
