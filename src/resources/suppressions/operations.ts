import { operationsOn } from '../../operations/resource-operations.js';
import {
  newSuppression,
  presentSuppression,
  suppression,
  suppressionPath,
  suppressionQuery,
} from './schema.js';
import type { SuppressionService } from './service.js';

// Whoever may send may see who is not written to.
const { create, list, remove } = operationsOn<{ readonly suppressions: SuppressionService }>()({
  path: '/v1/suppressions',
  key: 'address',
  access: 'emails:send',
  item: suppression,
  present: presentSuppression,
});

/** Addresses nobody writes to, and the reports that make them. */
export const suppressionOperations = [
  list({
    name: 'listSuppressions',
    summary: 'List addresses that are not written to, newest first.',
    input: suppressionQuery,
    run: ({ caller, services }, listing) => services.suppressions.list(caller, listing),
  }),

  /** Answers 201 also for an address that is suppressed already, and leaves it as it is. */
  create({
    name: 'addSuppression',
    summary: 'Suppress an address: no inbox of the organization writes to it.',
    input: newSuppression,
    run: ({ caller, services }, input) => services.suppressions.add(caller, input),
  }),

  /** The id of the answer is the address. */
  remove({
    name: 'removeSuppression',
    summary: 'Let an address be written to again.',
    input: suppressionPath,
    run: ({ caller, services }, { address }) => services.suppressions.remove(caller, address),
  }),
];
