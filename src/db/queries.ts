/** What runs statements: a database, or the manager of a transaction. */
export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}
