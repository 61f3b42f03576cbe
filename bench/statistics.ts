/** The middle and the tail of many measurements, in their unit. */
export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The spread of `values`; all NaN without any. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  return {
    n: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? NaN,
  };
}

/** The mean of `values`; NaN without any. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The nearest-rank quantile of sorted values. */
function quantile(sorted: Float64Array, q: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? NaN;
}
