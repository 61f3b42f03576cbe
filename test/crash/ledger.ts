import type { Mail } from './mails.js';

/** What happened in a run, as far as the outside world can tell. */
export class Ledger {
  /** Mails that got their 250 or 202. */
  readonly accepted: Mail[] = [];
  /** What must not happen, in words. */
  readonly problems: string[] = [];
  /** Attempts that brought no answer, or a temporary refusal. */
  sentAgain = 0;
  waits = 0;
  /** Waits that were sent again after their connection was lost. */
  waitsRepeated = 0;
  /** Waits that were handed a mail for the second time, as a lost mark allows. */
  handedOutAgain = 0;
  slowestWait = 0;

  problem(text: string): void {
    this.problems.push(text);
  }
}
