const ASCII = /^[\0-\x7f]*$/;
/** Takes no room on the screen: soft hyphens, zero width, direction, variation and tag characters. */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
/** Joiners shape Arabic and Indic words; anywhere else they are invisible and nothing more. */
const STRAY_JOINER =
  /(?<![\u0620-\u065f\u066e-\u06ef\u0900-\u0965])[\u200c\u200d]|[\u200c\u200d](?![\u0620-\u065f\u066e-\u06ef\u0900-\u0965])/g;
const BLANK = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const LINE_BREAK = /[\u0085\u2028\u2029\v\f]/g;
/** Bold, double-struck, sans-serif and monospace digits of mathematics. */
const STYLED_DIGIT = /[\u{1d7ce}-\u{1d7ff}]/gu;

/** Any of those, or a half of a pair that may be one: most texts have none, and need no look for each. */
const ANY =
  /[\v\f\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20e3\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud835\udb40-\udb43]/;

/** The text as it is seen: without invisible characters, every blank a plain one. */
export function cleanText(text: string): string {
  if (ASCII.test(text)) return text;
  // Letters are typed as one or as several signs, in nearly all scripts: the words that are looked for are spelled so.
  const composed = text.normalize('NFC');
  if (!ANY.test(composed)) return composed;
  return composed
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(BLANK, ' ')
    .replace(LINE_BREAK, '\n')
    .replace(STYLED_DIGIT, (char) => String(((char.codePointAt(0) ?? 0) - 0x1d7ce) % 10));
}
