import { fold } from '../src/mail/text/fold.js';
import { UNIT_LENGTHS } from '../src/mail/times/units.js';
import { splitEntries, UNIT_NAMES, type CldrLexicon } from './lexicon-cldr-file.js';
import type { TermEntry } from './lexicon-terms.js';

/** The units of time of all languages of CLDR, their lengths in milliseconds as counts. */
export const unitEntries = (languages: CldrLexicon['languages']): TermEntry[] =>
  Object.entries(languages).flatMap(([language, words]) =>
    UNIT_NAMES.flatMap((unit) =>
      stemsOf(splitEntries(words[unit]).map(plain)).map((text) => ({
        ...{ text, isOpen: text.length >= minStem(text) },
        term: {
          ...{ kind: 'unit', languages: [language], count: UNIT_LENGTHS[unit], accents: null },
          ...{ about: null, isTyped: false, isApproval: false, order: null },
        },
      })),
    ),
  );

/** Without the marks that words may be written without. */
export const plain = (text: string) => fold(text).replaceAll('\0', '');

/** Fewer letters of an alphabet begin too many words. */
const MIN_STEM = 4;
const MIN_DENSE_STEM = 2;
const ALPHABET =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]/u;

const minStem = (word: string) => (ALPHABET.test(word) ? MIN_STEM : MIN_DENSE_STEM);

/** The forms of a unit, and what they begin with: mail has them with endings that no list has. */
function stemsOf(forms: readonly string[]): string[] {
  const names = forms.filter(isName).sort();
  const stems: string[] = [];
  for (const name of names) {
    const shared = sharedStem(stems.at(-1) ?? '', name);
    if (shared === '') stems.push(name);
    else stems[stems.length - 1] = shared;
  }
  return [...new Set([...names, ...stems])];
}

/** Two letters say little, but for the sign for hours. */
const isName = (form: string) => form.length > 2 || form === 'h' || !ALPHABET.test(form);

/** Forms that share less than this differ in more than their ending. */
const MIN_SHARE = 0.6;

function sharedStem(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isStem = length >= Math.max(minStem(other), MIN_SHARE * Math.min(one.length, other.length));
  return isStem ? one.slice(0, length) : '';
}
