import type { Config } from '../config.js';
import type { Cursors } from '../db/cursor.js';
import type { DnsSource } from '../dns/answer.js';
import { cachedResolver, dnsSource } from '../dns/resolver.js';
import { createDohTransport } from '../egress/doh-transport.js';
import { createEgress, readAuthorities, type Egress } from '../egress/egress.js';
import { OutboundService } from '../outbound/outbound.js';
import type { Outbound } from '../outbound/provider.js';
import type { ApprovalTokens } from '../resources/approvals/links.js';
import type { UnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { ownRelay, type OwnRelay } from '../resources/suppressions/report-trust.js';
import { namedResolvers, type NamedResolver } from '../resources/domains/resolvers.js';
import type { VerifyNow } from '../resources/domains/service.js';
import { createJsonSchemas, type JsonSchemas } from '../resources/tasks/json-schema.js';
import type { TemporalOptions } from '../temporal/options.js';
import { createDomainRunClient } from '../temporal/verify-now.js';
import { createSenderVerifier, type SenderVerifier } from '../sender/verify.js';
import { createPolicyStore } from '../store/sts-policies.js';
import type { Vault } from '../vault/vault.js';
import type { Foundation } from './foundation.js';
import { openKeyedParts, type MasterKeys } from './keyed-parts.js';

/** What services work on. Tests put parts of their own in. */
export interface Infrastructure extends Foundation {
  /** By what this process reaches other hosts. */
  readonly egress: Pick<
    Egress,
    'checkUrl' | 'checkHost' | 'checkOpened' | 'send' | 'fetch' | 'openTunnel'
  >;
  /** By what mail leaves. */
  readonly outbound: Outbound;
  readonly verifier: SenderVerifier;
  /** Check the DNS of domains of organizations: a majority decides. */
  readonly resolvers: readonly NamedResolver[];
  /** Checks what clients give against their schemas. */
  readonly jsonSchemas: Pick<JsonSchemas, 'check'>;
  /** Has the run of a domain verify it now. */
  readonly askRun: VerifyNow;
  /** The operator's own mail server: what it reports of sent mail is believed. */
  readonly relay: OwnRelay;
  readonly vault: Pick<Vault, 'newDataKey' | 'seal' | 'open'>;
  /** Vouches for entries of the audit log. */
  readonly auditKey: Buffer;
  /** Keys the hashes of repeated requests. */
  readonly hashKey: Buffer;
  readonly cursors: Cursors;
  readonly tokens: UnsubscribeTokens;
  readonly approvalTokens: ApprovalTokens;
}

interface InfrastructureOptions {
  readonly config: Config;
  readonly secrets: MasterKeys;
  /** Null where it is not known. */
  readonly temporal: TemporalOptions | null;
}

/** Infrastructure that has to be closed; its foundation is closed by whoever opened it. */
export interface OpenInfrastructure extends Infrastructure {
  close(): Promise<void>;
}

const SCHEMA_WORKER = new URL('../resources/tasks/json-schema-worker.js', import.meta.url);

/** Opens what services work on, on a foundation. */
export async function openInfrastructure(
  foundation: Foundation,
  { config, secrets, temporal }: InfrastructureOptions,
): Promise<OpenInfrastructure> {
  const { databases } = foundation;
  const keyedParts = await openKeyedParts(secrets, databases.front);
  const authorities = await readAuthorities(config.EXTRA_CA_FILE);
  const transport = createDohTransport(authorities);
  const dns = dnsSource(config.DOH_URL, transport);
  const egress = createEgress({ allow: config.EGRESS_ALLOW, authorities, dns });
  const resolver = cachedResolver(dns);
  const outbound = openOutbound(config, foundation, { egress, dns: resolver });
  const door = temporal && createDomainRunClient(temporal);
  const jsonSchemas = createJsonSchemas(SCHEMA_WORKER);
  return {
    ...foundation,
    ...{ egress, outbound, jsonSchemas },
    verifier: createSenderVerifier(resolver),
    relay: ownRelay(config.OUTBOUND_URL, dns),
    resolvers: namedResolvers(config.DOH_URL, transport),
    askRun: door?.ask ?? (async () => false),
    ...keyedParts,
    async close() {
      await outbound.close();
      await jsonSchemas.close();
      await egress.close();
      await transport.close();
      await door?.close();
    },
  };
}

const openOutbound = (
  config: Config,
  { databases, log }: Foundation,
  { egress, dns }: { readonly egress: Egress; readonly dns: DnsSource },
): Outbound =>
  new OutboundService({
    egress,
    dns,
    policies: createPolicyStore(databases.background),
    mailDomain: config.MAIL_DOMAIN,
    serviceUrl: config.OUTBOUND_URL,
    direct: config.OUTBOUND_DIRECT,
    log,
  });
