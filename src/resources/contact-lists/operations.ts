import { operationsOn } from '../../operations/resource-operations.js';
import { anyPage, byId } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import {
  addedContacts,
  contact,
  contactChange,
  contactList,
  contactPath,
  contactQuery,
  listChange,
  newContacts,
  newList,
} from './schema.js';
import type { ContactListRow, ContactRow } from './rows.js';
import type { ContactListService } from './service.js';

const LISTS = '/v1/contact-lists';
const LIST = `${LISTS}/:id` as const;
const CONTACTS = `${LIST}/contacts` as const;

// Ten thousand contacts with some variables each.
const IMPORT_BYTES = 8 * 1024 * 1024;

const { operation, create, list, get, update, remove } = operationsOn<{
  readonly contactLists: ContactListService;
}>()({
  path: LISTS,
  access: 'emails:send',
  item: contactList,
  present: toWire<ContactListRow>,
});
const contacts = operationsOn<{
  readonly contactLists: ContactListService;
}>()({
  path: CONTACTS,
  key: 'address',
  access: 'emails:send',
  item: contact,
  present: toWire<ContactRow>,
});

/** Whom an organization writes to in bulk; unsubscribing. */
export const contactListOperations = [
  /** Lists are the organization's, not an inbox's. */
  create({
    name: 'createContactList',
    summary: 'Create a contact list.',
    input: newList,
    run: ({ caller, services }, input) => services.contactLists.create(caller, input),
  }),

  list({
    name: 'listContactLists',
    summary: 'List contact lists with how many contacts each has, newest first.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.contactLists.list(caller, paging),
  }),

  get({
    name: 'getContactList',
    summary: 'Get a contact list.',
    input: byId,
    run: ({ caller, services }, { id }) => services.contactLists.get(caller, id),
  }),

  update({
    name: 'updateContactList',
    summary: 'Change the name or the description of a contact list.',
    input: listChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.contactLists.update(caller, id, change),
  }),

  /** Who unsubscribed from it is forgotten with it. */
  remove({
    name: 'deleteContactList',
    summary: 'Delete a contact list with its contacts.',
    input: byId,
    run: ({ caller, services }, { id }) => services.contactLists.remove(caller, id),
  }),

  /** All of them, or none. */
  operation({
    name: 'addContacts',
    summary: 'Add up to 10,000 contacts to a list; those on it are updated and stay unsubscribed.',
    input: newContacts,
    output: addedContacts,
    http: { method: 'POST', path: CONTACTS, status: 201 },
    bodyLimit: IMPORT_BYTES,
    creates: true,
    inOneTransaction: false,
    run: async ({ caller, services }, { id, contacts }) => ({
      list_id: id,
      ...(await services.contactLists.addContacts(caller, id, contacts)),
    }),
  }),

  contacts.list({
    name: 'listContacts',
    summary: 'List the contacts of a list in the order of their addresses.',
    input: contactQuery,
    run: ({ caller, services }, { id, status = null, ...paging }) =>
      services.contactLists.contacts(caller, id, status, paging),
  }),

  /** The one way back for somebody who unsubscribed. */
  contacts.update({
    name: 'updateContact',
    summary: 'Change a contact, or unsubscribe or subscribe it again.',
    input: contactChange,
    run: ({ caller, services }, { id, address, ...change }) =>
      services.contactLists.changeContact(caller, id, address, change),
  }),

  /** The id of the answer is the address. */
  contacts.remove({
    name: 'deleteContact',
    summary: 'Take a contact off a list; added again, one that unsubscribed still is.',
    input: contactPath,
    run: ({ caller, services }, { id, address }) =>
      services.contactLists.removeContact(caller, id, address),
  }),
];
