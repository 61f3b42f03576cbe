/** A parameter as it was sent; one in sections (RFC 2231 section 3) is put together. */
export type Parameter = readonly [name: string, value: string];

/** The value of a Content-Type or Content-Disposition field. */
export interface ParameterizedValue {
  /** In front of the parameters. */
  readonly value: string;
  readonly parameters: readonly Parameter[];
}

const MAX_PARAMETERS = 100;
const SECTION = /^([^*]+)\*(\d{1,3})(\*?)$/;

/** Reads it leniently: a value without quotes goes up to the next semicolon. */
export function readParameters(text: string): ParameterizedValue {
  const [first, ...others] = piecesOf(text);
  const parameters = others
    .slice(0, MAX_PARAMETERS)
    .flatMap(({ name, value }): Parameter[] => (name && value !== null ? [[name, value]] : []));
  return { value: first!.name, parameters: joinSections(parameters) };
}

/** What stands between two semicolons, in front of the first equals sign and behind it. */
interface ParameterPiece {
  name: string;
  value: string | null;
}

/** Blanks, and a comment, a quoted string, which may lack its end, a word or another character. */
const TOKEN =
  /([ \t\r\n]*)(?:\((?:[^()\\]|\\[^])*\)|"((?:[^"\\]|\\[^])*)(?:"|\\?$)|([^ \t\r\n"(;=]+)|([^]))/g;
const ESCAPE = /\\([^])/g;

function piecesOf(text: string): ParameterPiece[] {
  let piece: ParameterPiece = { name: '', value: null };
  const pieces = [piece];
  for (const [, blanks, quoted, word, special] of text.matchAll(TOKEN)) {
    if (special === ';') pieces.push((piece = { name: '', value: null }));
    else if (special === '=' && piece.value === null) piece.value = '';
    else addTo(piece, blanks !== '', quoted?.replace(ESCAPE, '$1') ?? word ?? special ?? '');
  }
  return pieces;
}

function addTo(piece: ParameterPiece, isSpaced: boolean, more: string): void {
  const before = piece.value ?? piece.name;
  const text = isSpaced && before !== '' && more !== '' ? `${before} ${more}` : before + more;
  if (piece.value === null) piece.name = text;
  else piece.value = text;
}

interface ParameterSection {
  readonly parameter: Parameter;
  readonly index: number;
  readonly isEncoded: boolean;
}

/** Sections of a value stand behind the others, as one; those that have gaps stay as they are. */
function joinSections(parameters: readonly Parameter[]): Parameter[] {
  const sections = new Map<string, ParameterSection[]>();
  const others: Parameter[] = [];
  for (const parameter of parameters) {
    const [, name, index, encoded] = SECTION.exec(parameter[0]) ?? [];
    if (name === undefined) others.push(parameter);
    else {
      const section = { parameter, index: Number(index), isEncoded: encoded === '*' };
      sections.set(name, [...(sections.get(name) ?? []), section]);
    }
  }
  return [...others, ...[...sections].flatMap(joined)];
}

function joined([name, unordered]: readonly [string, readonly ParameterSection[]]): Parameter[] {
  const sections = unordered.toSorted((a, b) => a.index - b.index);
  if (sections.some(({ index }, place) => index !== place))
    return unordered.map(({ parameter }) => parameter);
  if (!sections.some(({ isEncoded }) => isEncoded))
    return [[name, sections.map(({ parameter: [, text] }) => text).join('')]];
  const texts = sections.map(({ parameter: [, text], isEncoded }) =>
    isEncoded ? text : percentEncoded(text),
  );
  return [[`${name}*`, texts.join('')]];
}

const percentEncoded = (text: string) =>
  text.replace(/[^\w!#$&+.^`{|}~-]/g, (char) => {
    const hex = char.charCodeAt(0).toString(16).toUpperCase();
    return `%${hex.padStart(2, '0')}`;
  });
