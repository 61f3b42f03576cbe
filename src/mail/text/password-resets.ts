import type { Hit } from './lexicon.js';
import type { Term } from './term.js';

/** "Passwort für Ihr Konto zurücksetzen": so many characters may stand between the two. */
const MAX_GAP = 30;
/** Neither a sentence nor a line goes on behind one of these. */
const BREAK = /[.!?:;\n。！？।]/;

/** Whether a term tells nothing alone: a password, or setting it anew. */
export const isPartOfReset = ({ kind }: Term): boolean => kind === 'password' || kind === 'renews';

const isPart = ({ term }: Hit) => isPartOfReset(term);

/**
 * Terms of a text with a `reset` for each password that a word for setting it anew stands beside, on either side,
 * and without the two, which tell nothing alone.
 */
export function withResets(text: string, hits: Hit[]): Hit[] {
  if (!hits.some(isPart)) return hits;
  const found: Hit[] = [];
  let last: Hit | null = null;
  for (const hit of hits) {
    if (!isPart(hit)) {
      found.push(hit);
      continue;
    }
    if (last && areTogether(text, last, hit)) insert(found, resetOf(last, hit));
    last = hit;
  }
  return found;
}

function areTogether(text: string, first: Hit, second: Hit): boolean {
  if (first.term.kind === second.term.kind || second.start - first.end > MAX_GAP) return false;
  const { languages } = second.term;
  const isShared = first.term.languages.some((language) => languages.includes(language));
  return isShared && !BREAK.test(text.slice(first.end, second.start));
}

/** Where its beginning belongs: terms are in order of their places. */
function insert(hits: Hit[], hit: Hit): void {
  let place = hits.length;
  while (place > 0 && hits[place - 1]!.start > hit.start) place--;
  hits.splice(place, 0, hit);
}

/** By the password that is set anew. */
const known = new Map<Term, Term>();

function resetOf(first: Hit, second: Hit): Hit {
  const { term } = first.term.kind === 'password' ? first : second;
  const reset = known.get(term) ?? { ...term, kind: 'reset', order: null };
  known.set(term, reset);
  return { start: first.start, end: Math.max(first.end, second.end), term: reset };
}
