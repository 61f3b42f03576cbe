import { endsSentence } from './name-leads.js';
import { sentenceLines } from './code-place.js';
import type { Hit } from '../text/lexicon.js';
import type { Term } from '../text/term.js';
import { lineAt, type TextPage, type TermCounts } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

const WARNED: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const WARNING: ReadonlySet<TermKind> = new Set([...WARNED, 'secret', 'enter']);
/** Terms of one sentence to either side. */
const MAX_TERMS = 6;
const MAX_SPAN = 160;
/** A number that is given is what must not be shared. */
const MARGIN = 12;
/** "Never share this code" is said of the code of the mail, "never share codes" of any. */
const THIS_BEFORE =
  /(?<!\p{L})(?:this|diese[nrsm]?|ce|cet|este|esta|ese|esse|essa|questo|questa|deze|dit|ten|tego|tę|tym|bu|den här|denna|denne|dette|det här|tento|tohoto|tuto|toto|tämä|tätä|tämän|acest|această|ez|ezt|этот|этого|этим|цей|цього|този|αυτόν τον|本|此|该|該|이|この)\s?$/iu;
const THIS_WITHIN = /^(?:this|diese|ce|cet|este|questo|deze|dit|ten|bu|tento|tämä|tätä|acest)\s/iu;
const THIS_AFTER = /^(?: \p{L}{2,4})? (?:ini|này|acesta|هذا)(?!\p{L})|^นี้/iu;
const MAX_THIS = 16;

/** What a mail says of codes where it warns of thieves. */
export interface Warnings {
  /**
   * The terms of the mail without those of such sentences: "we will never ask for a verification code"
   * stands below card alerts and statements, too.
   */
  readonly stated: TermCounts;
  /** Whether it says of its own code that nobody else may know it. */
  readonly isKept: boolean;
}

/** Reads the warnings of a mail with these terms. */
export function readWarnings(pages: readonly TextPage[], counts: TermCounts): Warnings {
  if (!counts.secret || !(counts.code ?? counts.maybeCode))
    return { stated: counts, isKept: false };
  const stated: Partial<Record<TermKind, number | undefined>> = { ...counts };
  let isKept = false;
  for (const page of pages) {
    const { warning, isOwn } = warningsOf(page);
    isKept ||= isOwn;
    for (const { term } of warning) stated[term.kind] = (stated[term.kind] ?? 1) - 1;
  }
  return { stated, isKept };
}

/** The terms of a page that warn, and whether a sentence does so of its own code. */
function warningsOf(page: TextPage): { warning: ReadonlySet<Hit>; isOwn: boolean } {
  const { hits } = page;
  const warning = new Set<Hit>();
  let isOwn = false;
  hits.forEach((hit, i) => {
    if (hit.term.kind !== 'secret' || warning.has(hit)) return;
    const sentence = termsAround(page, i);
    const codes = sentence.filter((k) => WARNED.has(hits[k]!.term.kind));
    if (codes.length === 0) return;
    if (codes.some((k) => isOfMail(page, k, sentence))) isOwn = true;
    else for (const k of sentence) if (isWarned(page, k)) warning.add(hits[k]!);
  });
  return { warning, isOwn };
}

/** Whether a sentence warns of the code that the mail brings. */
const isOfMail = (page: TextPage, k: number, sentence: readonly number[]) =>
  isThis(page, k) || isNamedElsewhere(page, k, sentence) || hasNumber(page, sentence);

const isWarned = ({ hits }: TextPage, i: number) => WARNING.has(hits[i]!.term.kind);

/** The terms of the sentence that one stands in. */
function termsAround(page: TextPage, at: number): number[] {
  const { hits, lines, text } = page;
  const { start, end } = sentenceLines(page, lineAt(lines, hits[at]!.start));
  const joins = (one: number, next: number) => {
    const [a, b] = [hits[one], hits[next]];
    return a && b && a.start >= start && b.end <= end && !endsSentence(text.slice(a.end, b.start));
  };
  const isNear = (i: number) => Math.abs(hits[i]!.start - hits[at]!.start) <= MAX_SPAN;
  const around = [at];
  for (let i = at; at - i < MAX_TERMS && joins(i - 1, i) && isNear(i - 1); i--)
    around.unshift(i - 1);
  for (let i = at; i - at < MAX_TERMS && joins(i, i + 1) && isNear(i + 1); i++) around.push(i + 1);
  return around;
}

function isThis({ hits, text }: TextPage, i: number): boolean {
  const { start, end } = hits[i]!;
  return (
    THIS_BEFORE.test(text.slice(Math.max(0, start - MAX_THIS), start)) ||
    THIS_WITHIN.test(text.slice(start, end)) ||
    THIS_AFTER.test(text.slice(end, end + MAX_THIS))
  );
}

/** "TAN: 661802", and below "never tell a TAN to anyone": said of the code of the mail by its own name. */
function isNamedElsewhere(page: TextPage, k: number, sentence: readonly number[]): boolean {
  const { hits } = page;
  const { term } = hits[k]!;
  const here = sentence.filter((i) => hits[i]!.term === term).length;
  return (timesOf(page).get(term) ?? 0) > here;
}

/** How often each term stands in a page: counted once, whatever number of sentences warn. */
function timesOf(page: TextPage): ReadonlyMap<Term, number> {
  let times = counted.get(page);
  if (!times) {
    times = new Map<Term, number>();
    for (const { term } of page.hits) times.set(term, (times.get(term) ?? 0) + 1);
    counted.set(page, times);
  }
  return times;
}

const counted = new WeakMap<TextPage, Map<Term, number>>();

function hasNumber({ hits, text }: TextPage, sentence: readonly number[]): boolean {
  const from = hits[sentence[0]!]!.start;
  const to = hits[sentence.at(-1)!]!.end;
  const before = text.slice(Math.max(0, from - MARGIN), from);
  const behind = text.slice(to, to + MARGIN).split('\n', 1)[0]!;
  return /\d{4}/.test(before.slice(before.lastIndexOf('\n') + 1) + text.slice(from, to) + behind);
}
