/** A piece of a text that a statement makes: as it is, or what an expression comes to, a text that is not NULL. */
export type Piece = string | { readonly sql: string };

/** What an expression comes to. */
export const sql = (expression: string): Piece => ({ sql: expression });

/**
 * SQL: the text of these pieces, which hold no quotes themselves. Two at a time, and those two by two: concat() takes
 * four times as long, and from the left each would copy all that stands before it.
 */
export function textInSql(pieces: readonly Piece[]): string {
  let texts = merged(pieces).map((piece) =>
    typeof piece === 'string' ? `'${piece}'` : `(${piece.sql})`,
  );
  while (texts.length > 1) texts = inPairs(texts);
  return texts[0] ?? `''`;
}

/** The same with those that are as they are, and follow one another, in one. */
function merged(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else if (piece !== '') all.push(piece);
  }
  return all;
}

const inPairs = (texts: readonly string[]): string[] =>
  texts.flatMap((text, index) => {
    if (index % 2 === 1) return [];
    const next = texts[index + 1];
    return [next === undefined ? text : `(${text} || ${next})`];
  });
