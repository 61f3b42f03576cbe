import { DnsFailure, type DnsSource, type Question } from './answer.js';

/** A source that notices when it is away: then it fails at once instead of after a time-out each. */
export interface Circuit extends DnsSource {
  /** Whether questions are answered; asks again when it was away for long enough. */
  reachable(): Promise<boolean>;
}

// Failures in a row, nothing answered between them, after which the source is asked whether it is there.
const FAILURES = 3;
// Milliseconds between looks while it is away: doubled from the first to the last.
const FIRST_PROBE_MS = 1_000;
const LAST_PROBE_MS = 30_000;
// Every resolver has something to say about this name, so only one that is away says nothing.
const PROBE: Question = { name: 'com', type: 'TXT' };

/** Watches `source`. While it is away one question now and then finds out whether it is back. */
export function createCircuit(source: DnsSource, now: () => number = Date.now): Circuit {
  let failures = 0;
  let pause = FIRST_PROBE_MS;
  let lookAt = 0;
  let probing: Promise<boolean> | null = null;
  const isOpen = () => failures >= FAILURES;

  const answered = () => {
    failures = 0;
    pause = FIRST_PROBE_MS;
  };

  const failed = (error: unknown) => {
    if (!(error instanceof DnsFailure) || !error.away) return answered();
    failures++;
  };

  const probe = async () => {
    await source.ask(PROBE).then(answered, failed);
    lookAt = now() + pause;
    pause = isOpen() ? Math.min(pause * 2, LAST_PROBE_MS) : FIRST_PROBE_MS;
    probing = null;
    return !isOpen();
  };

  /** At most one probe at a time, and none before it is due. */
  const look = () => (probing ??= now() >= lookAt ? probe() : null);

  return {
    async ask(question) {
      if (isOpen()) {
        // Whoever asks now is not made to wait for the look.
        void look();
        throw new DnsFailure('AWAY', true);
      }
      try {
        const answer = await source.ask(question);
        answered();
        return answer;
      } catch (error) {
        failed(error);
        // A mail of somebody whose servers hang must not make all of DNS seem away for long.
        if (isOpen()) void look();
        throw error;
      }
    },
    reachable: async () => !isOpen() || ((await look()) ?? false),
  };
}
