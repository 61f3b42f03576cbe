/** What is told while a call goes on: seconds since it began. */
export interface Progress {
  readonly progress: number;
  readonly message: string;
}

/** Takes what is told. */
export type OnProgress = (progress: Progress) => void;

// Milliseconds. Programs give a call up after a minute without a word.
const PROGRESS_EVERY_MS = 10_000;

/** Tells every ten seconds, as long as the function that is answered is not called. */
export function reportProgress(
  onProgress: OnProgress | undefined,
  every = PROGRESS_EVERY_MS,
): () => void {
  if (!onProgress) return () => undefined;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += every / 1_000;
    onProgress({ progress: seconds, message: `Still at work after ${seconds} seconds` });
  }, every);
  return () => clearInterval(timer);
}
