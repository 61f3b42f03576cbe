import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

const ERRANDS: ReadonlySet<TermKind> = new Set(['errand', 'order']);
/** What is said to somebody who has asked for the mail, or before something takes effect. */
const OF_ACCOUNT: ReadonlySet<TermKind> = new Set(['pending', 'direct', 'once', 'ignore']);
const PROVEN = foldedWords('proven');

/**
 * Whether "confirm" and "approve" in a mail mean what its subject names: an appointment, an order,
 * a request for leave. Not where anything tells of an account or an address.
 */
export function isBusinessConfirmation(page: TextPage, subject: TextPage): boolean {
  if (!subject.hits.some(({ term }) => ERRANDS.has(term.kind))) return false;
  const isOfAccount = ({ term }: Hit) => OF_ACCOUNT.has(term.kind);
  if (subject.hits.some(isOfAccount) || page.hits.some(isOfAccount)) return false;
  return !namesProven(subject.text);
}

/** Whether what is to be confirmed stands in the words themselves: "confirm your address", not "confirm". */
export const namesObject = ({ text }: TextPage, hits: readonly Hit[]): boolean =>
  hits.some((hit) => hit.term.kind === 'verify' && isPhrase(text.slice(hit.start, hit.end), hit));

/** A Vietnamese verb is two words. */
const isPhrase = (said: string, { term }: Hit) =>
  said.split(/\s+/).length > (term.languages.includes('vi') ? 2 : 1) || namesProven(said);

function namesProven(said: string): boolean {
  const plain = fold(said);
  return PROVEN.some((word) => plain.includes(word));
}
