import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { TOPIC_KINDS } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { phrases, stemsIn } from '../text/phrases.js';
import { sentenceAround, withoutRows } from '../text/sentences.js';
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
  lasts: { kinds: ['lasts'] },
  // A word of validity like "within". `within 10 minutes`
  joins: {},
  // What says that one waits. `Try again in 5 minutes.`
  waits: { kinds: ['waits'] },
  // The name of a code, or a word of typing. `The code lasts 10 minutes.`
  code: { kinds: ['code', 'maybeCode', 'enter'] },
  // What names goods, payments and the like. `Your order arrives in 10 minutes.`
  goods: { kinds: [...TOPIC_KINDS, 'errand'] },
  // What else lasts or happens. `Your driver arrives in 6 minutes.`
  thing: { lists: ['time.thing'] },
  // What has to be done within days. `Send the form within 14 days.`
  far: { lists: ['time.far'] },
  // What is locked after wrong attempts. `Three misses and we lock for an hour.`
  locked: { lists: ['attempt.locked', 'attempt.missed'] },
  // What says that something ends, or that another is needed. `It is void in 10 minutes.`
  stopping: { lists: ['time.stopping'], isPoint: false },
  // Who has so long. `You have 10 minutes.`
  having: { lists: ['time.having'], isPoint: false },
  // What rows call a deadline. `Deadline: 12:20`
  latest: { lists: ['time.latest'], isPoint: true },
  // "after". `after 10 minutes`
  after: { lists: ['time.after'], reach: BESIDE },
  // "every", "first" or "takes". `The first 24 hours`
  aside: { lists: ['time.aside'], reach: BESIDE },
} as const satisfies Record<string, WordsOfTime>;

/** What words tell of a time. */
export type TimeWord = keyof typeof WORDS_OF_TIMES;
/** All of it. */
export const TIME_WORDS = Object.keys(WORDS_OF_TIMES) as TimeWord[];

/** Such as tell that it is an end. */
const ENDS: readonly TimeWord[] = ['lasts', 'joins', 'stopping', 'latest', 'having'];

const WORDS = Object.entries<WordsOfTime>(WORDS_OF_TIMES).map(
  ([word, { kinds = [], lists = [], isPoint, reach = REACH }]) =>
    ({ word: word as TimeWord, kinds, lists, isPoint, reach }) as const,
);
const BY_KIND: ReadonlyMap<TermKind, TimeWord> = new Map(
  WORDS.flatMap(({ word, kinds }) => kinds.map((kind) => [kind, word])),
);
const BY_LIST = new Map(WORDS.flatMap((one) => one.lists.map((list) => [list, one] as const)));
const LISTED = phrases(...BY_LIST.keys());
/** Words of validity that only join a time to what is said of it. */
const JOINING: ReadonlySet<string> = new Set(foldedWords('time.joining'));

/** The words around a time in its sentence. */
export interface TimeTerms {
  /** How near the nearest of each is: 1 right beside the time, 0 where what is read ends and beyond. */
  readonly before: ReadonlyMap<TimeWord, number>;
  readonly behind: ReadonlyMap<TimeWord, number>;
  /** Whether any of them tells that it is the end. */
  readonly isTold: boolean;
}

/** What the sentence of a time tells of it. */
export function timeTerms(page: TextPage, time: Span, isPoint: boolean): TimeTerms {
  const sentence = sentenceAround(page, time.start, time.end);
  const [before, behind] = [new Map<TimeWord, number>(), new Map<TimeWord, number>()];
  const add = (word: TimeWord, { start, end }: Span, reach = REACH) => {
    const leads = end <= time.start;
    const gap = leads ? page.text.slice(end, time.start) : page.text.slice(time.end, start);
    const side = leads ? before : behind;
    side.set(word, Math.max(side.get(word) ?? 0, 1 - wayOf(gap) / reach));
  };
  // "Requested at: 10:05": a row that says itself of what its time is.
  const isOfRow =
    isPoint && withoutRows(page, sentence).charAt(time.start - sentence.start) === ' ';
  for (const { start, end, term } of sentence.hits) {
    const word = wordOf(term.kind, page.text.slice(start, end));
    if (word && !(isOfRow && term.kind === 'lasts')) add(word, { start, end });
  }
  for (const { role, start, end } of stemsIn(sentence.text, LISTED)) {
    const { word, reach, isPoint: isOfPoint = isPoint } = BY_LIST.get(role)!;
    if (isOfPoint === isPoint)
      add(word, { start: sentence.start + start, end: sentence.start + end }, reach);
  }
  const isTold = ENDS.some((word) => before.has(word) || behind.has(word));
  return { before, behind, isTold };
}

const wordOf = (kind: TermKind, text: string): TimeWord | undefined =>
  kind === 'lasts' && JOINING.has(fold(text)) ? 'joins' : BY_KIND.get(kind);

/** Commas, but within numbers, and line ends keep more apart than words do. */
const MARKS = /\n|[,;](?!\d)|[，；，、]/g;
const PER_MARK = 40;

const wayOf = (gap: string) => gap.length + PER_MARK * (gap.match(MARKS)?.length ?? 0);
