import { newId } from '../../src/ids.js';
import type { Analysis } from '../../src/mail/analysis.js';
import { startMailApi, until, type MailApi, type TestInbox } from './mail-api.js';
import type { Reply } from './start-api.js';

/** A durable wait as clients see it. */
export interface ShownWait {
  readonly id: string;
  readonly status: string;
  readonly count: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly matches: readonly { readonly email_id: string; readonly code?: string }[];
}

/** What the outbox says of a run. */
export interface ToldRun {
  readonly op: string;
  readonly workflow_id: string;
  readonly signal: string | null;
  readonly again: boolean;
}

/** Two API processes on one database, and an inbox of a new organization to wait at. */
export interface WaitsApi {
  readonly api: MailApi;
  readonly second: MailApi;
  readonly orgId: string;
  readonly key: string;
  readonly inbox: TestInbox;
  /** Another organization and inbox from now on. */
  renew(): Promise<void>;
  create(
    given?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<ShownWait & { readonly error?: string }>>;
  /** Creates a wait and answers its id. */
  created(given?: object): Promise<string>;
  read(id: string, timeout?: number, at?: MailApi): Promise<Reply<ShownWait>>;
  cancel(id: string): Promise<Reply>;
  deliver(found?: Partial<Analysis>): Promise<string>;
  /** Resolves once so many requests are attached. */
  attached(count: number, at?: MailApi): Promise<void>;
  /** What subscribers are told of a wait. */
  events(id: string): Promise<{ readonly kind: string; readonly body: string }[]>;
  /** What its run is told. */
  told(id: string): Promise<ToldRun[]>;
  /** The time of a wait was up so many seconds ago. */
  endedAgo(id: string, seconds: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts them. */
export async function startWaitsApi(): Promise<WaitsApi> {
  const api = await startMailApi();
  const second = await startMailApi({ beside: api });
  const owner = async () => {
    const org = await api.createOrg();
    return { ...org, inbox: await api.createInbox(org.orgId) };
  };
  const now = { owner: await owner() };
  const { database } = api;
  const create: WaitsApi['create'] = (given = {}, headers = {}) => {
    const { key, inbox } = now.owner;
    const body = { inbox_id: inbox.inboxId, kind: 'email', ...given };
    return api.call('POST', '/v1/waits', { key, headers, body });
  };
  return {
    api,
    second,
    get orgId() {
      return now.owner.orgId;
    },
    get key() {
      return now.owner.key;
    },
    get inbox() {
      return now.owner.inbox;
    },
    async renew() {
      now.owner = await owner();
    },
    create,
    async created(given) {
      const { status, body } = await create(given);
      if (status !== 201) throw new Error(`POST /v1/waits answered ${status}`);
      return body.id;
    },
    read: (id, timeout = 0, at = api) =>
      at.call('GET', `/v1/waits/${id}?timeout=${timeout}`, { key: now.owner.key }),
    cancel: (id) => api.call('DELETE', `/v1/waits/${id}`, { key: now.owner.key }),
    deliver: (found = {}) => api.deliver(now.owner.inbox, found),
    attached: (count, at = api) => until(() => at.open.attachedWaits.size === count),
    events: (id) =>
      database.query('SELECT kind, body FROM events WHERE resource_id = $1 ORDER BY seq', [id]),
    told: (id) =>
      database.query(
        'SELECT op, workflow_id, signal, again FROM outbox WHERE resource_id = $1 ORDER BY id',
        [id],
      ),
    endedAgo: (id, seconds) =>
      database.query(
        'UPDATE durable_waits SET expires_at = now() - make_interval(secs => $2) WHERE id = $1',
        [id, seconds],
      ),
    async close() {
      await second.close();
      await api.close();
    },
  };
}

/** Open waits that nobody made through the interface. */
export const insertWaits = ({ api, orgId, inbox }: WaitsApi, count: number): Promise<unknown> =>
  api.database.query(
    `INSERT INTO durable_waits (id, org_id, inbox_id, kind, after_uid, count, created_at, expires_at)
     SELECT $4 || n, $1, $2, 'email', 0, 1, now(), now() + interval '1 day'
     FROM generate_series(1, $3) AS n`,
    [orgId, inbox.inboxId, count, newId('wt')],
  );
