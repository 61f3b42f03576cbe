import { workflowInfo } from '@temporalio/workflow';
import type { Upgraded } from '../src/store/mail/upgrade.js';
import type { Purged } from '../src/store/retention/purged.js';

type CountField = Exclude<keyof Purged | keyof Upgraded, 'done'>;
type ChunkCounts = Partial<Record<'chunks' | 'count' | CountField, number>>;

/** What a part of the work tells: whether nothing is left, and how much it did where it says so. */
type ChunkDone = boolean | (ChunkCounts & { readonly done: boolean });

/** What came of work in parts, for operators. */
export type ChunksDone = Readonly<ChunkCounts>;

/**
 * Calls `step` until it says that nothing is left, and nobody has `asked` for more meanwhile, or the
 * history is long enough. Null: the workflow is to continue as new.
 */
export async function inChunks(
  step: () => Promise<ChunkDone>,
  asked: () => boolean = () => false,
): Promise<ChunksDone | null> {
  const result: ChunkCounts = {};
  do {
    const told = await step();
    // An earlier version said no more than whether nothing is left.
    const { done, ...counts } = typeof told === 'boolean' ? { done: told } : told;
    add(result, { ...counts, chunks: 1 });
    if (done && !asked()) return result;
  } while (!workflowInfo().continueAsNewSuggested);
  return null;
}

function add(sums: ChunkCounts, more: ChunkCounts): void {
  for (const [kind, count] of Object.entries(more) as [keyof ChunkCounts, number][])
    sums[kind] = (sums[kind] ?? 0) + count;
}
