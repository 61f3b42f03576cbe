/** How a bench is run. */
export interface BenchOptions {
  /** At length; otherwise all benches together take at most five minutes. */
  readonly full: boolean;
  /** An empty directory for whatever it needs; removed afterwards. */
  readonly directory: string;
}

/** What was measured of one thing. Times are milliseconds. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly p50?: number;
  readonly p99?: number;
  /** Operations measured. */
  readonly n?: number;
  /** CPU milliseconds an operation, over all processes of the service. */
  readonly cpuMs?: number;
  /** Memory in MB, over all processes of the service unless `what` says otherwise. */
  readonly memoryMb?: number;
  /** `value` of the service divided by that of the calibrator. */
  readonly ratio?: number;
  readonly goal?: Goal;
}

/** A goal of operations, section 4, and whether it was reached here and now. */
export interface Goal {
  readonly text: string;
  readonly met: boolean;
}

/** What a bench measured. It throws instead when an answer was wrong: no figure of a wrong answer counts. */
export interface BenchResult {
  readonly figures: readonly Figure[];
  /** Circumstances a reader has to know. */
  readonly notes?: readonly string[];
}

/** A bench: checks that the answers are right, then measures. */
export type Bench = (options: BenchOptions) => Promise<BenchResult>;

/** A goal that `value` has to reach. */
export const atLeast = (value: number, limit: number, of = ''): Goal => ({
  text: `${of}≥ ${limit}`,
  met: value >= limit,
});

/** A goal that `value` must not exceed. */
export const atMost = (value: number, limit: number, of = ''): Goal => ({
  text: `${of}≤ ${limit}`,
  met: value <= limit,
});
