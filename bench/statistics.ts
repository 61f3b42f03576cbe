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

/** By how much equally spaced readings grow from one to the next: the line through them (least squares). */
export function slopeOf(readings: readonly number[]): number {
  const middle = (readings.length - 1) / 2;
  const weights = readings.map((_, index) => index - middle);
  const weighed = readings.reduce((sum, reading, index) => sum + reading * weights[index]!, 0);
  return weighed / weights.reduce((sum, weight) => sum + weight ** 2, 0);
}
