/** What runs statements: a database, or the manager of a transaction. */
export interface Queries {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The first row of a statement; null where it has none. */
export async function firstRow<Row extends object>(
  queries: Queries,
  text: string,
  values?: readonly unknown[],
): Promise<Row | null> {
  const [row] = await queries.query<Row>(text, values);
  return row ?? null;
}
