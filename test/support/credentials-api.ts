import type { MailApi } from './mail-api.js';
import type { Reply } from './start-api.js';

/** The value of every credential that is stored without another one. */
export const SECRET = 'correct horse battery staple';

interface Verdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly problem: { readonly seq: number; readonly what: string } | null;
}

type Shown = Reply<{ readonly id: string; readonly error: string }>;

/** What tests ask of credentials, with the key of their organization. */
export function credentialsOf(api: () => MailApi, key: () => string) {
  const call = <Body = Reply['body']>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    by = key(),
  ) => api().call<Body>(method, `/v1/credentials${path}`, { key: by, ...(body && { body }) });
  return {
    call,
    store(given: object = {}, by = key()) {
      const body = { service: 'github.com', identifier: 'ada', value: SECRET, ...given };
      return call<Shown['body']>('POST', '', body, by);
    },
    /** Makes a key of these scopes. */
    async keyWith(scopes: readonly string[], limits: object = {}) {
      const body = { name: 'weak', scopes, ...limits };
      const given = { key: key(), body };
      const made = await api().call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', given);
      return made.body.api_key;
    },
    /** The audit log, newest first. */
    async entries(query = '?limit=100') {
      type Entries = { data: { action: string; outcome: string; metadata: object }[] };
      return (await call<Entries>('GET', `/audit${query}`)).body.data;
    },
    /** Checks the audit log. */
    verify: async (query = '') => (await call<Verdict>('GET', `/audit/verify${query}`)).body,
  };
}
