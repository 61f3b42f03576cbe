import { readHtml } from '../html/html-text.js';
import { clip } from '../text/safe-text.js';

// A plain part that only stands in for the HTML is short.
const MAX_PLACEHOLDER = 600;
// HTML that is read while others wait: more takes too long.
const MAX_HTML = 256 * 1024;
const WORDS = /\p{L}{3,}/gu;
const MOSTLY = 0.5;

/** The text of a mail: that of its HTML where the plain part only says that there is HTML. */
export function shownText(textBody: string, htmlBody: string): string {
  if (htmlBody === '' || textBody.length > MAX_PLACEHOLDER) return textBody;
  const { text } = readHtml(clip(htmlBody, MAX_HTML));
  return isPlaceholder(textBody, text) ? text : textBody;
}

/** Whether `plain` says nothing of what `shown` says, and shows no code of its own. */
function isPlaceholder(plain: string, shown: string): boolean {
  if (shown.length <= plain.length || /\d{4}/.test(plain)) return false;
  const words: readonly string[] = plain.toLowerCase().match(WORDS) ?? [];
  const page = shown.toLowerCase();
  return words.filter((word) => page.includes(word)).length <= words.length * MOSTLY;
}
