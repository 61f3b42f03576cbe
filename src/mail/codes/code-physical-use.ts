import type { CodeName } from './code-names.js';
import type { CodePlace } from './code-place.js';
import { countsOf, type TextPage } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import type { TermKind } from '../words/roles.js';

const HANDLES = phrases('hand', 'drawn');
const REACH = 100;
const REACH_AFTER = 60;
/** An app may pair a lock, and a clerk may ask who somebody is: such mail speaks of an account. */
const OF_ACCOUNT: readonly TermKind[] = [
  ...(['verify', 'signIn', 'reset', 'ignore', 'pending', 'direct', 'minute', 'second'] as const),
  'site',
];

const QUEUES = phrases('queue');
const QUEUE_REACH = 60;

/** "Type 4471, it is your place in the queue": no name of a code leads to it. */
export function isOfQueue({ page, raw, lineIndex }: CodePlace, name: CodeName | null): boolean {
  if (name?.hit.term.kind === 'code' || name?.hit.term.kind === 'maybeCode') return false;
  const { start, end } = page.lines[lineIndex]!;
  const from = Math.max(start, raw.start - QUEUE_REACH);
  return holdsStem(page.text.slice(from, Math.min(end, raw.end + QUEUE_REACH)), QUEUES);
}

/** "On the keypad of the locker, type 582 091", "Tell the courier: 8213": what opens a door is no proof. */
export function isUsedByHand({ page, raw }: CodePlace, name: CodeName | null): boolean {
  if (name?.hit.term.kind === 'code' || isOfAccount(page)) return false;
  const around = page.text.slice(Math.max(0, raw.start - REACH), raw.end + REACH_AFTER);
  return holdsStem(around, HANDLES);
}

function isOfAccount(page: TextPage): boolean {
  const counts = countsOf(page);
  return OF_ACCOUNT.some((kind) => counts[kind]);
}
