/** The answers of a feature in bins: which one each row is in, and where one ends and the next begins. */
export interface Column {
  readonly bins: Uint8Array;
  readonly bounds: readonly number[];
  /** The place of its first bin among those of all features. */
  readonly start: number;
  /** The bin that most rows are in. */
  readonly usual: number;
}

/** The answers of all features. */
export interface Bins {
  readonly columns: readonly Column[];
  /** Bins of all features. */
  readonly count: number;
  /** Row by row, the places of the bins it is in, but for the usual ones. */
  readonly cells: Uint16Array;
  /** Where those of each row end. */
  readonly ends: Int32Array;
}

const MAX_BINS = 16;
const DIGITS = 2;

export function binned(rows: readonly Float64Array[]): Bins {
  const columns: Column[] = [];
  let count = 0;
  for (let feature = 0; feature < (rows[0]?.length ?? 0); feature++) {
    const column = columnOf(
      Float64Array.from(rows, (row) => row[feature]!),
      count,
    );
    columns.push(column);
    count += column.bounds.length + 1;
  }
  return { columns, count, ...cellsOf(columns, rows.length) };
}

function columnOf(values: Float64Array, start: number): Column {
  const bounds = boundsOf(values);
  const counts = new Int32Array(bounds.length + 1);
  const bins = Uint8Array.from(values, (value) => {
    const above = bounds.findIndex((bound) => value <= bound);
    const bin = above < 0 ? bounds.length : above;
    counts[bin]!++;
    return bin;
  });
  return { bins, bounds, start, usual: counts.indexOf(Math.max(...counts)) };
}

function boundsOf(values: Float64Array): number[] {
  const sorted = Float64Array.from(values).sort();
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const ends = distinct.length <= MAX_BINS ? distinct : quantilesOf(sorted);
  const bounds = new Set<number>();
  for (const end of new Set(ends)) {
    const next = distinct.find((value) => value > end);
    if (next !== undefined) bounds.add(Number(((end + next) / 2).toFixed(DIGITS)));
  }
  return [...bounds].sort((one, other) => one - other);
}

const quantilesOf = (sorted: Float64Array) =>
  Float64Array.from(
    { length: MAX_BINS },
    (_, i) => sorted[Math.floor(((i + 1) * (sorted.length - 1)) / MAX_BINS)]!,
  );

function cellsOf(columns: readonly Column[], rows: number): Pick<Bins, 'cells' | 'ends'> {
  const cells: number[] = [];
  const ends = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    for (const { bins, start, usual } of columns)
      if (bins[row] !== usual) cells.push(start + bins[row]!);
    ends[row] = cells.length;
  }
  return { cells: Uint16Array.from(cells), ends };
}
