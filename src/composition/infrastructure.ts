import type { Config } from '../config.js';
import type { Cursors } from '../db/cursor.js';
import { createResolver, dnsSource } from '../dns/resolver.js';
import { createEgress, readAuthorities, type Egress } from '../egress/egress.js';
import type { Secrets } from '../embedded/secrets.js';
import { OutboundService } from '../outbound/outbound.js';
import type { Outbound } from '../outbound/provider.js';
import type { UnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { ownRelay, type OwnRelay } from '../resources/suppressions/report-trust.js';
import { createSenderVerifier, type SenderVerifier } from '../sender/verify.js';
import { createPolicyStore } from '../store/sts-policies.js';
import type { Vault } from '../vault/vault.js';
import type { Foundation } from './foundation.js';
import { keyed } from './keyed.js';

/** What services work on. Tests put parts of their own in. */
export interface Infrastructure extends Foundation {
  /** By what this process reaches other hosts. */
  readonly egress: Pick<Egress, 'checkUrl' | 'checkHost' | 'checkOpened' | 'send'>;
  /** By what mail leaves. */
  readonly outbound: Outbound;
  readonly verifier: SenderVerifier;
  /** Through whom mail leaves that comes back as a report. */
  readonly relay: OwnRelay;
  readonly vault: Pick<Vault, 'newDataKey' | 'seal' | 'open'>;
  /** Keys the hashes of repeated requests. */
  readonly hashKey: Buffer;
  readonly cursors: Cursors;
  readonly tokens: UnsubscribeTokens;
}

/** What infrastructure is opened with. */
export interface InfrastructureOptions {
  readonly config: Config;
  readonly secrets: Secrets;
}

/** Infrastructure that has to be closed; its foundation is closed by whoever opened it. */
export interface OpenInfrastructure extends Infrastructure {
  close(): Promise<void>;
}

/** Opens what services work on, on a foundation. */
export async function openInfrastructure(
  foundation: Foundation,
  { config, secrets }: InfrastructureOptions,
): Promise<OpenInfrastructure> {
  const { databases } = foundation;
  const egress = await openEgress(config);
  const outbound = openOutbound(config, foundation, egress);
  return {
    ...foundation,
    ...{ egress, outbound },
    ...checksOf(config),
    ...keyed(secrets, databases.front),
    async close() {
      await outbound.close();
      await egress.close();
    },
  };
}

const openEgress = async ({ EGRESS_ALLOW, EXTRA_CA_FILE, DOH_URL }: Config): Promise<Egress> =>
  createEgress({
    allow: EGRESS_ALLOW,
    authorities: await readAuthorities(EXTRA_CA_FILE),
    dns: dnsSource(DOH_URL),
  });

const openOutbound = (config: Config, { databases, log }: Foundation, egress: Egress): Outbound =>
  new OutboundService({
    egress,
    dns: dnsSource(config.DOH_URL),
    policies: createPolicyStore(databases.background),
    mailDomain: config.MAIL_DOMAIN,
    serviceUrl: config.OUTBOUND_URL,
    direct: config.OUTBOUND_DIRECT,
    log,
  });

/** By what is found out who sent a mail. */
const checksOf = ({ DOH_URL, OUTBOUND_URL }: Config) => ({
  verifier: createSenderVerifier(createResolver(DOH_URL)),
  relay: ownRelay(OUTBOUND_URL, dnsSource(DOH_URL)),
});
