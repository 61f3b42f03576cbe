import { fromWire } from '../../operations/wire.js';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
import {
  durableWait,
  durableWaitListQuery,
  durableWaitPage,
  durableWaitPath,
  durableWaitQuery,
  newDurableWait,
  presentDurableWait,
} from './schema.js';
import type { DurableWaitService } from './service.js';

const operation = operationWith<{ readonly durableWaits: DurableWaitService }>();

const WAITS = '/v1/waits';
const WAIT = `${WAITS}/:id` as const;

/** Goes on without its client: what it finds is read later, or told by `wait.matched`. */
export const createWait = operation({
  name: 'createWait',
  summary: 'Create a durable wait: for emails, codes or links, for up to 30 days.',
  access: 'emails:read',
  input: newDurableWait,
  output: durableWait,
  http: { method: 'POST', path: WAITS, status: 201 },
  creates: true,
  async run({ caller, services }, input) {
    return presentDurableWait(await services.durableWaits.create(caller, fromWire(input)));
  },
});

/** A wait that is still open when the time is up is answered as it stands. */
export const getWait = operation({
  name: 'getWait',
  summary: 'Get a durable wait; with a timeout, once it is not waiting any more.',
  access: 'emails:read',
  input: durableWaitQuery,
  output: durableWait,
  http: { method: 'GET', path: WAIT },
  async run({ caller, services, signal }, { id, timeout: timeoutSeconds }) {
    const attaching = { timeoutSeconds, signal };
    return presentDurableWait(await services.durableWaits.get(caller, id, attaching));
  },
});

/** Those of inboxes the key may use. */
export const listWaits = operation({
  name: 'listWaits',
  summary: 'List durable waits, newest first.',
  access: 'emails:read',
  input: durableWaitListQuery,
  output: durableWaitPage,
  http: { method: 'GET', path: WAITS },
  async run({ caller, services }, input) {
    const found = await services.durableWaits.list(caller, fromWire(input));
    return { ...found, data: found.data.map(presentDurableWait) };
  },
});

/** A cancelled wait stays readable by its id, as `cancelled`. */
export const cancelWait = operation({
  name: 'cancelWait',
  summary: 'Cancel a durable wait.',
  access: 'emails:read',
  input: durableWaitPath,
  output: deletion,
  http: { method: 'DELETE', path: WAIT },
  async run({ caller, services }, { id }) {
    await services.durableWaits.cancel(caller, id);
    return deleted(id);
  },
});

/** Waits that outlive their request. */
export const durableWaitOperations = [createWait, getWait, listWaits, cancelWait];
