import { randomBytes } from 'node:crypto';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { createClientAddress } from '../../src/auth/client-address.js';
import { createIdentify } from '../../src/auth/identify.js';
import type { PlanName } from '../../src/auth/plans.js';
import { createRateLimits } from '../../src/auth/rate-limits.js';
import { mountOAuth, type OAuthSettings } from '../../src/composition/oauth.js';
import type { Infrastructure } from '../../src/composition/infrastructure.js';
import {
  createServices,
  type ProcessServices,
  type Services,
} from '../../src/composition/services.js';
import { mountTools } from '../../src/composition/tools.js';
import type { ServiceSettings } from '../../src/composition/settings.js';
import type { Database } from '../../src/db/database.js';
import { startHttp, type HttpOptions } from '../../src/http/server.js';
import { newId } from '../../src/ids.js';
import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';
import { catalogue } from '../../src/catalogue.js';
import { Executor } from '../../src/operations/execute.js';
import { IdempotentAnswers } from '../../src/operations/idempotency.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { TEST_SETTINGS, testInfrastructure, type TestParts } from './services.js';

/** How a test wants its API; everything may be left out. */
export interface ApiOptions {
  /** What its services are made on. */
  readonly parts?: TestParts | ((test: TestDatabase) => TestParts | Promise<TestParts>);
  readonly settings?: Partial<ServiceSettings>;
  /** Services in place of others. */
  readonly replaced?: (infrastructure: Infrastructure) => Partial<Services>;
  readonly config?: Partial<ApiConfig> &
    Pick<Partial<HttpOptions<Services>>, 'catalogue' | 'readiness' | 'budget' | 'jsonThread'>;
  /** Another API of the same database, as a second process would be. */
  readonly beside?: TestApi;
}

interface ApiConfig {
  readonly inboundSecret: string;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string;
  readonly oauth: Partial<OAuthSettings>;
}

/** What a test sends. */
export interface Sent {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a test got: JSON is parsed, an empty body is null. */
// Tests look into answers of any shape; a wrong guess fails them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Reply<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A running API on a database of its own. */
export interface TestApi extends Pick<ProcessServices, 'background' | 'open'> {
  readonly url: string;
  readonly database: Database;
  readonly listener: Listener;
  readonly vault: Infrastructure['vault'];
  readonly tokens: Infrastructure['tokens'];
  readonly baseUrl: string;
  readonly services: Services;
  readonly testDatabase: TestDatabase;
  /** What its server was started with, for tests that start one of their own. */
  readonly httpOptions: HttpOptions<Services>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in Reply
  call<Body = any>(method: string, path: string, sent?: Sent): Promise<Reply<Body>>;
  /** A new organization and its unscoped key; unlimited unless `plan` says otherwise. */
  createOrg(plan?: PlanName): Promise<{ readonly orgId: string; readonly key: string }>;
  /** An inbox as a plain row: enough for what only asks whose it is. */
  createInboxRow(orgId: string): Promise<string>;
  close(): Promise<void>;
}

/** The secret of the mail server in tests. */
export const INBOUND_SECRET = 'an-inbound-secret';

const OAUTH_SETTINGS: OAuthSettings = {
  OAUTH_APP_REDIRECTS: ['cursor://anysphere.cursor-mcp/oauth/callback'],
  OAUTH_CLIENT_METADATA: true,
  OAUTH_REGISTRATIONS_PER_HOUR: 1_000,
};

const TOOLS = { listensOn: '127.0.0.1', allowedOrigins: [] };
const CLOSE_WITHIN = 2_000;

/** Starts the REST front end over the services of a process. */
export async function startApi(given: ApiOptions = {}): Promise<TestApi> {
  const { parts = {}, settings, replaced, config = {}, beside } = given;
  const testDatabase = beside?.testDatabase ?? (await createTestDatabase());
  const { url, database } = testDatabase;
  const listener = await Listener.start(url, createLog('silent'));
  const own = typeof parts === 'function' ? await parts(testDatabase) : parts;
  const infrastructure = testInfrastructure(testDatabase, { listener, ...own });
  const made = createServices(infrastructure, { ...TEST_SETTINGS, ...settings });
  const services = { ...made.requests, ...replaced?.(infrastructure) };
  const options = httpOptions(infrastructure, services, config);
  const http = await startHttp(options);
  const baseUrl = `http://127.0.0.1:${http.port}`;
  const { vault, tokens } = infrastructure;
  const { background, open } = made;
  return {
    ...{
      url,
      database,
      listener,
      vault,
      tokens,
      baseUrl,
      services,
      background,
      open,
      testDatabase,
    },
    httpOptions: options,
    call: (method, path, sent) => call(new URL(path, baseUrl), method, sent),
    createOrg: (plan = 'selfhost') => createOrg(database, services.orgs, plan),
    createInboxRow: (orgId) => createInboxRow(database, orgId),
    async close() {
      await made.close();
      await listener.close();
      await http.close(CLOSE_WITHIN);
      if (!beside) await testDatabase.drop();
    },
  };
}

function httpOptions(
  infrastructure: Infrastructure,
  services: Services,
  config: NonNullable<ApiOptions['config']>,
): HttpOptions<Services> {
  const {
    databases: { front },
    vault,
    hashKey,
    log,
  } = infrastructure;
  const authenticator = createAuthenticator(front);
  const executor = new Executor({
    services,
    limits: createRateLimits(front),
    idempotency: new IdempotentAnswers({ database: front, largeDatabase: front, vault, hashKey }),
  });
  return {
    host: '127.0.0.1',
    port: 0,
    catalogue: config.catalogue ?? catalogue,
    unsubscribing: services.contactLists,
    deciding: services.approvalLinks,
    executor,
    mounts: [
      mountTools({ ...infrastructure, executor, ...TOOLS }),
      mountOAuth({ infrastructure, authenticator }, { ...OAUTH_SETTINGS, ...config.oauth }),
    ],
    identify: createIdentify({
      authenticator,
      inboundSecret: config.inboundSecret ?? INBOUND_SECRET,
    }),
    clientAddress: createClientAddress(config.trustedProxies ?? []),
    readiness: config.readiness ?? (async () => ({ ready: true, body: { status: 'ok' } })),
    log,
    ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
    ...(config.budget && { budget: config.budget }),
    ...(config.jsonThread && { jsonThread: config.jsonThread }),
  };
}

async function call<Body>(
  url: URL,
  method: string,
  { key, body, headers }: Sent = {},
): Promise<Reply<Body>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { 'X-API-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text ? JSON.parse(text) : text || null) as Body,
  };
}

async function createOrg(database: Database, orgs: Services['orgs'], plan: PlanName) {
  // An address of its own each, so that the limit of sign-ups does not meet the test.
  const { org, apiKey } = await orgs.signUp(randomBytes(8).toString('hex'), { name: 'Test' });
  await database.query('UPDATE orgs SET plan = $2 WHERE id = $1', [org.id, plan]);
  return { orgId: org.id, key: apiKey };
}

async function createInboxRow(database: Database, orgId: string): Promise<string> {
  const id = newId('inb');
  await database.query(
    `INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash)
     VALUES ($1, $2, $1 || '@example.test', 'example.test', 'Test', '')`,
    [id, orgId],
  );
  return id;
}
