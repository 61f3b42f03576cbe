import type { BenchResult, Figure } from './figures.js';

const COLUMNS = ['', 'value', 'p50', 'p99', 'n', 'CPU ms/op', 'MB', 'ratio', 'goal'] as const;

/** The figures of a bench as a table. */
export function table(name: string, { figures, notes = [] }: BenchResult): string {
  return linesOf([[name, ...COLUMNS.slice(1)], ...figures.map(cells)], notes);
}

const COMPARED = ['value', 'p50', 'p99', 'cpuMs', 'memoryMb', 'ratio'] as const;
const COMPARED_COLUMNS = ['', 'value', 'p50', 'p99', 'CPU ms/op', 'MB', 'ratio'] as const;

/** The figures of a bench that an earlier run has too: before, now, and how many times as much that is. */
export function comparison(name: string, earlier: BenchResult, now: BenchResult): string {
  const known = new Map(earlier.figures.map((figure) => [figure.what, figure]));
  const rows = now.figures.flatMap((figure) => {
    const before = known.get(figure.what);
    return before
      ? [[figure.what, ...COMPARED.map((key) => change(before[key], figure[key]))]]
      : [];
  });
  return linesOf([[`${name}, before → now`, ...COMPARED_COLUMNS.slice(1)], ...rows]);
}

function change(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined) return '';
  const times = before === 0 ? '' : ` (${short(now / before)} ×)`;
  return `${short(before)} → ${short(now)}${times}`;
}

function linesOf(rows: readonly (readonly string[])[], notes: readonly string[] = []): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  const rule = '-'.repeat(Math.max(...lines.map(({ length }) => length)));
  return [lines[0], rule, ...lines.slice(1), ...notes.map((note) => `  ${note}`)].join('\n');
}

function cells(figure: Figure): string[] {
  const { what, value, unit, p50, p99, n, cpuMs, memoryMb, ratio, goal } = figure;
  return [
    what,
    `${short(value)} ${unit}`,
    optional(p50),
    optional(p99),
    optional(n),
    optional(cpuMs),
    optional(memoryMb),
    optional(ratio),
    goal ? `${goal.text} ${goal.met ? 'yes' : 'no'}` : '',
  ];
}

const optional = (value: number | undefined) => (value === undefined ? '' : short(value));

/** Three figures are all that such measurements are good for. */
function short(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toPrecision(3);
}
