import type { TermKind } from '../words/words.js';

/** A term of some language. */
export interface Term {
  readonly kind: TermKind;
  /** BCP 47; all that have it. */
  readonly languages: readonly string[];
  /** Of a unit that brings its count along, `half an hour`: 30; otherwise null. */
  readonly count: number | null;
  /** How it has to be spelled: with these accents, with none (''), or (null) either way. */
  readonly accents: string | null;
  /** What a code is for, as its name says: "sign-in code". */
  readonly about: 'signIn' | 'reset' | null;
  /** Whether the name of a code begins with a verb of typing: "enter the code". */
  readonly isTyped: boolean;
  /** Whether it is what a receipt calls the number of a payment that was let pass. */
  readonly isApproval: boolean;
}

/** A list and a term more; what several languages share counts once a kind. `singles` are lists of one term. */
export function withTerm(
  terms: readonly Term[],
  term: Term,
  singles: Map<Term, readonly Term[]>,
): readonly Term[] {
  if (terms.some((other) => isSame(other, term)))
    return terms.map((other) =>
      isSame(other, term) ? { ...other, languages: union(other, term) } : other,
    );
  if (terms.length > 0) return terms.concat(term);
  const single = singles.get(term) ?? [term];
  singles.set(term, single);
  return single;
}

function union(a: Term, b: Term): string[] {
  return [...new Set([...a.languages, ...b.languages])];
}

function isSame(a: Term, b: Term): boolean {
  return a.kind === b.kind && a.accents === b.accents;
}
