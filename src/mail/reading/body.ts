import { cleanText } from '../text/clean-text.js';
import { lettersOf } from '../text/footers.js';
import { compareTexts, hasInvisibleText, hasOtherPieces, hidesText } from '../text/hidden.js';
import { escapeHtmlText } from '../html/escape-html.js';
import { readHtml, type HtmlText } from '../html/html-text.js';
import type { BodySection } from '../mime/parse.js';
import { splitQuotes, type QuoteContext, type QuoteSplit } from '../text/quote.js';
import { createPage, type TextPage } from '../text/page.js';

/** A page of HTML with what only HTML has. */
export interface HtmlPage {
  readonly page: TextPage;
  readonly html: HtmlText;
}

/** The plain form of an HTML page: it is prepared where that leaves something open. */
export interface Alternative {
  /** Whether it holds what may be a code and does not stand in the HTML. */
  readonly saysMore: () => boolean;
  readonly page: () => TextPage;
}

/** The body of a mail, as stored and as read. */
export interface Body {
  readonly textBody: string;
  readonly htmlBody: string;
  readonly strippedText: string;
  readonly textPages: readonly TextPage[];
  readonly htmlPages: readonly HtmlPage[];
  /** Plain texts that say what their HTML says. */
  readonly alternatives: readonly Alternative[];
  /** Whether something in it is kept from a reader's eye. */
  readonly hides: boolean;
  /** Letters and digits that HTML parts hold and do not show. */
  readonly hiddenText: string;
}

/** Prepares the sections of a mail for storing and for the extractors. */
export function readBody(sections: readonly BodySection[], context: QuoteContext): Body {
  const read = sections.map((section) => readSection(section, context));
  const htmlPages = present(read.map(({ html }) => html));
  return {
    textBody: joined(read.map(({ text }) => text)),
    htmlBody: joinHtml(sections),
    strippedText: joined(read.map(({ stripped }) => stripped)).trim(),
    textPages: present(read.map(({ page }) => page)),
    htmlPages,
    alternatives: present(read.map(({ alternative }) => alternative)),
    hides: read.some(({ hides }) => hides),
    hiddenText: htmlPages
      .map(({ html }) => html.hiddenText)
      .join(' ')
      .trim(),
  };
}

const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** Most mails have one text. */
const joined = (texts: readonly string[]) => (texts.length === 1 ? texts[0]! : texts.join('\n'));

interface ReadSection {
  readonly text: string;
  readonly stripped: string;
  /** Of plain text alone. */
  readonly page: TextPage | null;
  readonly html: HtmlPage | null;
  /** Null where the HTML shows something else or hides what may stand here. */
  readonly alternative: Alternative | null;
  readonly hides: boolean;
}

function readSection({ text, html }: BodySection, context: QuoteContext): ReadSection {
  const plain = text ?? '';
  const hides = hasInvisibleText(plain);
  if (html !== null) return readBoth(plain, html, { context, hides });
  const { stripped, page } = readPlain(cleanText(plain), context);
  return { text: plain, stripped, page: page(), html: null, alternative: null, hides };
}

interface SectionContext {
  readonly context: QuoteContext;
  /** Whether the plain text does. */
  readonly hides: boolean;
}

function readBoth(plain: string, html: string, { context, hides }: SectionContext): ReadSection {
  const clean = cleanText(plain);
  const isBlank = clean.trim() === '';
  const shown = readHtml(html);
  const likeness = isBlank ? 'stub' : compareTexts(clean, shown.text);
  const isOther = likeness === 'other' || hidesText(shown);
  const signatures = signaturesOf(shown);
  const split = splitQuotes(shown.text, context, signatures);
  const same = likeness === 'same' && !isOther ? readPlain(clean, context, signatures) : null;
  return {
    text: isBlank ? shown.text : plain,
    stripped: (same ?? split).stripped,
    page: null,
    html: readPage(shown, split),
    alternative: same && {
      saysMore: () => hasOtherPieces(clean, shown.text),
      page: same.page,
    },
    hides: hides || isOther || shown.invisible,
  };
}

interface ReadPlainText {
  readonly stripped: string;
  readonly page: () => TextPage;
}

/** Letters and digits of the signatures: plain text wraps and spaces them otherwise. */
const signaturesOf = ({ text, signatures }: HtmlText) =>
  signatures.map(({ start, end }) => lettersOf(text.slice(start, end))).filter(Boolean);

function readPlain(
  clean: string,
  context: QuoteContext,
  signatures?: readonly string[],
): ReadPlainText {
  const { stripped, quoted } = splitQuotes(clean, context, signatures);
  let page: TextPage | undefined;
  return { stripped, page: () => (page ??= createPage({ source: 'text', text: clean, quoted })) };
}

function readPage(html: HtmlText, { quoted }: QuoteSplit): HtmlPage {
  return { html, page: createPage({ source: 'html', text: html.text, marks: html.marks, quoted }) };
}

/** A mail with any HTML has all of it as HTML, its plain parts too. */
function joinHtml(sections: readonly BodySection[]): string {
  if (sections.every(({ html }) => html === null)) return '';
  return sections
    .map(({ text, html }) => html ?? `<pre>${escapeHtmlText(text ?? '')}</pre>`)
    .join('<br>\n');
}
