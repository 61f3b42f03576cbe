import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { phrases, stemsIn } from '../text/phrases.js';
import { sentenceAround, withoutRows, type Sentence } from '../text/sentences.js';
import type { Span } from '../text/text-urls.js';
import type { ListRole, TermKind } from '../words/roles.js';

/** Words that tell of a time. */
interface WordsOfTime {
  readonly kinds?: readonly TermKind[];
  readonly lists?: readonly ListRole[];
  /** Tells of times of day only, or of lengths of time only. */
  readonly isPoint?: boolean;
  /** Characters of which they are read. */
  readonly reach?: number;
}

const REACH = 120;
const BESIDE = 12;

/** By what they tell. */
const WORDS_OF_TIMES = {
  // What says that something lasts. `It is valid for 10 minutes.`
  lasts: {
    kinds: ['lasts'],
  },
  // A word of validity like "within". `within 10 minutes`
  joins: {},
  // What says that one waits. `Try again in 5 minutes.`
  waits: {
    kinds: ['waits'],
  },
  // The name of a code, or a word of typing. `The code lasts 10 minutes.`
  code: {
    kinds: ['code', 'maybeCode', 'enter'],
  },
  // What names goods, payments and the like. `Your order arrives in 10 minutes.`
  goods: {
    kinds: [...TOPIC_KINDS, 'errand'],
  },
  // What else lasts or happens. `Your driver arrives in 6 minutes.`
  thing: {
    lists: ['time.thing'],
  },
  // What has to be done within days. `Send the form within 14 days.`
  far: {
    lists: ['time.far'],
  },
  // What is locked after wrong attempts. `Three misses and we lock for an hour.`
  locked: {
    lists: ['attempt.locked', 'attempt.missed'],
  },
  // What says that something ends, or that another is needed. `It is void in 10 minutes.`
  stopping: {
    lists: ['time.stopping'],
    isPoint: false,
  },
  // Who has so long. `You have 10 minutes.`
  having: {
    lists: ['time.having'],
    isPoint: false,
  },
  // What rows call a deadline. `Deadline: 12:20`
  latest: {
    lists: ['time.latest'],
    isPoint: true,
  },
  // "after". `after 10 minutes`
  after: { lists: ['time.after'], reach: BESIDE },
  // "every", "first" or "takes". `The first 24 hours`
  aside: {
    lists: ['time.aside'],
    reach: BESIDE,
  },
} as const satisfies Record<string, WordsOfTime>;

/** What words tell of a time. */
export type TimeWord = keyof typeof WORDS_OF_TIMES;
/** All of it. */
export const TIME_WORDS = Object.keys(WORDS_OF_TIMES) as TimeWord[];

function wordsOf(word: TimeWord): WordsOfTime {
  return WORDS_OF_TIMES[word];
}

/** Such as tell that it is an end, and such as tell what else it may be of. */
const ENDS: readonly TimeWord[] = ['lasts', 'joins', 'stopping', 'latest', 'having'];
const OTHERS: readonly TimeWord[] = ['thing', 'far', 'locked', 'waits'];

const BY_KIND: ReadonlyMap<TermKind, TimeWord> = new Map(
  TIME_WORDS.flatMap((word) => wordsOf(word).kinds?.map((kind) => [kind, word] as const) ?? []),
);
const BY_LIST: ReadonlyMap<ListRole, TimeWord> = new Map(
  TIME_WORDS.flatMap((word) => wordsOf(word).lists?.map((list) => [list, word] as const) ?? []),
);
const LISTED = phrases(...BY_LIST.keys());
/** Words of validity that only join a time to what is said of it. */
const JOINING: ReadonlySet<string> = new Set(foldedWords('time.joining'));

/** The words around a time in its sentence. */
export class TimeTerms {
  /** How near the nearest of each is: 1 right beside the time, towards 0 at the end of what is read. */
  readonly before = new Map<TimeWord, number>();
  readonly behind = new Map<TimeWord, number>();

  /** Whether words tell that it is the end, and none nearer what else it is of. */
  readonly isTold: boolean;

  constructor(
    private readonly page: TextPage,
    private readonly time: Span,
    private readonly isPoint: boolean,
  ) {
    const sentence = sentenceAround(page, time.start, time.end);
    this.addTerms(sentence);
    this.addStems(sentence);
    const end = this.nearest(ENDS);
    this.isTold = end > 0 && end >= this.nearest(OTHERS);
  }

  private addTerms(sentence: Sentence): void {
    const { page, time, isPoint } = this;
    // "Requested at: 10:05": a row that says itself of what its time is.
    const isOfRow =
      isPoint && withoutRows(page, sentence).charAt(time.start - sentence.start) === ' ';
    for (const { start, end, term } of sentence.hits) {
      const lasts = term.kind === 'lasts';
      const joins = lasts && JOINING.has(fold(page.text.slice(start, end)));
      const word = joins ? 'joins' : BY_KIND.get(term.kind);
      if (word && !(isOfRow && lasts)) this.add(word, REACH, { start, end });
    }
  }

  private addStems({ start: from, text }: Sentence): void {
    for (const { role, start, end } of stemsIn(text, LISTED)) {
      const word = BY_LIST.get(role)!;
      const { isPoint = this.isPoint, reach = REACH } = wordsOf(word);
      if (isPoint === this.isPoint) this.add(word, reach, { start: from + start, end: from + end });
    }
  }

  /** How near the nearest of some words is, on either side. */
  private nearest(words: readonly TimeWord[]): number {
    const sides = [this.before, this.behind];
    return Math.max(...words.flatMap((word) => sides.map((side) => side.get(word) ?? 0)));
  }

  private add(word: TimeWord, reach: number, { start, end }: Span): void {
    const leads = end <= this.time.start;
    const [from, to] = leads ? [end, this.time.start] : [this.time.end, start];
    const gap = this.page.text.slice(from, to).replace(REST_OF_WORD, '');
    const nearness = 1 - (gap.length + PER_MARK * (gap.match(MARKS)?.length ?? 0)) / reach;
    const side = leads ? this.before : this.behind;
    if (nearness > (side.get(word) ?? 0)) side.set(word, nearness);
  }
}

/** A stem is all that a list has of a word, or a term of a unit. */
const REST_OF_WORD = /^[\p{L}\p{M}]+/u;
/** Commas, but within numbers, line ends and "30 min." keep more apart than words do; Thai has blanks for them, and behind a code. */
const MARKS =
  /\n|[,;](?!\d)|[，；，、]|(?<=\d\s?\p{L}{1,4})\.(?=\s\p{Lu})|(?<=[\u0e00-\u0e7f]\.?|\d{4}) (?=[\u0e00-\u0e7f])/gu;
const PER_MARK = 40;
