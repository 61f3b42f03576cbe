import type { Queries } from '../../db/queries.js';
import type { QueryTerm } from './query-terms.js';
import type { WeighedWord } from './passages.js';

/** What Postgres has counted of the words of mail: the most frequent ones, and which share of mails has each. */
interface Counted {
  readonly words: readonly string[] | null;
  readonly shares: readonly number[] | null;
}

/** How frequent a word is. */
export interface WordFrequency {
  /** It is in so many mails that it ranks what others found. */
  readonly isFrequent: boolean;
  /** Whether it is one of those that Postgres has counted: others are rare, or in no mail. */
  readonly isCounted: boolean;
}

// Counted by ANALYZE, so it hardly ever changes.
const KEPT_MS = 5 * 60_000;
/** The share of mails that has a word nobody counted. */
const SHARE_OF_RARE = 0.0005;
/** A larger share of mails than rare words have. */
const FREQUENT = 0.02;

const COUNTED = `
SELECT most_common_elems::text::text[] AS words, most_common_elem_freqs AS shares
FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'emails' AND attname = 'search'`;

/** How frequent words are in mail, all organizations together. */
export class WordFrequencies {
  private counted: Promise<ReadonlyMap<string, number>> | null = null;
  private readUntil = 0;

  constructor(private readonly database: Queries) {}

  /** The words, each with how much it tells. */
  async weigh(words: readonly QueryTerm[]): Promise<(WeighedWord & WordFrequency)[]> {
    const shares = await this.shares();
    return words.map((word) => {
      const share = shareOf(word, shares);
      const rarity = Math.log(1 / share);
      const need = Math.sqrt(rarity) * word.part;
      return {
        ...{ ...word, weight: rarity * word.part, need, cost: need * word.lack },
        ...{ isFrequent: share > FREQUENT, isCounted: share > SHARE_OF_RARE },
      };
    });
  }

  private shares(): Promise<ReadonlyMap<string, number>> {
    if (this.counted && Date.now() < this.readUntil) return this.counted;
    this.readUntil = Date.now() + KEPT_MS;
    this.counted = this.read();
    // What failed is tried again by the next question.
    this.counted.catch(() => (this.counted = null));
    return this.counted;
  }

  private async read(): Promise<ReadonlyMap<string, number>> {
    const [row] = await this.database.query<Counted>(COUNTED);
    const { words = null, shares = null } = row ?? {};
    return new Map((words ?? []).map((word, index) => [word, shares?.[index] ?? 0]));
  }
}

function shareOf({ stem, isPair }: QueryTerm, shares: ReadonlyMap<string, number>): number {
  if (isPair) return SHARE_OF_RARE * 4;
  let share = SHARE_OF_RARE;
  for (const [word, of] of shares) if (word.startsWith(stem)) share += of;
  return Math.min(share, 0.9);
}
