import { workflowInfo } from '@temporalio/workflow';

/** What a part of the work tells: whether nothing is left, and how much it did where it says so. */
type ChunkDone = boolean | { readonly done: boolean; readonly count: number };

/** What came of work in parts, for operators. */
export interface ChunksDone {
  readonly chunks: number;
  readonly count?: number;
}

/**
 * Calls `step` until it says that nothing is left, and nobody has `asked` for more meanwhile, or the
 * history is long enough. Null: the workflow is to continue as new.
 */
export async function inChunks(
  step: () => Promise<ChunkDone>,
  asked: () => boolean = () => false,
): Promise<ChunksDone | null> {
  let result: ChunksDone = { chunks: 0 };
  do {
    const told = await step();
    result = plus(result, told);
    if ((typeof told === 'boolean' ? told : told.done) && !asked()) return result;
  } while (!workflowInfo().continueAsNewSuggested);
  return null;
}

const plus = ({ chunks, count = 0 }: ChunksDone, told: ChunkDone): ChunksDone => ({
  chunks: chunks + 1,
  ...(typeof told !== 'boolean' && { count: count + told.count }),
});
