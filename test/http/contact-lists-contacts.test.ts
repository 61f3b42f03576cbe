import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createClient,
  startContactApi,
  type ContactClient,
} from '../resources/contact-lists/api.js';
import { REFUSED } from '../resources/contact-lists/refused.js';
import type { TestApi } from '../support/start-api.js';

let api: TestApi;
let client: ContactClient;
let id: string;

beforeAll(async () => {
  api = await startContactApi();
});
beforeEach(async () => {
  client = await createClient(api);
  id = await client.make();
});
afterAll(() => api.close());

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    address: `reader${index}@x.example`,
    name: `Reader ${index}`,
    variables: { number: index, text: 'some words', flag: true },
  }));

describe('POST /v1/contact-lists/{id}/contacts', () => {
  it('adds, and says how many', async () => {
    const reply = await client.add(id, [
      { address: 'Ann@X.EXAMPLE', name: 'Ann', variables: { city: 'Ulm', age: 4, ok: false } },
      { address: 'ben@x.example' },
    ]);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      list_id: id,
      added: 2,
      updated: 0,
      duplicates: 0,
      contact_count: 2,
    });
    expect((await client.contacts(id)).body).toEqual({
      data: [
        {
          address: 'Ann@x.example',
          name: 'Ann',
          variables: { city: 'Ulm', age: 4, ok: false },
          status: 'subscribed',
          unsubscribed_at: null,
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
        expect.objectContaining({ address: 'ben@x.example', name: null, variables: {} }),
      ],
      cursor: null,
      has_more: false,
    });
  });

  it('updates who is there, whatever the case, and leaves what is not given', async () => {
    await client.add(id, [{ address: 'a@x.example', name: 'A', variables: { v: 1 } }]);
    const reply = await client.add(id, [{ address: 'A@x.example', name: 'B' }]);
    expect(reply.body).toMatchObject({ added: 0, updated: 1, contact_count: 1 });
    expect(await client.all(id)).toMatchObject([
      { address: 'A@x.example', name: 'B', variables: { v: 1 } },
    ]);
    await client.add(id, [{ address: 'a@x.example', variables: {} }]);
    expect(await client.all(id)).toMatchObject([{ name: 'B', variables: {} }]);
  });

  it('takes the last of an address that comes twice', async () => {
    const reply = await client.add(id, [
      { address: 'a@x.example', name: 'first' },
      { address: 'A@X.example', name: 'last' },
    ]);
    expect(reply.body).toMatchObject({ added: 1, duplicates: 1, contact_count: 1 });
    expect(await client.all(id)).toMatchObject([{ name: 'last' }]);
  });

  it('keeps an unsubscribe', async () => {
    await client.add(id, [{ address: 'a@x.example' }]);
    await client.patchContact(id, 'a@x.example', { status: 'unsubscribed' });
    await client.add(id, [{ address: 'a@x.example', name: 'A' }]);
    expect(await client.all(id)).toMatchObject([
      { name: 'A', status: 'unsubscribed', unsubscribed_at: expect.any(String) },
    ]);
  });

  it('takes 10,000 at once', async () => {
    const reply = await client.add(id, numbered(10_000));
    expect(reply.body).toMatchObject({ added: 10_000, contact_count: 10_000 });
    const again = await client.add(id, numbered(10_000));
    expect(again.body).toMatchObject({ added: 0, updated: 10_000, contact_count: 10_000 });
    const contacts = await client.all(id);
    expect(new Set(contacts.map(({ address }) => address)).size).toBe(10_000);
  });

  it('refuses more than 8 MiB with 413', async () => {
    const variables = { v: 'a'.repeat(1_000) };
    const many = numbered(9_000).map((contact) => ({ ...contact, variables }));
    expect((await client.add(id, many)).status).toBe(413);
  });

  it('counts exactly when many add at once', async () => {
    const shuffled = (start: number) => {
      const all = numbered(60).slice(start);
      return start % 2 === 0 ? all : all.reverse();
    };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.add(id, shuffled(index))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const added = replies.reduce((sum, { body }) => sum + (body.added as number), 0);
    expect(added).toBe(60);
    expect((await client.get(id)).body.contact_count).toBe(60);
  });

  it('stops at 100,000, and adds none of those beyond', async () => {
    await api.database.query(
      `INSERT INTO contacts (list_id, org_id, address_key, address)
       SELECT $1, $2, n || '@y.example', n || '@y.example' FROM generate_series(1, 99999) AS n`,
      [id, client.orgId],
    );
    const count = 'UPDATE contact_lists SET contact_count = 99999 WHERE id = $1';
    await api.database.query(count, [id]);
    const reply = await client.add(id, numbered(2));
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: 'A contact list has at most 100000 contacts; use another list',
    });
    expect((await client.add(id, numbered(1))).status).toBe(201);
    expect((await client.get(id)).body.contact_count).toBe(100_000);
  });

  it.each(REFUSED)('refuses %s with 400, and adds none', async (_case, contacts, error) => {
    const reply = await client.add(id, contacts);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toEqual(
      error instanceof RegExp ? expect.stringMatching(error) : error,
    );
    expect(await client.all(id)).toEqual([]);
  });

  it('never answers 5xx, and keeps what it took', async () => {
    const name = fc.oneof(fc.constantFrom('a', '_b', '__proto__', 'constructor'), fc.string());
    const variables = fc.dictionary(name, fc.oneof(fc.string(), fc.double(), fc.boolean()));
    const address = fc.oneof(fc.string(), fc.emailAddress());
    const contact = fc.record({ address, variables });
    await fc.assert(
      fc.asyncProperty(contact, async (given) => {
        const reply = await client.add(id, [given]);
        expect([201, 400]).toContain(reply.status);
      }),
      { numRuns: 60 },
    );
  });
});

