import { byId } from '../../operations/shapes.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
import {
  durableWait,
  durableWaitListQuery,
  durableWaitQuery,
  newDurableWait,
  presentDurableWait,
} from './schema.js';
import type { DurableWaitService } from './service.js';

const WAITS = '/v1/waits';

const { create, list, get, remove } = operationsOn<{ readonly durableWaits: DurableWaitService }>()(
  { path: WAITS, access: 'emails:read', item: durableWait, present: presentDurableWait },
);

/** Waits that outlive their request. */
export const durableWaitOperations = [
  /** Goes on without its client: what it finds is read later, or told by `wait.matched`. */
  create({
    name: 'createWait',
    summary: 'Create a durable wait: for emails, codes or links, for up to 30 days.',
    input: newDurableWait,
    run: ({ caller, services }, input) => services.durableWaits.create(caller, fromWire(input)),
  }),

  /** A wait that is still open when the time is up is answered as it stands. */
  get({
    name: 'getWait',
    summary: 'Get a durable wait; with a timeout, once it is not waiting any more.',
    input: durableWaitQuery,
    waits: ({ timeout }) => timeout > 0,
    run: ({ caller, services, signal }, { id, timeout: timeoutSeconds }) =>
      services.durableWaits.get(caller, id, { timeoutSeconds, signal }),
  }),

  /** Those of inboxes the key may use. */
  list({
    name: 'listWaits',
    summary: 'List durable waits, newest first.',
    input: durableWaitListQuery,
    run: ({ caller, services }, input) => services.durableWaits.list(caller, fromWire(input)),
  }),

  /** A cancelled wait stays readable by its id, as `cancelled`. */
  remove({
    name: 'cancelWait',
    summary: 'Cancel a durable wait.',
    input: byId,
    run: ({ caller, services }, { id }) => services.durableWaits.cancel(caller, id),
  }),
];
