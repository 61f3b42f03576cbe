/** How a worker is doing. */
export interface WorkerStatus {
  readonly state: 'connecting' | 'running' | 'stopped';
  /** When Temporal last saw it ask for work; null when Temporal does not say. */
  readonly lastPoll: Date | null;
}

/** A worker with its dispatcher, reconciler and schedules. */
export interface RunningWorker {
  status(): Promise<WorkerStatus>;
  /** Takes no more work and ends what is under way, within a few seconds. */
  shutdown(): Promise<void>;
}
