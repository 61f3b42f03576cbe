import type { Link } from './analysis.js';
import type { Anchor } from './html-text.js';
import { findTerms, type Hit } from './lexicon.js';
import {
  isPersonal,
  linkKind,
  readAddress,
  type LinkAddress,
  type LinkClues,
} from './link-kind.js';
import { linkRisks } from './link-risk.js';
import { firstHitFrom, lineAt, type Page } from './page.js';
import { safeText, shorten } from './safe-text.js';
import type { TermKind } from './words/words.js';

const MAX_LINKS = 300;
const MAX_URL = 8192;
const MAX_TEXT = 200;
/** Characters before and behind a link that tell what it is for. */
const LEAD = 300;
const TAIL = 60;

/** A link as it stands in a page. */
export interface RawLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** Shown or described text; '' for none. */
  readonly text: string;
  /** The text is a description (of a picture), not part of the page. */
  readonly described: boolean;
}

/** The links of an HTML page, with the text as shown before masking. */
export function anchorLinks(anchors: readonly Anchor[], text: string): RawLink[] {
  return anchors.map(({ url, start, end, label }) => {
    const shown = text.slice(start, end).trim();
    return { url, start, end, text: shown || label.trim(), described: shown === '' };
  });
}

/** The addresses written out in a page, but for those that are the text of an anchor. */
export function textLinks(page: Page, anchors: readonly Anchor[] = []): RawLink[] {
  const isAnchored = (place: number) =>
    anchors.some(({ start, end }) => start <= place && place < end);
  return page.urls
    .filter(({ start }) => !isAnchored(start))
    .map(({ url, start, end }) => ({ url, start, end, text: url, described: false }));
}

/** The links of a page in the order of their place, each address once, with kind and risks. */
export function readLinks(page: Page, raw: readonly RawLink[], subject: readonly Hit[]): Link[] {
  const links = raw.slice(0, MAX_LINKS).flatMap(withAddress);
  const personal = new Set(links.filter(({ address }) => isPersonal(address)).map(urlOf));
  const found = new Map<string, Link>();
  for (const link of links) {
    const known = found.get(link.url);
    if (known && known.kind !== 'other') continue;
    const isOnly = personal.size === 1 && personal.has(link.url);
    found.set(link.url, toLink(page, link, { subject, isOnly }));
  }
  return [...found.values()];
}

interface WebLink extends RawLink {
  readonly parsed: URL;
  readonly address: LinkAddress;
}

function withAddress(link: RawLink): WebLink[] {
  const url = link.url.replace(/\s+/g, '');
  const parsed = toWebUrl(url);
  return parsed ? [{ ...link, url, parsed, address: readAddress(parsed) }] : [];
}

const urlOf = ({ url }: RawLink) => url;

function toWebUrl(written: string): URL | null {
  if (written.length > MAX_URL || !/^https?:\/\//i.test(written)) return null;
  try {
    return new URL(written);
  } catch {
    return null;
  }
}

function toLink(page: Page, link: WebLink, mail: Pick<LinkClues, 'subject' | 'isOnly'>): Link {
  const own = link.described ? findTerms(link.text) : hitsIn(page.hits, link.start, link.end);
  const around = isMute(link, own) ? hitsAround(page, link) : [];
  const kind = linkKind({ address: link.address, own, around, ...mail });
  const text = safeText(shorten(link.text.replace(/\s+/g, ' '), MAX_TEXT));
  return { url: safeText(link.url), kind, text, risk: linkRisks(link.parsed, link.text) };
}

/** Kinds that say what a link is for; others ("tap here", "valid for") do not. */
const SAYS_WHAT_FOR: ReadonlySet<TermKind> = new Set([
  ...(['verify', 'signIn', 'reset', 'unsubscribe', 'ignore'] as const),
  ...(['order', 'money', 'news', 'offer', 'support', 'number', 'notice'] as const),
]);

/** An address for a text, or words that no list knows: "here", "continue". */
function isMute({ text }: RawLink, own: readonly Hit[]): boolean {
  return /^https?:\/\/|^www\./i.test(text) || !own.some(({ term }) => SAYS_WHAT_FOR.has(term.kind));
}

function hitsIn(hits: readonly Hit[], start: number, end: number): Hit[] {
  const found: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++)
    if (found.length < 50) found.push(hits[i]!);
  return found;
}

/** The terms of the link's line; of one alone on its line, those of the last line with words. */
function hitsAround({ text, lines, hits }: Page, { start, end }: RawLink): Hit[] {
  const index = lineAt(lines, start);
  const line = lines[index]!;
  const lead = text.slice(Math.max(line.start, start - LEAD), start);
  const tail = text.slice(end, Math.min(line.end, end + TAIL));
  const isAlone = !/\p{L}/u.test(lead + tail);
  const first = isAlone ? (lastWithWords(text, lines, index - 1) ?? index) : index;
  const from = Math.max(lines[first]!.start, start - LEAD);
  const around = hitsIn(hits, from, Math.min(line.end, end + TAIL));
  // "If this was not you" is followed by links that are for something else.
  return around.some(({ term }) => term.kind === 'ignore') ? [] : around;
}

function lastWithWords(text: string, lines: Page['lines'], from: number): number | undefined {
  for (let i = from; i >= Math.max(0, from - 4); i--)
    if (
      /\p{L}{2}/u.test(text.slice(lines[i]!.start, Math.min(lines[i]!.end, lines[i]!.start + 500)))
    )
      return i;
  return undefined;
}
