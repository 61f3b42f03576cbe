import { alternatives } from '../words/word-lists.js';

/** Points that lead from a name to its number on a line of a list. */
export const LEADER = /[.…·_]{4}\s?$/;

/** What leads from a name to its number. */
export const IS = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${alternatives('is')})[ \n]["'“«„]?$|(?:${alternatives('is.joined')})\s?["'“「『]?$`,
  'iu',
);

/** Whether a text ends in what leads to a number: a colon, or "is". */
export const leadsOn = (before: string): boolean => /[:：]\s?$/.test(before) || IS.test(before);

/** "Code: 482913", "Code → 482913", "Code ..... 482913", or the next cell. */
export const LABEL_MARK = /(?:[:：=→►\t]|[-–—=]>|[.…·_]{3})\s{0,3}$/;

/** Whether a sentence ends in the text between two places. */
export const endsSentence = (gap: string) => SENTENCE_END.test(gap);

/** "189,90 лв. към", "Nr. 4", "z. B. am": points of short forms end none. */
const SENTENCE_END = new RegExp(
  String.raw`(?<!(?:^|[^\p{L}\p{M}-])(?:\p{L}|n[º°]|${alternatives('short')})|(?<![\d.,:])\d{1,2})\.\s|[!?]\s|[。！？؟।]`,
  'iu',
);
