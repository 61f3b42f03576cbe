import type { BenchResult, Figure } from './figures.js';

const COLUMNS = ['', 'value', 'p50', 'p99', 'n', 'CPU ms/op', 'MB', 'ratio', 'goal'] as const;

/** The figures of a bench as a table. */
export function table(name: string, { figures, notes = [] }: BenchResult): string {
  const rows = [[name, ...COLUMNS.slice(1)], ...figures.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
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
