import type { Reply } from '../../support/start-api.js';
import type { InboxKind, WebhookApi } from './api.js';

const WEBHOOKS = '/v1/webhooks';

/** Somewhere that exists nowhere. */
export const URL = 'https://example.com/hook';

/** What a test does with the webhooks of one organization. */
export interface WebhookClient {
  readonly orgId: string;
  readonly key: string;
  /** A webhook as it was answered; of events of inboxes unless `body` says otherwise. */
  create(body?: object): Promise<{ readonly id: string; readonly secret: string }>;
  /** The id of a new one. */
  make(body?: object): Promise<string>;
  post(body: unknown, by?: string): Promise<Reply>;
  get(id: string, by?: string): Promise<Reply>;
  patch(id: string, body: unknown, by?: string): Promise<Reply>;
  remove(id: string, by?: string): Promise<Reply>;
  /** `POST …/{verb}`. */
  act(id: string, verb: string, body?: unknown, by?: string): Promise<Reply>;
  deliveries(id: string, query?: string, by?: string): Promise<Reply>;
  /** Events of an inbox, one after the other. */
  record(inboxId: string, ...kinds: InboxKind[]): Promise<void>;
  /** Kind, status and `queued` of each delivery of a webhook, oldest first. */
  states(id: string): Promise<[string, string, boolean][]>;
}

/** A new organization and what it does. */
export async function createClient(api: WebhookApi): Promise<WebhookClient> {
  const { orgId, key } = await api.createOrg();
  const at = (id: string) => `${WEBHOOKS}/${id}`;
  const post = (body: unknown, by = key) => api.call('POST', WEBHOOKS, { key: by, body });
  const create = async (body: object = {}) => {
    const reply = await post({ url: URL, events: ['inbox.*'], ...body });
    if (reply.status !== 201) throw new Error(`answered ${reply.status}`);
    return reply.body as { id: string; secret: string };
  };
  return {
    orgId,
    key,
    post,
    create,
    make: async (body) => (await create(body)).id,
    get: (id, by = key) => api.call('GET', at(id), { key: by }),
    patch: (id, body, by = key) => api.call('PATCH', at(id), { key: by, body }),
    remove: (id, by = key) => api.call('DELETE', at(id), { key: by }),
    act: (id, verb, body, by = key) =>
      api.call('POST', `${at(id)}/${verb}`, { key: by, ...(body !== undefined && { body }) }),
    deliveries: (id, query = '', by = key) =>
      api.call('GET', `${at(id)}/deliveries${query}`, { key: by }),
    async record(inboxId, ...kinds) {
      for (const kind of kinds) await api.record(orgId, inboxId, kind);
    },
    states: async (id) =>
      (await api.deliveriesOf(id)).map(({ kind, status, queued }) => [kind, status, queued]),
  };
}
