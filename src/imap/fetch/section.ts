/** What `BODY[…]` asks for (RFC 9051 section 6.4.5). */
export interface Section {
  /** Numbers of parts, the outermost first; none for the message. */
  readonly path: readonly number[];
  readonly of: 'all' | 'header' | 'text' | 'mime';
  /** Of a header only these fields, or all others. */
  readonly fields?: FieldFilter;
}

/** Fields that are wanted, or those that are not. */
export interface FieldFilter {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  readonly isNot: boolean;
}

const SPEC =
  /^((?:[1-9]\d{0,9})(?:\.[1-9]\d{0,9}){0,199})?(?:(^|\.)(HEADER(?:\.FIELDS(?:\.NOT)?)?|TEXT|MIME))?$/i;

/**
 * Reads what stands between the brackets: `1.2.HEADER.FIELDS`, with the list behind it as `fields`.
 * Null when it is no section, or its list is missing or too much.
 */
export function readSection(spec: string, fields?: readonly string[]): Section | null {
  const match = SPEC.exec(spec);
  if (!match) return null;
  const [, numbers, , word = 'all'] = match;
  const path = pathOf(numbers);
  const [of, second, not] = word.toLowerCase().split('.') as [Section['of'], string?, string?];
  if (of === 'mime' && path.length === 0) return null;
  if ((second === undefined) !== (fields === undefined)) return null;
  if (fields === undefined) return { path, of };
  if (fields.length === 0) return null;
  const names = new Set(fields.map((name) => name.toLowerCase()));
  return { path, of, fields: { names, isNot: not !== undefined } };
}

/** Reads the part numbers of `BINARY[…]`; null when they are none. */
export function readPath(spec: string): readonly number[] | null {
  const section = readSection(spec);
  return section?.of === 'all' ? section.path : null;
}

const pathOf = (numbers?: string) => (numbers === undefined ? [] : numbers.split('.').map(Number));
