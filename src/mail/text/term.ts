import type { TermKind } from '../words/roles.js';

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
  /** Of a part of names: whether it stands before what says more, behind it, or (null) either way. */
  readonly order: 'first' | 'last' | null;
}

/** What most terms are. */
export const USUAL = {
  ...{ count: null, accents: null, about: null },
  ...{ isTyped: false, isApproval: false, order: null },
} as const;

/** Bits of a term. */
export const TermFlag = {
  SignIn: 1,
  Reset: 2,
  Typed: 4,
  Approval: 8,
  First: 16,
  Last: 32,
} as const;
