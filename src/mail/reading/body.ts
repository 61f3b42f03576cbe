import { cleanText } from '../text/clean-text.js';
import { lettersOf } from '../text/footers.js';
import { compareTexts, hasInvisibleText, hasOtherPieces, hidesText } from '../text/hidden.js';
import { escapeHtmlText } from '../html/escape-html.js';
import { readHtml, type HtmlText } from '../html/html-text.js';
import type { BodySection } from '../mime/parse.js';
import { splitQuotes, type QuoteContext } from '../text/quote.js';
import { lazy } from '../text/once.js';
import { createPage, type TextPage } from '../text/page.js';

/** A page of HTML with what only HTML has. */
export interface HtmlPage {
  readonly page: TextPage;
  readonly html: HtmlText;
}

/** What a body is read with. */
export interface BodyContext extends QuoteContext {
  /** Addresses of those it was sent to, and its Message-ID: no secrets. */
  readonly own: readonly string[];
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
  /** What lists of mails print before the first line, unless it hides something: times there count, codes do not. */
  readonly previews: () => readonly TextPage[];
  /** Whether something in it is kept from a reader's eye. */
  readonly hides: boolean;
  /** Letters and digits that HTML parts hold and do not show. */
  readonly hiddenText: string;
}

/** Prepares the sections of a mail for storing and for the extractors. */
export function readBody(sections: readonly BodySection[], context: BodyContext): Body {
  const read = sections.map((section) => readSection(section, context));
  const htmlPages = read.flatMap((section) => section.htmlPages);
  return {
    textBody: joined(read.map(({ text }) => text)),
    htmlBody: joinHtml(sections),
    strippedText: joined(read.map(({ stripped }) => stripped)).trim(),
    textPages: read.flatMap(({ textPages }) => textPages),
    htmlPages,
    alternatives: read.flatMap(({ alternatives }) => alternatives),
    previews: () => read.flatMap(previewOf),
    hides: read.some(({ hides }) => hides),
    hiddenText: htmlPages
      .map(({ html }) => html.hiddenText)
      .join(' ')
      .trim(),
  };
}

/** Most mails have one text. */
const joined = (texts: readonly string[]) => (texts.length === 1 ? texts[0]! : texts.join('\n'));

/** One or none of each: an alternative where the HTML shows the same and hides nothing. */
interface ReadSection extends Pick<Body, 'textPages' | 'htmlPages' | 'alternatives' | 'hides'> {
  readonly text: string;
  readonly stripped: string;
}

function readSection({ text, html }: BodySection, context: BodyContext): ReadSection {
  const plain = text ?? '';
  const clean = cleanText(plain);
  const hides = hasInvisibleText(plain);
  if (html === null) {
    const { stripped, page } = readPlain(clean, context);
    return { text: plain, stripped, textPages: [page()], htmlPages: [], alternatives: [], hides };
  }
  const read = readBoth(clean, html, context);
  const shown = clean.trim() === '' ? read.text : plain;
  return { ...read, text: shown, hides: hides || read.hides };
}

function readBoth(clean: string, html: string, context: BodyContext): ReadSection {
  const shown = readHtml(html);
  const { text, marks } = shown;
  const likeness = clean.trim() === '' ? 'stub' : compareTexts(clean, text);
  const isOther = likeness === 'other' || hidesText(shown, context.own);
  const signatures = signaturesOf(shown);
  const split = splitQuotes(text, context, signatures);
  const same = likeness === 'same' && !isOther ? readPlain(clean, context, signatures) : null;
  const page = createPage({ source: 'html', text, marks, quoted: split.quoted });
  return {
    text,
    stripped: (same ?? split).stripped,
    textPages: [],
    htmlPages: [{ html: shown, page }],
    alternatives: same ? [{ saysMore: () => hasOtherPieces(clean, text), page: same.page }] : [],
    hides: isOther || shown.invisible,
  };
}

function previewOf({ htmlPages, hides }: ReadSection): TextPage[] {
  const texts = hides ? [] : htmlPages.map(({ html }) => cleanText(html.preview).trim());
  return texts.filter(Boolean).map((text) => createPage({ source: 'html', text }));
}

/** Letters and digits of the signatures: plain text wraps and spaces them otherwise. */
const signaturesOf = ({ text, signatures }: HtmlText) =>
  signatures.map(({ start, end }) => lettersOf(text.slice(start, end))).filter(Boolean);

function readPlain(text: string, context: QuoteContext, signatures?: readonly string[]) {
  const { stripped, quoted } = splitQuotes(text, context, signatures);
  return { stripped, page: lazy(() => createPage({ source: 'text', text, quoted })) };
}

/** A mail with any HTML has all of it as HTML, its plain parts too. */
function joinHtml(sections: readonly BodySection[]): string {
  if (sections.every(({ html }) => html === null)) return '';
  return sections
    .map(({ text, html }) => html ?? `<pre>${escapeHtmlText(text ?? '')}</pre>`)
    .join('<br>\n');
}
