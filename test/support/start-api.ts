import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { createAdmission } from '../../src/auth/admission.js';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { createClientAddress } from '../../src/auth/client-address.js';
import type { PlanName } from '../../src/auth/plans.js';
import { createRateLimits } from '../../src/auth/rate-limits.js';
import { createCursors, type Cursors } from '../../src/db/cursor.js';
import type { Database } from '../../src/db/database.js';
import { startHttp, type HttpOptions } from '../../src/http/server.js';
import { newId } from '../../src/ids.js';
import type { Log } from '../../src/log.js';
import { catalogue } from '../../src/catalogue.js';
import { IdempotentAnswers } from '../../src/operations/idempotency.js';
import { ApiKeyEntity } from '../../src/resources/api-keys/entities.js';
import { ApiKeyService } from '../../src/resources/api-keys/service.js';
import { OrgEntity } from '../../src/resources/orgs/entities.js';
import { OrgService } from '../../src/resources/orgs/service.js';
import type { Services } from '../../src/composition/services.js';
import { storedDataKeys } from '../../src/vault/data-keys.js';
import { cursorKey, Vault } from '../../src/vault/vault.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** What services of a test are made from. */
export interface ApiParts {
  readonly url: string;
  readonly database: Database;
  readonly vault: Vault;
  readonly cursors: Cursors;
  readonly log: Log;
}

/** How a test wants its API; everything may be left out. */
export interface ApiOptions {
  /** Services beyond organizations and API keys. */
  readonly services?: (parts: ApiParts) => Partial<Services> | Promise<Partial<Services>>;
  readonly entities?: readonly EntityTarget<ObjectLiteral>[];
  readonly config?: Partial<ApiConfig> &
    Pick<Partial<HttpOptions>, 'catalogue' | 'readiness' | 'budget' | 'jsonThread'>;
  /** Another API of the same database, as a second process would be. */
  readonly beside?: TestApi;
}

interface ApiConfig {
  readonly defaultPlan: PlanName;
  readonly signup: 'open' | 'closed';
  readonly inboundSecret: string;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string;
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
export interface TestApi extends ApiParts {
  readonly baseUrl: string;
  readonly services: Services;
  readonly testDatabase: TestDatabase;
  /** What its server was started with, for tests that start one of their own. */
  readonly httpOptions: HttpOptions;
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

const MASTER_KEY = Buffer.alloc(32, 7);
const CLOSE_WITHIN = 2_000;

/** Starts the REST front end over real services. */
export async function startApi({
  services: more = () => ({}),
  entities = [],
  config = {},
  beside,
}: ApiOptions = {}): Promise<TestApi> {
  const testDatabase =
    beside?.testDatabase ?? (await createTestDatabase([OrgEntity, ApiKeyEntity, ...entities]));
  const parts = partsOf(testDatabase);
  const services = {
    orgs: new OrgService({
      ...parts,
      defaultPlan: config.defaultPlan ?? 'selfhost',
      signup: config.signup ?? 'open',
    }),
    apiKeys: new ApiKeyService(parts),
    ...(await more(parts)),
  } as Services;
  const options = httpOptions(parts, services, config);
  const http = await startHttp(options);
  const baseUrl = `http://127.0.0.1:${http.port}`;
  return {
    ...parts,
    baseUrl,
    services,
    testDatabase,
    httpOptions: options,
    call: (method, path, sent) => call(new URL(path, baseUrl), method, sent),
    createOrg: (plan = 'selfhost') => createOrg(parts.database, services.orgs, plan),
    createInboxRow: (orgId) => createInboxRow(parts.database, orgId),
    async close() {
      await http.close(CLOSE_WITHIN);
      if (!beside) await testDatabase.drop();
    },
  };
}

function partsOf({ url, database }: TestDatabase): ApiParts {
  const vault = new Vault({ masterKey: MASTER_KEY, sealedDataKey: storedDataKeys(database) });
  const cursors = createCursors(cursorKey(MASTER_KEY));
  return { url, database, vault, cursors, log: pino({ level: 'silent' }) };
}

function httpOptions(
  parts: ApiParts,
  services: Services,
  config: NonNullable<ApiOptions['config']>,
): HttpOptions {
  const { database } = parts;
  return {
    host: '127.0.0.1',
    port: 0,
    catalogue: config.catalogue ?? catalogue,
    services,
    admission: createAdmission({
      authenticator: createAuthenticator(database),
      limits: createRateLimits(database),
      inboundSecret: config.inboundSecret ?? INBOUND_SECRET,
    }),
    clientAddress: createClientAddress(config.trustedProxies ?? []),
    idempotency: new IdempotentAnswers({ ...parts, largeDatabase: parts.database }),
    readiness: config.readiness ?? (async () => ({ ready: true, body: { status: 'ok' } })),
    log: parts.log,
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

async function createOrg(database: Database, orgs: OrgService, plan: PlanName) {
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
