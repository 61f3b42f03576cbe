import type { Homes } from '../belongs.js';
import type { Point } from './dom.js';

/** What is filled; of a passkey the button that has it asked for. */
export type FieldName = 'identifier' | 'value' | 'totp' | 'passkey';

/** What is to be filled, and where. */
export interface FillOrder {
  /** Selectors by field; null: the form is found. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>> | null;
  /** What there is to fill in. */
  readonly has: readonly FieldName[];
  /** Whether the value is a password, and so only for fields of passwords. */
  readonly isPassword: boolean;
  readonly homes: Homes;
  /** `find` only looks; `check` judges as well, and brings what is meant to where it is seen. */
  readonly doing: 'find' | 'check' | 'fill';
  readonly values: Readonly<Partial<Record<FieldName, string>>>;
  /** Attribute that marks elements meant by refs, and what is to be clicked; taken away as it is filled. */
  readonly marker: string;
}

/** What came of it: where it was filled, or why not. */
export interface FillOutcome {
  readonly found: readonly FieldName[];
  readonly filled: boolean;
  /** An origin it does not belong to. */
  readonly foreign: string | null;
  /** What is wrong with a field. */
  readonly problem: string | null;
  /** Where in the frame the fields are. */
  readonly points: readonly Point[];
}
