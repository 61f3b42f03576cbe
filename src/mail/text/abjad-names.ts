/** Consonants of Hebrew and Arabic letters as addresses write them; the others are mute or vowels. */
const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ ב: 'b', ג: 'g', ד: 'd', ז: 'z', ט: 't', כ: 'k', ך: 'k', ל: 'l', מ: 'm', ם: 'm', נ: 'n' },
  ...{ ן: 'n', ס: 's', פ: 'f', ף: 'f', צ: 's', ץ: 's', ק: 'k', ר: 'r', ש: 's', ת: 't' },
  ...{ ب: 'b', ت: 't', ث: 't', ج: 'g', خ: 'k', د: 'd', ذ: 'd', ر: 'r', ز: 'z', س: 's', ش: 's' },
  ...{ ص: 's', ض: 'd', ط: 't', ظ: 'z', غ: 'g', ف: 'f', ق: 'k', ك: 'k', ل: 'l', م: 'm', ن: 'n' },
};
/** How Latin letters write one consonant of these scripts. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/kh|ck|[cq](?!h)/g, 'k'],
  [/sh|t[sz]/g, 's'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/gh|j/g, 'g'],
  [/ph|p/g, 'f'],
  [/ch|[aeiouyhvw]/g, ''],
];
const ABJAD = /[\u05d0-\u05ea\u0620-\u064a]/;
/** Names with fewer consonants are like many others. */
const ENOUGH = 2;

/** Whether a name in Hebrew or Arabic letters may be the one that Latin letters spell. */
export function isSpelledAs(name: string, latin: string): boolean {
  if (!ABJAD.test(name)) return false;
  const consonants = [...name].map((letter) => CONSONANTS[letter] ?? '').join('');
  return single(consonants).length >= ENOUGH && single(consonants) === single(consonantsOf(latin));
}

const consonantsOf = (latin: string) =>
  SPELLINGS.reduce((text, [spelling, consonant]) => text.replace(spelling, consonant), latin);

/** Doubled letters are written once. */
const single = (consonants: string) => consonants.replace(/(.)\1/g, '$1');
