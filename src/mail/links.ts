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
  const links = withTargets(raw.slice(0, MAX_LINKS));
  const only = onlyPersonal(links);
  const found = new Map<string, Link>();
  for (const link of links) {
    const { url } = link.target;
    const known = found.get(url);
    if (known && known.kind !== 'other') continue;
    found.set(url, toLink(page, link, { subject, isOnly: url === only }));
  }
  return [...found.values()];
}

/** Where a link leads. */
interface Target {
  readonly url: string;
  readonly parsed: URL;
  readonly address: LinkAddress;
}

interface WebLink extends RawLink {
  readonly target: Target;
}

/** Those that lead somewhere on the web; a picture and the words below it often lead to one page. */
function withTargets(links: readonly RawLink[]): WebLink[] {
  const targets = new Map<string, Target | null>();
  const found: WebLink[] = [];
  for (const { url, start, end, text, described } of links) {
    let target = targets.get(url);
    if (target === undefined) targets.set(url, (target = toTarget(url)));
    if (target) found.push({ url, start, end, text, described, target });
  }
  return found;
}

function toTarget(written: string): Target | null {
  const url = written.replace(/\s+/g, '');
  const parsed = toWebUrl(url);
  return parsed && { url, parsed, address: readAddress(parsed) };
}

/** The one address that is made for the receiver; null when there are several or none. */
function onlyPersonal(links: readonly WebLink[]): string | null {
  let only: string | null = null;
  for (const { target } of links) {
    if (target.url === only || !isPersonal(target.address)) continue;
    if (only !== null) return null;
    only = target.url;
  }
  return only;
}

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
  const { address, parsed, url } = link.target;
  const { subject, isOnly } = mail;
  const kind = linkKind({ address, own, around, subject, isOnly });
  const text = safeText(shorten(link.text.replace(/\s+/g, ' '), MAX_TEXT));
  return { url: safeText(url), kind, text, risk: linkRisks(parsed, link.text) };
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
