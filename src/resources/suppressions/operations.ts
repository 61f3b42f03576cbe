import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { page } from '../../operations/shapes.js';
import {
  newSuppression,
  presentSuppression,
  suppression,
  suppressionPath,
  suppressionQuery,
} from './schema.js';
import type { SuppressionService } from './service.js';

const operation = operationWith<{ readonly suppressions: SuppressionService }>();

const SUPPRESSIONS = '/v1/suppressions';

/** Whoever may send may see who is not written to. */
export const listSuppressions = operation({
  name: 'listSuppressions',
  summary: 'List addresses that are not written to, newest first.',
  access: 'emails:send',
  input: suppressionQuery,
  output: page(suppression),
  http: { method: 'GET', path: SUPPRESSIONS },
  async run({ caller, services }, listing) {
    const found = await services.suppressions.list(caller, listing);
    return { ...found, data: found.data.map((row) => presentSuppression(caller, row)) };
  },
});

/** Answers 201 also for an address that is suppressed already, and leaves it as it is. */
export const addSuppression = operation({
  name: 'addSuppression',
  summary: 'Suppress an address: no inbox of the organization writes to it.',
  access: 'emails:send',
  input: newSuppression,
  output: suppression,
  http: { method: 'POST', path: SUPPRESSIONS, status: 201 },
  creates: true,
  async run({ caller, services }, input) {
    return presentSuppression(caller, await services.suppressions.add(caller, input));
  },
});

/** The id of the answer is the address. */
export const removeSuppression = operation({
  name: 'removeSuppression',
  summary: 'Let an address be written to again.',
  access: 'emails:send',
  input: suppressionPath,
  output: deletion,
  http: { method: 'DELETE', path: `${SUPPRESSIONS}/:address` },
  async run({ caller, services }, { address }) {
    return deleted(await services.suppressions.remove(caller, address));
  },
});

/** Addresses nobody writes to, and the reports that make them. */
export const suppressionOperations = [listSuppressions, addSuppression, removeSuppression];
