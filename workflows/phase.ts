import { patched, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { phase } from '../src/temporal/search-attributes.js';

// Milliseconds: a shorter time is not worth two more entries of the history.
const LONG_MS = 60_000;

/** Says in the list of runs what a run is at for so many milliseconds. */
export type EnterPhase = (name: string, milliseconds: number) => void;

/**
 * The phases of a run that was started with one; a server that refuses attributes is told of none. With `tells`, it
 * is known that the run began with a version that tells them.
 */
export function createPhases(tells = false): EnterPhase {
  let current = workflowInfo().typedSearchAttributes.get(phase);
  let isTold: boolean | undefined = tells || undefined;
  return (name, milliseconds) => {
    if (current === undefined || current === name || milliseconds < LONG_MS) return;
    // Asked once: a run that did without goes on without.
    isTold ??= patched('phase');
    if (!isTold) return;
    current = name;
    upsertSearchAttributes([{ key: phase, value: name }]);
  };
}
