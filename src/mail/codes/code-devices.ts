import { holdsStem, phrases } from '../text/phrases.js';
import type { Span } from '../text/text-urls.js';

const SCREENS = phrases('screen');
const SENTENCE_ENDS = /[.!?]\s|[。！？।\n]/g;

/** "Type 4471 on the TV": whether the sentence of a number, within a stretch of text, names a screen or a device. */
export function isForDevice(text: string, number: Span, { start, end }: Span): boolean {
  const before = text.slice(start, number.start);
  const after = text.slice(number.end, end);
  if (!namesDevice(before) && !namesDevice(after)) return false;
  const from = Math.max(0, ...[...before.matchAll(SENTENCE_ENDS)].map(({ index }) => index + 1));
  const to = after.search(SENTENCE_ENDS);
  return namesDevice(`${before.slice(from)} ${to < 0 ? after : after.slice(0, to)}`);
}

/** Whether a sentence names a screen or a device. */
export const namesDevice = (sentence: string): boolean => holdsStem(sentence, SCREENS);
