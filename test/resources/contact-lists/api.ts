import { apiKeyOperations } from '../../../src/resources/api-keys/operations.js';
import { contactListOperations } from '../../../src/resources/contact-lists/operations.js';
import { startApi, type ApiOptions, type Reply, type TestApi } from '../../support/start-api.js';

/** The REST interface of contact lists, and the links to unsubscribe from them. */
export const startContactApi = (config: ApiOptions['config'] = {}): Promise<TestApi> =>
  startApi({ config: { catalogue: [...contactListOperations, ...apiKeyOperations], ...config } });

const LISTS = '/v1/contact-lists';

/** What a test does with the lists of one organization. */
export async function createClient(api: TestApi) {
  const { orgId, key } = await api.createOrg();
  const at = (id: string) => `${LISTS}/${id}`;
  const contactAt = (id: string, address: string) =>
    `${at(id)}/contacts/${encodeURIComponent(address)}`;
  const post = (body: unknown, by = key) => api.call('POST', LISTS, { key: by, body });
  const contacts = (id: string, query = '', by = key): Promise<Reply> =>
    api.call('GET', `${at(id)}/contacts${query}`, { key: by });
  return {
    orgId,
    key,
    post,
    /** The id of a new list. */
    make: async (): Promise<string> => (await post({ name: 'Readers' })).body.id as string,
    get: (id: string, by = key) => api.call('GET', at(id), { key: by }),
    lists: (query = '', by = key) => api.call('GET', `${LISTS}${query}`, { key: by }),
    patch: (id: string, body: unknown, by = key) => api.call('PATCH', at(id), { key: by, body }),
    remove: (id: string, by = key) => api.call('DELETE', at(id), { key: by }),
    add: (id: string, added: readonly unknown[], by = key): Promise<Reply> =>
      api.call('POST', `${at(id)}/contacts`, { key: by, body: { contacts: added } }),
    contacts,
    patchContact: (id: string, address: string, body: unknown, by = key) =>
      api.call('PATCH', contactAt(id, address), { key: by, body }),
    removeContact: (id: string, address: string, by = key) =>
      api.call('DELETE', contactAt(id, address), { key: by }),
    /** Every contact of a list. */
    async all(id: string): Promise<Contact[]> {
      const found: Contact[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor ? `?limit=100&cursor=${cursor}` : '?limit=100';
        const { body } = await contacts(id, query);
        found.push(...(body.data as Contact[]));
        cursor = body.cursor as string | null;
      } while (cursor);
      return found;
    },
    /** Where the link in a mail to a contact leads. */
    link: (listId: string, address: string) =>
      `/unsubscribe/${api.tokens.make({ orgId, listId, address })}`,
  };
}

export interface Contact {
  readonly address: string;
  readonly name: string | null;
  readonly variables: Record<string, unknown>;
  readonly status: string;
  readonly unsubscribed_at: string | null;
}

export type ContactClient = Awaited<ReturnType<typeof createClient>>;
