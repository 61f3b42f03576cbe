// With the u flag a pair is one character: only surrogates that stand alone are found.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** What keeps a text from being stored, as a sentence for its client that names `member`; null when nothing does. */
export const problemOfText = (text: string, member: string): string | null =>
  UNSTORABLE.test(text) ? `${member} must not hold NUL characters or unpaired surrogates` : null;

// No id is longer, and control characters cannot be looked up.
const POSSIBLE_ID = /^[^\u0000-\u001f\u007f]{1,255}$/;

/** Whether there can be a resource of this id. */
export const isPossibleId = (id: string): boolean => POSSIBLE_ID.test(id);
