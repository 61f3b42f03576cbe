import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
import {
  addressRule,
  addressRuleKey,
  addressRuleQuery,
  presentAddressRule,
  toListEntry,
} from './schema.js';
import type { ListService } from './service.js';

const LIST = '/v1/lists/:direction/:kind';

// Lists change what an inbox takes and sends, so they go by the scopes of inboxes.
const { create, list, remove } = operationsOn<{ readonly lists: ListService }>()({
  path: LIST,
  access: 'inboxes:write',
  reading: 'inboxes:read',
  item: addressRule,
  present: presentAddressRule,
});

/** Receive and send lists. */
export const listOperations = [
  list({
    name: 'listAddressRules',
    summary: 'List the addresses and domains on an allow or block list, newest first.',
    input: addressRuleQuery,
    run: ({ caller, services }, input) => services.lists.list(caller, fromWire(input)),
  }),

  /** Answers 201 also for what is on the list already. */
  create({
    name: 'addAddressRule',
    summary:
      'Put an address or a domain on an allow or block list, organization-wide or of one inbox.',
    input: addressRuleKey,
    run: ({ caller, services }, input) => services.lists.add(caller, toListEntry(input)),
  }),

  /** The id of the answer is the address. */
  remove({
    name: 'removeAddressRule',
    summary: 'Take an address or a domain off an allow or block list.',
    input: addressRuleKey,
    http: { method: 'DELETE', path: LIST },
    async run({ caller, services }, input) {
      const entry = toListEntry(input);
      await services.lists.remove(caller, entry);
      return entry.pattern;
    },
  }),
];
