import { createBudget, type ByteBudget } from '../byte-budget.js';
import type { Config } from '../config.js';
import type { Cursors } from '../db/cursor.js';
import type { Database } from '../db/database.js';
import { closeDatabases, openDatabases, type Databases } from '../db/pools.js';
import { oncePostgresAnswers } from '../db/retry.js';
import { createResolver, dnsSource } from '../dns/resolver.js';
import { createEgress, readAuthorities, type Egress } from '../egress/egress.js';
import type { Secrets } from '../embedded/secrets.js';
import { Listener } from '../live/listener.js';
import type { Log } from '../log.js';
import { createParsePool } from '../mail/pool/parse-pool.js';
import { OutboundService } from '../outbound/outbound.js';
import type { Outbound } from '../outbound/provider.js';
import type { UnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import type { Parser } from '../mail/pool/parse-pool.js';
import { ownRelay, type OwnRelay } from '../resources/suppressions/report-trust.js';
import { RestoreGuard } from '../restores/guard.js';
import { marksDirectory, marksIn } from '../restores/marks.js';
import { createSenderVerifier, type SenderVerifier } from '../sender/verify.js';
import { createPolicyStore } from '../store/sts-policies.js';
import type { Vault } from '../vault/vault.js';
import { ENTITIES } from './entities.js';
import { keyed } from './keyed.js';

/** What services work on. Tests put parts of their own in. */
export interface Infrastructure {
  readonly databases: Databases;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly parser: Parser;
  /** By what this process reaches other hosts. */
  readonly egress: Pick<Egress, 'checkUrl' | 'checkHost' | 'checkOpened' | 'send'>;
  /** By what mail leaves. */
  readonly outbound: Outbound;
  readonly verifier: SenderVerifier;
  /** Through whom mail leaves that comes back as a report. */
  readonly relay: OwnRelay;
  /** What messages and bodies hold of this process. */
  readonly budget: ByteBudget;
  readonly vault: Pick<Vault, 'newDataKey' | 'seal' | 'open'>;
  /** Keys the hashes of repeated requests. */
  readonly hashKey: Buffer;
  readonly cursors: Cursors;
  readonly tokens: UnsubscribeTokens;
  readonly log: Log;
}

/** What infrastructure is opened with. */
export interface InfrastructureOptions {
  readonly config: Config;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}

/** Infrastructure that has to be closed. */
export interface OpenInfrastructure extends Infrastructure {
  close(): Promise<void>;
}

/** Opens what services work on, and brings the tables up to date. */
export async function openInfrastructure(
  options: InfrastructureOptions,
): Promise<OpenInfrastructure> {
  const { config, log, databaseUrl: url } = options;
  const frontPool = config.DATABASE_POOL;
  const databases = await openDatabases({ url, log, frontPool, entities: ENTITIES });
  await oncePostgresAnswers(log, () => databases.background.migrate());
  const egress = await openEgress(config);
  const outbound = openOutbound(options, egress, databases.background);
  const parser = openParser(config);
  const listener = await oncePostgresAnswers(log, () => Listener.start(url, log));
  const guard = await startGuard(options, databases.background, listener);
  return {
    ...{ databases, listener, parser, egress, outbound, log },
    ...checksOf(config),
    ...keyed(options.secrets, databases.front),
    budget: createBudget(config),
    async close() {
      guard.close();
      await listener.close();
      await parser.close();
      await outbound.close();
      await egress.close();
      await closeDatabases(databases);
    },
  };
}

const openEgress = async ({ EGRESS_ALLOW, EXTRA_CA_FILE, DOH_URL }: Config): Promise<Egress> =>
  createEgress({
    allow: EGRESS_ALLOW,
    authorities: await readAuthorities(EXTRA_CA_FILE),
    dns: dnsSource(DOH_URL),
  });

const openOutbound = (
  { config, log }: InfrastructureOptions,
  egress: Egress,
  database: Database,
): Outbound =>
  new OutboundService({
    egress,
    dns: dnsSource(config.DOH_URL),
    policies: createPolicyStore(database),
    mailDomain: config.MAIL_DOMAIN,
    serviceUrl: config.OUTBOUND_URL,
    direct: config.OUTBOUND_DIRECT,
    log,
  });

const openParser = ({ PARSE_THREADS: threads }: Config) =>
  createParsePool({
    threads,
    workerFile: new URL('../mail/pool/parse-worker.js', import.meta.url),
  });

const startGuard = (
  { config, log }: InfrastructureOptions,
  database: Database,
  listener: Listener,
) =>
  oncePostgresAnswers(log, () =>
    RestoreGuard.start({ database, listener, log, marks: marksIn(marksDirectory(config)) }),
  );

/** By what is found out who sent a mail. */
const checksOf = ({ DOH_URL, OUTBOUND_URL }: Config) => ({
  verifier: createSenderVerifier(createResolver(DOH_URL)),
  relay: ownRelay(OUTBOUND_URL, dnsSource(DOH_URL)),
});
