import { startMailApi, type MailApi, type TestInbox } from './mail-api.js';
import type { Reply } from './start-api.js';
import type { ShownTask } from './two-task-apis.js';

/** An API with tasks, as one organization uses it. */
export interface TasksApi extends MailApi {
  /** From now on of a new organization with one inbox. */
  begin(): Promise<void>;
  readonly own: { key: string; inbox: TestInbox };
  /** A `custom` task, unless told. */
  create(body?: object): Promise<Reply<ShownTask>>;
  claim(): Promise<Reply<ShownTask>>;
  act(id: string, what: string, body?: object): Promise<Reply<ShownTask>>;
  /** A key with these scopes alone. */
  keyWith(scopes: readonly string[]): Promise<string>;
  /** A key of the inbox alone. */
  boundKey(): Promise<string>;
}

/** Starts one. */
export async function startTasksApi(): Promise<TasksApi> {
  const api = await startMailApi();
  const own: TasksApi['own'] = { key: '', inbox: { inboxId: '', orgId: '', address: '' } };
  const post = <Body>(path: string, body: object): Promise<Reply<Body>> =>
    api.call('POST', path, { key: own.key, body });
  const newKey = async (path: string, body: object) =>
    (await post<{ api_key: string }>(path, body)).body.api_key;
  return {
    ...api,
    own,
    async begin() {
      const { key, orgId } = await api.createOrg();
      Object.assign(own, { key, inbox: await api.createInbox(orgId) });
    },
    create: (body = {}) => post('/v1/tasks', { type: 'custom', ...body }),
    claim: () => post('/v1/tasks/claim', { agent_id: 'agent' }),
    act: (id, what, body = {}) => post(`/v1/tasks/${id}/${what}`, body),
    keyWith: (scopes) => newKey('/v1/orgs/me/api-keys', { name: 'weak', scopes }),
    boundKey: () => newKey(`/v1/inboxes/${own.inbox.inboxId}/api-keys`, { name: 'bound' }),
  };
}
