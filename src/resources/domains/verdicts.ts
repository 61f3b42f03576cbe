import { storable } from '../../mail/text/safe-text.js';

/** How a record is published. */
export type RecordStatus = 'ok' | 'missing' | 'mismatch' | 'duplicate';

/** What a resolver says about a record. */
export interface Verdict {
  readonly status: RecordStatus;
  /** What is published, a text each. */
  readonly found: readonly string[];
  /** What to publish in place of it. */
  readonly suggestion?: string;
  /** What is wrong, in a sentence. */
  readonly detail?: string;
  /** Seconds for which resolvers may cache that there is no such record. */
  readonly rememberedFor?: number;
  /** Of DKIM: whether the key itself is seen; it decides nothing. */
  readonly keyVisible?: boolean;
}

/** What one resolver answered about a record: a verdict, or why it has none. */
export interface ResolverAnswer {
  readonly resolver: string;
  readonly verdict: Verdict | null;
  /** Why there is no verdict; null where there is one. */
  readonly error: string | null;
}

// What is published is somebody else's: this much of it tells what is wrong.
const MAX_TEXTS = 20;
const MAX_TEXT = 2_000;

/** A text of a resolver as it may be kept and shown. */
export const keptText = (text: string): string => storable(text, MAX_TEXT);

/** An answer as it may be kept and shown. */
export const kept = ({ resolver, verdict, error }: ResolverAnswer): ResolverAnswer => ({
  resolver,
  verdict: verdict && keptVerdict(verdict),
  error: error === null ? null : keptText(error),
});

/** A verdict as it may be kept and shown. */
export const keptVerdict = ({ found, suggestion, detail, ...verdict }: Verdict): Verdict => ({
  ...verdict,
  found: found.slice(0, MAX_TEXTS).map(keptText),
  ...(suggestion !== undefined && { suggestion: keptText(suggestion) }),
  ...(detail !== undefined && { detail: keptText(detail) }),
});

/** What counts of all answers: a verdict that more than half of the resolvers share, or why there is none. */
export type Finding =
  | { readonly verdict: Verdict; readonly error: null }
  | { readonly verdict: null; readonly error: string };

/** What resolvers agree on. Those without a verdict count as well. */
export function agreed(testimonies: readonly ResolverAnswer[]): Finding {
  const needed = Math.floor(testimonies.length / 2) + 1;
  for (const { verdict } of testimonies) {
    if (verdict === null) continue;
    const { status } = verdict;
    const alike = testimonies.filter((other) => other.verdict?.status === status);
    if (alike.length >= needed) return { verdict, error: null };
  }
  return { verdict: null, error: disagreement(testimonies) };
}

function disagreement(testimonies: readonly ResolverAnswer[]): string {
  const claims = testimonies.map(
    ({ resolver, verdict, error }) => `${resolver}: ${verdict?.status ?? error ?? 'no answer'}`,
  );
  return `resolvers do not agree (${claims.join('; ')})`;
}
