import { startApi, type Reply, type TestApi } from '../../support/start-api.js';
import { createDns, publishAll, type DnsRecords, type ShownRecord, type TestDns } from './dns.js';

/** A domain as the API shows it, as far as tests look. */
export interface ShownDomain {
  readonly id: string;
  readonly domain: string;
  readonly status: string;
  readonly dns_records: DnsRecords & {
    readonly verification: ShownRecord;
    readonly mx: readonly ShownRecord[];
    readonly spf: ShownRecord;
    readonly dkim: ShownRecord & { readonly alternative?: Pick<ShownRecord, 'type' | 'value'> };
    readonly dmarc: ShownRecord;
  };
  readonly more_records: {
    readonly dkim_txt: ShownRecord;
    readonly dkim_next?: ShownRecord;
    readonly dkim_next_txt?: ShownRecord;
  };
  readonly error?: string;
  readonly retry_after_seconds?: number;
}

/** An API whose resolvers see what the test publishes. */
export interface DomainsApi extends TestApi {
  readonly dns: TestDns;
  newName(): string;
  add(key: string, domain?: string): Promise<Reply<ShownDomain>>;
  get(key: string, id: string, query?: string): Promise<Reply<ShownDomain>>;
  /** Verifies, however short a time ago somebody did. */
  verify(key: string, id: string): Promise<Reply<ShownDomain>>;
  patch(key: string, id: string, body: unknown): Promise<Reply<ShownDomain>>;
  /** A domain whose records are all there, and that is verified. */
  active(key: string, domain?: string): Promise<ShownDomain>;
  createInbox(key: string, localPart: string, domain: string): Promise<Reply<ShownInbox>>;
}

interface ShownInbox {
  readonly id: string;
  readonly address: string;
  readonly error?: string;
}

let names = 0;

export async function startDomainsApi(
  options: Parameters<typeof startApi>[0] = {},
): Promise<DomainsApi> {
  const dns = createDns();
  const { parts = {}, ...others } = options;
  const api = await startApi({ ...others, parts: { ...parts, resolvers: dns.resolvers } });
  const newName = () => `own${++names}.example`;
  const at = (id: string) => `/v1/domains/${id}`;
  const add: DomainsApi['add'] = (key, domain = newName()) =>
    api.call('POST', '/v1/domains', { key, body: { domain } });
  const verify: DomainsApi['verify'] = async (key, id) => {
    await api.database.query('UPDATE domains SET verify_asked_at = NULL WHERE id = $1', [id]);
    return api.call('POST', `${at(id)}/verify`, { key });
  };
  return {
    ...api,
    dns,
    newName,
    add,
    verify,
    get: (key, id, query = '') => api.call('GET', `${at(id)}${query}`, { key }),
    patch: (key, id, body) => api.call('PATCH', at(id), { key, body }),
    async active(key, domain) {
      const { body } = await add(key, domain);
      publishAll(dns, body.dns_records);
      return (await verify(key, body.id)).body;
    },
    createInbox: (key, localPart, domain) =>
      api.call('POST', '/v1/inboxes', { key, body: { local_part: localPart, domain } }),
  };
}
