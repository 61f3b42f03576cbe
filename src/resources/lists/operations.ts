import { fromWire } from '../../operations/wire.js';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { page } from '../../operations/shapes.js';
import {
  addressRule,
  addressRuleKey,
  addressRuleQuery,
  presentAddressRule,
  toListEntry,
} from './schema.js';
import type { ListService } from './service.js';

const operation = operationWith<{ readonly lists: ListService }>();

const LIST = '/v1/lists/:direction/:kind';

/** Lists change what an inbox takes and sends, so they go by the scopes of inboxes. */
export const listAddressRules = operation({
  name: 'listAddressRules',
  summary: 'List the addresses and domains on an allow or block list, newest first.',
  access: 'inboxes:read',
  input: addressRuleQuery,
  output: page(addressRule),
  http: { method: 'GET', path: LIST },
  async run({ caller, services }, input) {
    const found = await services.lists.list(caller, fromWire(input));
    return { ...found, data: found.data.map(presentAddressRule) };
  },
});

/** Answers 201 also for what is on the list already. */
export const addAddressRule = operation({
  name: 'addAddressRule',
  summary:
    'Put an address or a domain on an allow or block list, organization-wide or of one inbox.',
  access: 'inboxes:write',
  input: addressRuleKey,
  output: addressRule,
  http: { method: 'POST', path: LIST, status: 201 },
  creates: true,
  async run({ caller, services }, input) {
    return presentAddressRule(await services.lists.add(caller, toListEntry(input)));
  },
});

/** The id of the answer is the address. */
export const removeAddressRule = operation({
  name: 'removeAddressRule',
  summary: 'Take an address or a domain off an allow or block list.',
  access: 'inboxes:write',
  input: addressRuleKey,
  output: deletion,
  http: { method: 'DELETE', path: LIST },
  async run({ caller, services }, input) {
    const entry = toListEntry(input);
    await services.lists.remove(caller, entry);
    return deleted(entry.pattern);
  },
});

/** Receive and send lists. */
export const listOperations = [listAddressRules, addAddressRule, removeAddressRule];
