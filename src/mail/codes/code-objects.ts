import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { NUMBERS, type CodeName } from './code-names.js';
import { TOPIC_KINDS } from '../text/lexicon.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

const OWN: ReadonlySet<string> = new Set(foldedWords('own'));

/** "Número de carné 20041877", "номер читательского билета 20041877": words that say whose number it is. */
export function isObjectNumber(
  { text, hits }: TextPage,
  { hit, leads, distance }: CodeName,
): boolean {
  if (hit.term.kind !== 'digits' || !leads || distance > MAX_THING) return false;
  const [, thing = ''] = NUMBER_OF.exec(text.slice(hit.end, hit.end + distance)) ?? [];
  if (thing === '' || OWN.has(fold(thing))) return false;
  const next = hits[firstHitFrom(hits, hit.end)];
  return !next || next.start >= hit.end + distance || OTHERS.has(next.term.kind);
}

const NUMBER_OF = /^\s(?:\p{Ll}{1,16}\s)?(\p{Ll}[\p{Ll}\p{M}]{3,20})\s$/u;
const OTHERS: ReadonlySet<TermKind> = new Set([...NUMBERS, ...TOPIC_KINDS, 'otherCode']);

const MAX_THING = 24;
