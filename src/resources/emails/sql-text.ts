/** A piece of a text that a statement makes: as it is, or what an expression comes to. */
export type Piece = string | { readonly sql: string };

/** What an expression comes to, as text; nothing where it is NULL. */
export const sql = (expression: string): Piece => ({ sql: expression });

/** SQL: the text of these pieces, which hold no quotes themselves. */
export function textInSql(pieces: readonly Piece[]): string {
  const args: string[] = [];
  let text = '';
  for (const piece of [...pieces, sql('')]) {
    if (typeof piece === 'string') text += piece;
    else {
      args.push(...(text === '' ? [] : [`'${text}'`]), ...(piece.sql === '' ? [] : [piece.sql]));
      text = '';
    }
  }
  return `concat(${args.join(', ')})`;
}
