import type { Anchor } from '../html/html-anchors.js';
import type { Hit } from '../text/lexicon.js';
import { lineAt, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import { readAddress, type LinkAddress } from './link-address.js';

const MAX_URL = 8192;

/** A link as it stands in a page. */
export interface RawLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** Shown or described text; '' for none. */
  readonly text: string;
  /** The text is a description (of a picture), not part of the page. */
  readonly described: boolean;
  /** Drawn as a button. */
  readonly isButton: boolean;
  /** Pixels. */
  readonly fontSize: number;
}

/** Where a link leads. */
export interface LinkTarget {
  readonly url: string;
  readonly parsed: URL;
  readonly address: LinkAddress;
}

/** A link of a page that leads somewhere on the web. */
export interface WebLink extends Omit<RawLink, 'url'> {
  readonly target: LinkTarget;
  /** The terms of a description. */
  readonly descriptionHits: readonly Hit[];
  /** Whether its text is its address, or a part of it. */
  readonly isAddress: boolean;
  /** The index of the line it begins in. */
  readonly line: number;
  /** Whether it is all that its line says. */
  readonly isApart: boolean;
}

/** Of plain text, and where nothing else is said. */
const FONT_SIZE = 16;

/** The links of an HTML page, with the text as shown before masking. */
export function anchorLinks(anchors: readonly Anchor[], text: string): RawLink[] {
  // Fields are written out: a rest and spreads take as long as all else that is asked of a link.
  return anchors.map(({ url, start, end, label, isButton, fontSize }) => {
    const written = text.slice(start, end);
    const shown = written.trim();
    // Line ends before the first word belong to the block around.
    const first = shown === '' ? start : start + written.indexOf(shown);
    return {
      url,
      start: first,
      end: shown === '' ? end : first + shown.length,
      text: shown === '' ? label.trim() : shown,
      described: shown === '',
      isButton,
      fontSize,
    };
  });
}

/** The addresses written out in a page, but for those that are the text of an anchor. */
export function textLinks(page: TextPage, anchors: readonly Anchor[] = []): RawLink[] {
  const isAnchored = (place: number) =>
    anchors.some(({ start, end }) => start <= place && place < end);
  return page.urls
    .filter(({ start }) => !isAnchored(start))
    .map(({ url, start, end }) => ({
      url,
      start,
      end,
      text: url,
      described: false,
      isButton: false,
      fontSize: FONT_SIZE,
    }));
}

const NO_HITS: readonly Hit[] = [];

/** The links that lead somewhere on the web; a picture and the words below it often lead to one page. */
export function webLinks(
  { text: shown, lines }: TextPage,
  links: readonly RawLink[],
  termsOf: (text: string) => readonly Hit[],
): WebLink[] {
  const targets = new Map<string, LinkTarget | null>();
  const found: WebLink[] = [];
  for (const link of links) {
    const { url, start, end, text, described, isButton, fontSize } = link;
    let target = targets.get(url);
    if (target === undefined) targets.set(url, (target = toTarget(url)));
    if (!target) continue;
    const line = lineAt(lines, start);
    const isAddress = ADDRESS.test(text);
    found.push({
      start,
      end,
      text,
      described,
      isButton,
      fontSize,
      target: isAddress && text !== url && showsPage(text) ? asPage(target) : target,
      descriptionHits: described ? termsOf(text) : NO_HITS,
      isAddress,
      line,
      isApart: isApart(shown, lines[line]!, link),
    });
  }
  return found;
}

/** So much beside a link may be signs and blanks. */
const MAX_MARGIN = 40;

/** Whether a link is all that its line says; a picture leaves nothing and stands where lines meet. */
function isApart(
  text: string,
  line: Span,
  { start, end, described }: Omit<RawLink, 'url'>,
): boolean {
  if (described && start === end) return start === line.start || start === line.end;
  if (start - line.start > MAX_MARGIN || line.end - end > MAX_MARGIN) return false;
  return isBlank(text.slice(line.start, start)) && isBlank(text.slice(end, line.end));
}

const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text);

/** The text of a link is its address, or a part of it. */
const ADDRESS = /^(?:https?:\/\/|www\.|[\w-]{1,63}(?:\.[\w-]{2,63}){1,5}(?:\/|$))\S*$/i;

/** Whether a text that is an address is one of a page for everybody; what is cut short may be any. */
function showsPage(text: string): boolean {
  if (/…|\.{3}/.test(text)) return false;
  const shown = toWebUrl(/^https?:/i.test(text) ? text : `https://${text}`);
  return shown !== null && shown.pathname !== '/' && readAddress(shown).strength === 0;
}

/** Behind the address of a counter stands the one that is shown. */
const asPage = (target: LinkTarget): LinkTarget => ({
  ...target,
  address: { ...target.address, strength: 0 },
});

function toTarget(written: string): LinkTarget | null {
  const url = written.replace(/\s+/g, '');
  const parsed = toWebUrl(url);
  return parsed && { url, parsed, address: readAddress(parsed) };
}

function toWebUrl(written: string): URL | null {
  if (written.length > MAX_URL || !/^https?:\/\//i.test(written)) return null;
  try {
    return new URL(written);
  } catch {
    return null;
  }
}
