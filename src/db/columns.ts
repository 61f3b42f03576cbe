/** The column that holds a field of a row: camelCase here, snake_case in SQL. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQL: the columns of fields, of the table or alias `table`, under the names of the fields. */
export const columnsOf = (table: string, fields: readonly string[]): string =>
  fields.map((field) => `${table}.${columnOf(field)} AS "${field}"`).join(', ');
