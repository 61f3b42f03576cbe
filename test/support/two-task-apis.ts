import { createJsonSchemas } from '../../src/resources/tasks/json-schema.js';
import { startMailApi, type MailApi, type TestInbox } from './mail-api.js';
import type { Reply } from './start-api.js';

/** A task, as far as tests look at it. */
export interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly attempt: number;
  readonly checkpoint: unknown;
  readonly output: unknown;
  readonly approval_id: string | null;
  readonly lease_token?: string;
}

/** What an operation on a task answers. */
export type TaskAnswer = Reply<ShownTask & { readonly error: string }>;

/** Two APIs with tasks on one database, as one organization uses them. */
export interface TwoTaskApis {
  readonly api: MailApi;
  /** Another process on the same database. */
  readonly second: MailApi;
  readonly own: { key: string; orgId: string; inbox: TestInbox };
  /** From now on of a new organization with one inbox. */
  begin(): Promise<void>;
  create(body?: object, at?: MailApi): Promise<TaskAnswer>;
  claim(body?: object, at?: MailApi): Promise<TaskAnswer>;
  act(id: string, what: string, body?: object): Promise<TaskAnswer>;
  kindsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts them. */
export async function startTwoTaskApis(): Promise<TwoTaskApis> {
  // Threads are started from what was built; a busy machine is given more time than the service gives.
  const jsonSchemas = createJsonSchemas(
    new URL('../../dist/src/resources/tasks/json-schema-worker.js', import.meta.url),
    3_000,
  );
  const api = await startMailApi({ parts: { jsonSchemas } });
  const second = await startMailApi({ beside: api });
  const own = { key: '', orgId: '', inbox: { inboxId: '', orgId: '', address: '' } };
  const post = (path: string, body: object, at = api): Promise<TaskAnswer> =>
    at.call('POST', `/v1/tasks${path}`, { key: own.key, body });
  return {
    ...{ api, second, own },
    async begin() {
      Object.assign(own, await api.createOrg());
      own.inbox = await api.createInbox(own.orgId);
    },
    create: (body = {}, at) => post('', { type: 'custom', ...body }, at),
    claim: (body = {}, at) => post('/claim', { agent_id: 'agent', ...body }, at),
    act: (id, what, body = {}) => post(`/${id}/${what}`, body),
    async kindsOf(id) {
      const path = `/v1/tasks/${id}/events`;
      const { body } = await api.call<{ data: { kind: string }[] }>('GET', path, { key: own.key });
      return body.data.map(({ kind }) => kind);
    },
    async close() {
      await second.close();
      await api.close();
      await jsonSchemas.close();
    },
  };
}
