import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { Hit } from '../text/lexicon.js';
import { holdsStem, phrases } from '../text/phrases.js';
import type { Sentence } from '../text/sentences.js';

const THINGS = phrases('time.thing');

/** Names a code, or says to type something. */
export const isOfCode = ({ term: { kind } }: Hit): boolean =>
  kind === 'code' || kind === 'maybeCode' || kind === 'enter';

/** Whether a part of a text names a code, or says to type something. */
export const speaksOfCode = ({ hits }: Sentence): boolean => hits.some(isOfCode);

/** "Your plan is valid until 31 May, 23:59": what lasts has a name, and it is no code. */
export const isOfThing = (clause: Sentence): boolean =>
  !speaksOfCode(clause) && holdsStem(clause.text, THINGS);

/** From here on a word is no pronoun and no auxiliary verb. */
const MEANS_SOMETHING = /\p{L}{5,}/gu;
const FILLERS = new Set(foldedWords('filler'));
/** "Indícalo", "inseriscilo", "tecléelo": do that with it. */
const ENCLITIC = /[aeir]lo$/;
/** "482913 stays valid for 3 days": the code itself is what lasts. */
const MAY_BE_CODE = /\d{4}/;

/** "The reservation lapses after 5 days", but not "it is valid for 5 days": what lasts has some name before a place, and none of a code. */
export function hasOtherSubject(clause: Sentence, place: number): boolean {
  if (speaksOfCode(clause)) return false;
  const lasts = clause.hits.find(({ term }) => term.kind === 'lasts');
  const end = Math.min(place, lasts?.start ?? place);
  const before = clause.text.slice(0, Math.max(0, end - clause.start));
  return (
    !MAY_BE_CODE.test(before) &&
    (before.match(MEANS_SOMETHING) ?? []).some(
      (word) => !FILLERS.has(fold(word)) && !ENCLITIC.test(word),
    )
  );
}
