import { listOnly, never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createContactList: never({ name: 'mine' }),
    listContactLists: never({}),
    getContactList: listOnly(),
    updateContactList: listOnly({ name: 'mine' }),
    deleteContactList: listOnly(),
    addContacts: listOnly({ contacts: [{ address: 'x@example.com' }] }),
    listContacts: listOnly(),
    updateContact: listOnly({ address: 'kept@example.com', name: 'mine' }),
    deleteContact: listOnly({ address: 'kept@example.com' }),
  },
  given: {
    updateContactList: { name: 'new' },
    addContacts: { contacts: [{ address: 'x@example.com' }] },
    updateContact: { address: 'x@example.com', name: 'new' },
    deleteContact: { address: 'x@example.com' },
  },
};
