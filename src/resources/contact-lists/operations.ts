import { z } from 'zod';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { page, paging } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import {
  addedContacts,
  contact,
  contactChange,
  contactList,
  contactPath,
  contactQuery,
  listChange,
  listPath,
  newContacts,
  newList,
} from './schema.js';
import type { ContactListService } from './service.js';

const operation = operationWith<{ readonly contactLists: ContactListService }>();

const LISTS = '/v1/contact-lists';
const LIST = `${LISTS}/:id` as const;
const CONTACTS = `${LIST}/contacts` as const;
const CONTACT = `${CONTACTS}/:address` as const;

// Ten thousand contacts with some variables each.
const IMPORT_BYTES = 8 * 1024 * 1024;

/** Lists are the organization's, not an inbox's. */
export const createContactList = operation({
  name: 'createContactList',
  summary: 'Create a contact list.',
  access: 'emails:send',
  input: newList,
  output: contactList,
  http: { method: 'POST', path: LISTS, status: 201 },
  creates: true,
  tool: { name: 'create_contact_list' },
  async run({ caller, services }, input) {
    return toWire(await services.contactLists.create(caller, input));
  },
});

/** Newest first. */
export const listContactLists = operation({
  name: 'listContactLists',
  summary: 'List contact lists with how many contacts each has, newest first.',
  access: 'emails:send',
  input: z.object(paging),
  output: page(contactList),
  http: { method: 'GET', path: LISTS },
  tool: { name: 'list_contact_lists', readOnly: true },
  async run({ caller, services }, paging) {
    const found = await services.contactLists.list(caller, paging);
    return { ...found, data: found.data.map(toWire) };
  },
});

/** One list. */
export const getContactList = operation({
  name: 'getContactList',
  summary: 'Get a contact list.',
  access: 'emails:send',
  input: listPath,
  output: contactList,
  http: { method: 'GET', path: LIST },
  async run({ caller, services }, { id }) {
    return toWire(await services.contactLists.get(caller, id));
  },
});

/** Changes the fields that are given. */
export const updateContactList = operation({
  name: 'updateContactList',
  summary: 'Change the name or the description of a contact list.',
  access: 'emails:send',
  input: listChange,
  output: contactList,
  http: { method: 'PATCH', path: LIST },
  async run({ caller, services }, { id, ...change }) {
    return toWire(await services.contactLists.update(caller, id, change));
  },
});

/** Who unsubscribed from it is forgotten with it. */
export const deleteContactList = operation({
  name: 'deleteContactList',
  summary: 'Delete a contact list with its contacts.',
  access: 'emails:send',
  input: listPath,
  output: deletion,
  http: { method: 'DELETE', path: LIST },
  async run({ caller, services }, { id }) {
    await services.contactLists.remove(caller, id);
    return deleted(id);
  },
});

/** All of them, or none. */
export const addContacts = operation({
  name: 'addContacts',
  summary: 'Add up to 10,000 contacts to a list; those on it are updated and stay unsubscribed.',
  access: 'emails:send',
  input: newContacts,
  output: addedContacts,
  http: { method: 'POST', path: CONTACTS, status: 201 },
  bodyLimit: IMPORT_BYTES,
  creates: true,
  inOneTransaction: false,
  tool: { name: 'add_contacts' },
  async run({ caller, services }, { id, contacts }) {
    return { list_id: id, ...(await services.contactLists.addContacts(caller, id, contacts)) };
  },
});

/** In the order of their addresses. */
export const listContacts = operation({
  name: 'listContacts',
  summary: 'List the contacts of a list in the order of their addresses.',
  access: 'emails:send',
  input: contactQuery,
  output: page(contact),
  http: { method: 'GET', path: CONTACTS },
  async run({ caller, services }, { id, status = null, ...paging }) {
    const found = await services.contactLists.contacts(caller, id, status, paging);
    return { ...found, data: found.data.map(toWire) };
  },
});

/** The one way back for somebody who unsubscribed. */
export const updateContact = operation({
  name: 'updateContact',
  summary: 'Change a contact, or unsubscribe or subscribe it again.',
  access: 'emails:send',
  input: contactChange,
  output: contact,
  http: { method: 'PATCH', path: CONTACT },
  async run({ caller, services }, { id, address, ...change }) {
    return toWire(await services.contactLists.changeContact(caller, id, address, change));
  },
});

/** The id of the answer is the address. */
export const deleteContact = operation({
  name: 'deleteContact',
  summary: 'Take a contact off a list; added again, one that unsubscribed still is.',
  access: 'emails:send',
  input: contactPath,
  output: deletion,
  http: { method: 'DELETE', path: CONTACT },
  async run({ caller, services }, { id, address }) {
    return deleted(await services.contactLists.removeContact(caller, id, address));
  },
});

/** Whom an organization writes to in bulk; unsubscribing. */
export const contactListOperations = [
  createContactList,
  listContactLists,
  getContactList,
  updateContactList,
  deleteContactList,
  addContacts,
  listContacts,
  updateContact,
  deleteContact,
];