describe('GET /v1/contact-lists/{id}/contacts', () => {
  it('pages in the order of addresses while contacts are added', async () => {
    await client.add(id, numbered(25));
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await client.contacts(id, `?limit=10${cursor}`);
      seen.push(...(body.data as { address: string }[]).map(({ address }) => address));
      cursor = `&cursor=${body.cursor}`;
      await client.add(id, [{ address: `0${page}@x.example` }]);
    }
    expect(seen).toEqual(
      numbered(25)
        .map(({ address }) => address)
        .sort(),
    );
  });

  it('narrows to those who unsubscribed', async () => {
    await client.add(id, numbered(3));
    await client.patchContact(id, 'reader1@x.example', { status: 'unsubscribed' });
    const addresses = async (query: string) =>
      ((await client.contacts(id, query)).body.data as { address: string }[]).map(
        ({ address }) => address,
      );
    expect(await addresses('?status=unsubscribed')).toEqual(['reader1@x.example']);
    expect(await addresses('?status=subscribed')).toEqual([
      'reader0@x.example',
      'reader2@x.example',
    ]);
  });

  it.each(['?status=gone', '?limit=0', '?cursor=x'])('refuses %s with 400', async (query) => {
    expect((await client.contacts(id, query)).status).toBe(400);
  });
});

describe('PATCH /v1/contact-lists/{id}/contacts/{address}', () => {
  it('alone subscribes again', async () => {
    await client.add(id, [{ address: 'a@x.example', name: 'A', variables: { v: 1 } }]);
    const gone = await client.patchContact(id, 'A@X.example', { status: 'unsubscribed' });
    expect(gone.status).toBe(200);
    expect(gone.body).toMatchObject({ status: 'unsubscribed', name: 'A', variables: { v: 1 } });
    const since = gone.body.unsubscribed_at as string;
    const renamed = await client.patchContact(id, 'a@x.example', { name: null });
    expect(renamed.body).toMatchObject({ name: null, unsubscribed_at: since });
    const back = await client.patchContact(id, 'a@x.example', { status: 'subscribed' });
    expect(back.body).toMatchObject({ status: 'subscribed', unsubscribed_at: null });
  });

  it('replaces variables', async () => {
    await client.add(id, [{ address: 'a@x.example', variables: { v: 1, w: 2 } }]);
    const reply = await client.patchContact(id, 'a@x.example', { variables: { w: 3 } });
    expect(reply.body.variables).toEqual({ w: 3 });
  });

  it.each([
    ['another state', { status: 'gone' }],
    ['a nested variable', { variables: { a: [] } }],
  ])('refuses %s with 400', async (_case, body) => {
    await client.add(id, [{ address: 'a@x.example' }]);
    expect((await client.patchContact(id, 'a@x.example', body)).status).toBe(400);
  });

  it.each(['b@x.example', 'nobody', '%', '../x'])('is 404 for %s', async (address) => {
    expect((await client.patchContact(id, address, { name: 'A' })).status).toBe(404);
    expect((await client.removeContact(id, address)).status).toBe(404);
  });
});

describe('DELETE /v1/contact-lists/{id}/contacts/{address}', () => {
  it('takes a contact off, once', async () => {
    await client.add(id, numbered(2));
    const reply = await client.removeContact(id, 'Reader1@x.example');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: 'Reader1@x.example', deleted: true });
    expect((await client.removeContact(id, 'reader1@x.example')).status).toBe(404);
    expect((await client.get(id)).body.contact_count).toBe(1);
    const again = await client.add(id, [{ address: 'reader1@x.example' }]);
    expect(again.body).toMatchObject({ added: 1, contact_count: 2 });
    expect((await client.all(id))[1]).toMatchObject({ name: null, status: 'subscribed' });
  });

  it('does not forget an unsubscribe', async () => {
    await client.add(id, [{ address: 'a@x.example', name: 'A', variables: { v: 1 } }]);
    await client.patchContact(id, 'a@x.example', { status: 'unsubscribed' });
    expect((await client.removeContact(id, 'a@x.example')).status).toBe(200);
    expect((await client.removeContact(id, 'a@x.example')).status).toBe(404);
    expect(await client.all(id)).toEqual([]);
    expect((await client.get(id)).body).toMatchObject({ contact_count: 0, unsubscribed_count: 0 });
    const back = await client.add(id, [{ address: 'a@x.example' }]);
    expect(back.body).toMatchObject({ added: 1, updated: 0, contact_count: 1 });
    expect(await client.all(id)).toMatchObject([
      { name: null, variables: {}, status: 'unsubscribed' },
    ]);
  });
});
