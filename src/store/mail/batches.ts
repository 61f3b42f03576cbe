import { groupBy } from '../../group-by.js';
import { newId } from '../../ids.js';
import { MAILS_OF_A_ROW } from '../outbox.js';

/**
 * By what each of the copies that are stored together, of which these are the organizations, shares a row of the outbox
 * with others of its organization; null where it is the only one.
 */
export function batchesOf(orgIds: readonly string[]): readonly (string | null)[] {
  const batches = orgIds.map((): string | null => null);
  for (const turns of groupBy(orgIds.keys(), (turn) => orgIds[turn]!).values())
    if (turns.length > 1) nameBatches(batches, turns);
  return batches;
}

function nameBatches(batches: (string | null)[], turns: readonly number[]): void {
  let id = '';
  for (const [place, turn] of turns.entries()) {
    if (place % MAILS_OF_A_ROW === 0) id = newId('run');
    batches[turn] = id;
  }
}
