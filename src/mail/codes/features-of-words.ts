import type { CodeCase } from './code-case.js';
import { flag } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';
import { firstHitFrom, lineAt } from '../text/page.js';
import type { TermKind } from '../words/words.js';

/** Kinds of terms that tell something by standing anywhere in a mail. */
const TOLD: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'verify', 'signIn', 'enter'] as const),
  ...(['site', 'reset', 'purpose', 'unsubscribe', 'lasts', 'waits', 'secret', 'ignore'] as const),
  ...(['order', 'money', 'news', 'offer', 'support', 'notice', 'fraud', 'familiar'] as const),
  ...(['pending', 'direct', 'once', 'errand', 'minute', 'hour'] as const),
];

/** Which terms the mail has, and which stand near. */
export const said: readonly CodeFeature[] = TOLD.flatMap((kind): CodeFeature[] => [
  {
    name: `said.${kind}`,
    says: `The mail has a term of kind ${kind}.`,
    example: 'Two words further on',
    of: ({ mail }) => flag((mail.signs.counts[kind] ?? 0) > 0),
  },
  {
    name: `title.${kind}`,
    says: `The subject has a term of kind ${kind}.`,
    example: 'Subject: what it is about',
    of: ({ mail }) => flag(mail.signs.subject.has(kind)),
  },
  {
    name: `near.${kind}`,
    says: `A term of kind ${kind} stands on its line, or on the line above one that stands alone.`,
    example: 'A word, then 482913',
    of: (one) => flag(kindsNear(one).has(kind)),
  },
]);

const NAMING: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'order', 'money', 'backup'] as const),
];
/** From a name to the number right behind it. */
const CALLED = 12;

/** What names it. */
export const named: readonly CodeFeature[] = NAMING.flatMap((kind): CodeFeature[] => [
  {
    name: `name.${kind}`,
    says: `The nearest name is a term of kind ${kind}.`,
    example: 'A name in the line above it',
    of: ({ name }) => flag(name?.hit.term.kind === kind),
  },
  {
    name: `called.${kind}`,
    says: `A term of kind ${kind} stands right before it.`,
    example: 'A name: 482913',
    of: ({ name }) => flag(name?.hit.term.kind === kind && name.leads && name.distance <= CALLED),
  },
]);

const near = new WeakMap<CodeCase, ReadonlySet<TermKind>>();

function kindsNear(one: CodeCase): ReadonlySet<TermKind> {
  const known = near.get(one);
  if (known) return known;
  const { page, raw } = one;
  const kinds = new Set<TermKind>();
  const line = lineAt(page.lines, raw.start);
  const start = page.lines[Math.max(0, one.place.alone ? line - 2 : line)]!.start;
  const from = Math.max(start, raw.start - 160);
  const to = Math.min(page.lines[line]!.end, raw.end + 80);
  for (let i = firstHitFrom(page.hits, from); i < page.hits.length && page.hits[i]!.end <= to; i++)
    kinds.add(page.hits[i]!.term.kind);
  near.set(one, kinds);
  return kinds;
}
