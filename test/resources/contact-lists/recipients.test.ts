import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  listRecipients,
  unsubscribedFrom,
} from '../../../src/resources/contact-lists/recipients.js';
import { createClient, startContactApi, type ContactApi, type ContactClient } from './api.js';

let api: ContactApi;
let client: ContactClient;
let listId: string;

beforeAll(async () => {
  api = await startContactApi();
});
beforeEach(async () => {
  client = await createClient(api);
  listId = await client.make();
  await client.add(listId, [
    { address: 'c@x.example', name: 'C', variables: { v: 1 } },
    { address: 'B@x.example' },
    { address: 'a@x.example' },
  ]);
});
afterAll(() => api.close());

const list = () => ({ orgId: client.orgId, listId });

describe('listRecipients', () => {
  it('has who is subscribed, in the order of addresses', async () => {
    await client.patchContact(listId, 'a@x.example', { status: 'unsubscribed' });
    expect(await listRecipients(api.database, list(), 10)).toEqual([
      { address: 'B@x.example', name: null, variables: {} },
      { address: 'c@x.example', name: 'C', variables: { v: 1 } },
    ]);
    expect(await listRecipients(api.database, list(), 1)).toHaveLength(1);
  });

  it('has nobody of another organization', async () => {
    expect(await listRecipients(api.database, { ...list(), orgId: 'org_other' }, 10)).toEqual([]);
  });
});

describe('unsubscribedFrom', () => {
  it('has who does not want mail, also when taken off the list', async () => {
    await client.patchContact(listId, 'a@x.example', { status: 'unsubscribed' });
    await client.patchContact(listId, 'b@x.example', { status: 'unsubscribed' });
    await client.removeContact(listId, 'b@x.example');
    const asked = ['A@x.example', 'b@x.example', 'c@x.example', 'd@x.example'];
    expect(await unsubscribedFrom(api.database, list(), asked)).toEqual(
      new Set(['A@x.example', 'b@x.example']),
    );
    expect(await unsubscribedFrom(api.database, list(), [])).toEqual(new Set());
  });
});
