/** A table: what its rows are, what they go with, how long they are kept. */
export interface Table {
  readonly table: string;
  /** Prefixes of the ids that are made for it (docs/interface.md, Ids). */
  readonly ids?: readonly string[];
  /** What its rows are; `npm run docs` puts it into docs/architecture.md. */
  readonly holds: string;
  /**
   * What becomes of a row when that goes which a column names. Every column that names an organization,
   * an inbox, a thread or an email is here.
   */
  readonly columns: Readonly<Record<string, GoesWith | Otherwise>>;
  /** Rows that are of no use after a while; without it they are kept until something else removes them. */
  readonly keptFor?: KeptFor;
}

/** A row goes with what its column names. */
export interface GoesWith {
  /** The table of that, or `threads`, which have none. Nothing removes organizations yet. */
  readonly parent: string;
  /** SQL: the rows of the emails $1, where it takes more than the column. */
  readonly rows?: string;
  /** SQL: what is set in a row that stays. */
  readonly emptied?: string;
  /** SQL: the bytes of a row. Of an inbox there may be many of them, so they go a chunk at a time. */
  readonly bytes?: string;
  /** SQL, one after the other: what removes the rows of the inbox $1, where it is not one DELETE. */
  readonly statements?: readonly string[];
  /** The rows go as soon as the inbox is deleted, and not only when its mail is gone. */
  readonly immediate?: true;
}

/** A row stays, or goes another way: which, or why. */
export interface Otherwise {
  readonly otherwise: string;
}

/** For how long rows are kept. */
export interface KeptFor {
  /** SQL: which rows are to go. */
  readonly outdated: string;
  /** SQL: the bytes of a row, where it may be large. */
  readonly bytes?: string;
}

/** A column whose rows go with what it names. */
export interface Child extends GoesWith {
  readonly table: string;
  readonly column: string;
}

/** The row goes with its `parent`. */
export const goesWith = (parent: string, how: Omit<GoesWith, 'parent'> = {}): GoesWith => ({
  parent,
  ...how,
});

/** The row stays, or goes another way. */
export const otherwise = (way: string): Otherwise => ({ otherwise: way });

/** SQL: whether the time in `column` is longer ago than `interval`. */
export const olderThan = (column: string, interval: string): string =>
  `${column} < now() - interval '${interval}'`;

/** SQL: the organization of the inbox $1. */
export const ORG_OF_INBOX = '(SELECT org_id FROM inboxes WHERE id = $1)';

/** What goes with rows of `parent`, in the order of the tables. */
export const childrenOf = (tables: readonly Table[], parent: string): readonly Child[] =>
  tables.flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, way]) =>
      'parent' in way && way.parent === parent ? [{ ...way, table, column }] : [],
    ),
  );
