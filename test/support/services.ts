import { ByteBudget } from '../../src/byte-budget.js';
import type { Infrastructure } from '../../src/composition/infrastructure.js';
import { createKeyedParts } from '../../src/composition/keyed-parts.js';
import { createServices, type ProcessServices } from '../../src/composition/services.js';
import type { ServiceSettings } from '../../src/composition/settings.js';
import { createAddressRules } from '../../src/egress/addresses.js';
import { createTargetChecks } from '../../src/egress/check.js';
import type { Database } from '../../src/db/database.js';
import type { Databases } from '../../src/db/pools.js';
import { createLog } from '../../src/log.js';
import { messageStructure } from '../../src/mail/structure/structure.js';
import type { Outbound, OutgoingMail, SendOutcome } from '../../src/outbound/provider.js';
import { KeyRing } from '../../src/vault/key-ring.js';
import { localWrapper } from '../../src/vault/key-wrapper.js';
import type { ServiceKeys } from '../../src/vault/service-keys.js';
import { cachedResolver } from '../../src/dns/resolver.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { createZone } from './dns-zone.js';
import type { TestDatabase } from './database.js';
import { analysis } from './mail.js';
import { NO_RELAY } from './relay.js';

/** What a test has in place of the infrastructure that others have; no part of that is opened. */
export type TestParts = Partial<Infrastructure>;

/** The domain of inboxes in tests. */
export const DOMAIN = 'mail.test';

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const RING = new KeyRing(localWrapper(keyOf(7)));
const SERVICE_KEYS: ServiceKeys = {
  ...{ cursors: keyOf(8), unsubscribe: keyOf(9), requests: keyOf(10), audit: keyOf(11) },
  approvals: keyOf(12),
};

/** What services are told unless a test says otherwise. */
export const TEST_SETTINGS: ServiceSettings = {
  mailDomain: DOMAIN,
  zone: {
    mailDomain: DOMAIN,
    mxHosts: [`mx1.${DOMAIN}`, `mx2.${DOMAIN}`],
    dkimZone: `dkim.${DOMAIN}`,
    nameserver: `ns1.${DOMAIN}`,
  },
  publicUrl: () => null,
  imap: { host: 'imap.test', port: 993 },
  workflowUrl: () => null,
  defaultPlan: 'selfhost',
  signup: 'open',
  mailRetentionDays: undefined,
};

/** Checks targets as without settings, and sends nothing. */
export const NO_WAY_OUT: Infrastructure['egress'] = {
  ...createTargetChecks(createAddressRules([])),
  send: () => Promise.reject(new Error('Nothing is sent to others in this test')),
  fetch: () => Promise.reject(new Error('Nothing is fetched in this test')),
  openTunnel: () => Promise.reject(new Error('Nothing is connected to in this test')),
};

/** One database for all that a process asks of storage. */
export const testDatabases = (database: Database): Databases => ({
  front: database,
  keyed: database,
  intake: database,
  waits: database,
  mailboxes: database,
  searches: database,
  background: database,
});

/** Infrastructure on the database of a test: nobody is listened to, nothing leaves, nothing is remarkable in mail. */
export function testInfrastructure(
  { database }: Pick<TestDatabase, 'database'>,
  parts: TestParts = {},
): Infrastructure {
  return {
    databases: testDatabases(database),
    listener: { on: () => undefined, onReconnect: () => undefined },
    parser: { parse: async () => analysis() },
    structures: { read: async (raw) => messageStructure(raw) },
    egress: NO_WAY_OUT,
    outbound: outboundTo(async () => TAKEN),
    verifier: createSenderVerifier(cachedResolver(createZone())),
    relay: NO_RELAY,
    resolvers: ['one', 'two', 'three'].map((name) => ({ name, ...createZone() })),
    askRun: async () => false,
    jsonSchemas: { check: async () => undefined },
    budget: new ByteBudget({ bytes: 2 ** 30, sharePercent: 100 }),
    log: createLog('silent'),
    ...createKeyedParts(RING, SERVICE_KEYS, database),
    ...parts,
  };
}

/** The services of one process on the database of a test, closed when that is dropped. */
export function testServices(
  test: TestDatabase,
  parts: TestParts = {},
  settings: Partial<ServiceSettings> = {},
): ProcessServices {
  const services = createServices(testInfrastructure(test, parts), {
    ...TEST_SETTINGS,
    ...settings,
  });
  test.beforeDrop(() => services.close());
  return services;
}

/** What others answer that take a mail. */
export const TAKEN: SendOutcome = {
  kind: 'accepted',
  providerMessageId: 'p-1',
  response: '250 2.0.0 Ok: queued as p-1',
  refused: [],
};

/** An outbound whose mail `respond` gets once it left, whoever carries it. */
export function outboundTo(respond: (mail: OutgoingMail) => Promise<SendOutcome>): Outbound {
  const sendByService: Outbound['sendByService'] = async (mail) => {
    await mail.leave?.();
    return respond(mail);
  };
  return {
    service: 'smtp',
    line: () => null,
    send: (_settings, mail) => sendByService(mail),
    sendByService,
    close: async () => undefined,
  };
}
