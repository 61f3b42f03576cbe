import type { Queries } from '../../db/queries.js';
import type { Listener } from '../../live/listener.js';
import type { Log } from '../../log.js';

interface SearchMergingDeps {
  readonly database: Queries;
  readonly listener: Pick<Listener, 'on'>;
  readonly log: Pick<Log, 'debug'>;
}

/** When lists are merged, in milliseconds behind the first mail, or the one that made them many. */
interface MergeTiming {
  readonly lateMs: number;
  readonly soonMs: number;
}

// Batches of mail that are many: a search reads what is not merged from its beginning to its end.
const MANY = 50;
// Merging much at once costs each mail less; a few wait for others.
const TIMING: MergeTiming = { lateMs: 60_000, soonMs: 2_000 };

const MERGE = `
SELECT gin_clean_pending_list('emails_search'), gin_clean_pending_list('emails_trigrams')`;

/** Merges what accepted mail adds to the indexes for search, so that no mail does so while others wait for it. */
export class SearchMerging {
  private batches = 0;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly deps: SearchMergingDeps,
    private readonly timing = TIMING,
  ) {}

  /** Merges while mail comes in, until it is closed. */
  start(): void {
    this.deps.listener.on('outbox_ready', () => this.accepted());
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private accepted(): void {
    this.batches++;
    if (this.batches === 1) this.mergeAfter(this.timing.lateMs);
    else if (this.batches === MANY) this.mergeAfter(this.timing.soonMs);
  }

  private mergeAfter(milliseconds: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.merge(), milliseconds).unref();
  }

  private async merge(): Promise<void> {
    this.batches = 0;
    // What is left is merged the next time, at last by the mail that fills a list.
    await this.deps.database
      .query(MERGE)
      .catch((err: unknown) => this.deps.log.debug({ err }, 'search indexes are not merged'));
  }
}
