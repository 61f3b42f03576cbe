import { until } from './mail-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from './sending-api.js';
import type { ApiOptions, Reply } from './start-api.js';

/** A mail that may wait for approval, as its answer shows it. */
export interface SentMail {
  readonly ok: boolean;
  readonly id: string;
  readonly status: string;
  readonly approval_id: string | null;
  readonly message_id: string;
  readonly error: string | null;
  readonly wait_id: string | null;
}

/** An approval, as far as tests look at it. */
export interface ShownApproval {
  readonly id: string;
  readonly kind: string;
  readonly resource_id: string;
  readonly inbox_id: string | null;
  readonly status: string;
  readonly requested_by: string;
  readonly decided_by: string | null;
  readonly decided_via: string | null;
  readonly comment: string | null;
}

/** An API on which mail waits for approval, as one organization uses it. */
export interface ApprovalsApi extends SendingApi {
  /** From now on of a new organization with one inbox. */
  begin(plan?: 'free' | 'selfhost'): Promise<void>;
  readonly own: { orgId: string; key: string; inbox: SendingTestInbox };
  setPolicy(policy: object, query?: string): Promise<Reply>;
  sendMail(more?: object, headers?: object): Promise<SentMail>;
  approval(id: string | null): Promise<ShownApproval>;
  decide(id: string | null, what: 'approve' | 'reject', by?: string, body?: object): Promise<Reply>;
  /** The answer to a POST of the organization. */
  post<Body = SentMail>(path: string, body?: object): Promise<Body>;
  /** What the month and the day of the inbox have counted. */
  used(): Promise<{ readonly month: number; readonly day: number }>;
  statusOf(emailId: string): Promise<string>;
  /** Resolves when the mail has this status. */
  becomes(emailId: string, status: string): Promise<void>;
  /** A key with these scopes alone. */
  keyWith(scopes: readonly string[] | undefined): Promise<string>;
  /** What was handed to others of mail from the inbox. */
  left(): readonly string[];
}

/** What is sent where nothing else is said. */
export const MESSAGE = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };

const USED = `
SELECT (SELECT coalesce(sum(used), 0)::int FROM monthly_usage
    WHERE org_id = $1 AND kind = 'outbound') AS month,
  (SELECT coalesce(sum(used), 0)::int FROM daily_sends WHERE inbox_id = $2) AS day`;

/** Starts one. */
export async function startApprovalsApi(
  given: Pick<ApiOptions, 'parts' | 'settings' | 'config'> = {},
): Promise<ApprovalsApi> {
  const api = await startSendingApi(given);
  const own = { orgId: '', key: '', inbox: { id: '', address: '' } };
  const statusOf = async (id: string) =>
    (await api.call<{ status: string }>('GET', `/v1/emails/${id}`, { key: own.key })).body.status;
  return {
    ...api,
    own,
    async begin(plan = 'selfhost') {
      Object.assign(own, await api.createOrg(plan));
      own.inbox = await api.createInbox(own.key);
      api.worker.running = true;
    },
    setPolicy: (body, query = '') =>
      api.call('PUT', `/v1/approval-policy${query}`, { key: own.key, body }),
    async sendMail(more = {}, headers = {}) {
      const { body } = await api.send(own.key, own.inbox, { ...MESSAGE, ...more }, headers);
      return body as SentMail;
    },
    approval: async (id) =>
      (await api.call<ShownApproval>('GET', `/v1/approvals/${id}`, { key: own.key })).body,
    decide: (id, what, key = own.key, body = {}) =>
      api.call('POST', `/v1/approvals/${id}/${what}`, { key, body }),
    post: async <Body>(path: string, body: object = {}) =>
      (await api.call<Body>('POST', path, { key: own.key, body })).body,
    async used() {
      const [row] = await api.database.query<{ month: number; day: number }>(USED, [
        own.orgId,
        own.inbox.id,
      ]);
      return row!;
    },
    statusOf,
    async becomes(id, status) {
      await until(async () => (await statusOf(id)) === status);
    },
    async keyWith(scopes) {
      const body = { name: 'another', ...(scopes && { scopes }) };
      const keys = '/v1/orgs/me/api-keys';
      return (await api.call<{ api_key: string }>('POST', keys, { key: own.key, body })).body
        .api_key;
    },
    left: () =>
      api.handed
        .filter(({ envelopeFrom }) => envelopeFrom === own.inbox.address)
        .map(({ raw }) => raw.toString()),
  };
}
