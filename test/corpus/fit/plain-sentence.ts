/** A sentence with a number at `#`: one that is a code, and one that is none. */
export interface PlainSentences {
  readonly codes: readonly string[];
  readonly others: readonly string[];
}
