import { lifetimeCases, type LifetimeCase } from './lifetime-case.js';
import { LIFETIME_FEATURES } from './lifetime-features.js';
import { createScorer, readModel, type Scorer } from '../model/model.js';
import type { TextPage } from '../text/page.js';

/** When a code ends. */
export type Lifetime =
  /** So long after the mail was sent. */
  | { readonly kind: 'relative'; readonly ms: number }
  /** At this instant. */
  | { readonly kind: 'absolute'; readonly at: number };

let loaded: Scorer<LifetimeCase> | undefined;

/** Weighs times as `npm run fit` has found out. */
export const lifetimeScorer = (): Scorer<LifetimeCase> =>
  (loaded ??= createScorer(readModel('lifetime'), LIFETIME_FEATURES));

/** From these log odds on a time is the lifetime. */
const SURE = 0;

/**
 * The lifetime of a mail's code: of the times that the mail names the likeliest, the first one of several, where it
 * is more likely than not. `code` is the code as printed on its page, `from` when the mail was sent.
 */
export function findLifetime(
  pages: readonly TextPage[],
  code: string,
  from: number,
): Lifetime | null {
  const scorer = lifetimeScorer();
  let [best, most]: [LifetimeCase | null, number] = [null, SURE];
  for (const one of lifetimeCases(pages, code, from)) {
    const sum = scorer.sum(one);
    if (sum > most) [best, most] = [one, sum];
  }
  return best && lifetimeOf(best, from);
}

const lifetimeOf = ({ isPoint, ms }: LifetimeCase, from: number): Lifetime =>
  isPoint ? { kind: 'absolute', at: from + ms } : { kind: 'relative', ms };
