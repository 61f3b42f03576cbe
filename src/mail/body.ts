import { cleanText } from './clean-text.js';
import { compareTexts, hasInvisibleText, hidesText } from './hidden.js';
import { readHtml, type HtmlText } from './html-text.js';
import type { Section } from './parse.js';
import { splitQuotes, type QuoteContext, type QuoteSplit } from './quote.js';
import { createPage, type Page } from './page.js';

/** A page of HTML with what only HTML has. */
export interface HtmlPage {
  readonly page: Page;
  readonly html: HtmlText;
}

/** The body of a mail, as stored and as read. */
export interface Body {
  readonly textBody: string;
  readonly htmlBody: string;
  readonly strippedText: string;
  readonly textPages: readonly Page[];
  readonly htmlPages: readonly HtmlPage[];
  /** Whether something in it is kept from a reader's eye. */
  readonly hides: boolean;
  /** Letters and digits that HTML parts hold and do not show. */
  readonly hiddenText: string;
}

/** Prepares the sections of a mail for storing and for the extractors. */
export function readBody(sections: readonly Section[], context: QuoteContext): Body {
  const read = sections.map((section) => readSection(section, context));
  const hiddenText = read
    .map(({ html }) => html?.html.hiddenText ?? '')
    .join(' ')
    .trim();
  return {
    textBody: read.map(({ text }) => text).join('\n'),
    htmlBody: joinHtml(sections),
    strippedText: read
      .map(({ stripped }) => stripped)
      .join('\n')
      .trim(),
    textPages: read.flatMap(({ page }) => page ?? []),
    htmlPages: read.flatMap(({ html }) => html ?? []),
    hides: read.some(({ hides }) => hides),
    hiddenText,
  };
}

interface ReadSection {
  readonly text: string;
  readonly stripped: string;
  /** Of the plain text, unless the HTML shows something else or hides what may stand here. */
  readonly page: Page | null;
  readonly html: HtmlPage | null;
  readonly hides: boolean;
}

function readSection({ text, html }: Section, context: QuoteContext): ReadSection {
  const plain = text ?? '';
  const clean = cleanText(plain);
  if (html === null) return readPlain(plain, clean, context);
  const shown = readHtml(html);
  const likeness = clean.trim() === '' ? 'stub' : compareTexts(clean, shown.text);
  const hides = likeness === 'other' || hidesText(shown);
  const split = splitQuotes(shown.text, context);
  const read =
    likeness === 'same' && !hides
      ? readPlain(plain, clean, context)
      : { stripped: split.stripped, page: null, hides: hasInvisibleText(plain) };
  return {
    stripped: read.stripped,
    page: read.page,
    text: plain.trim() === '' ? shown.text : plain,
    html: readPage(shown, split),
    hides: hides || shown.invisible || read.hides,
  };
}

function readPlain(text: string, clean: string, context: QuoteContext): ReadSection {
  const { stripped, quoted } = splitQuotes(clean, context);
  const page = createPage({ source: 'text', text: clean, quoted });
  return { text, stripped, page, html: null, hides: hasInvisibleText(text) };
}

function readPage(html: HtmlText, { quoted }: QuoteSplit): HtmlPage {
  return { html, page: createPage({ source: 'html', text: html.text, marks: html.marks, quoted }) };
}

/** A mail with any HTML has all of it as HTML, its plain parts too. */
function joinHtml(sections: readonly Section[]): string {
  if (sections.every(({ html }) => html === null)) return '';
  return sections.map(({ text, html }) => html ?? escapeText(text ?? '')).join('<br>\n');
}

const escapeText = (text: string) =>
  `<pre>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</pre>`;
