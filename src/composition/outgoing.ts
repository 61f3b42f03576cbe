import type { Config } from '../config.js';
import { dnsSource } from '../dns/resolver.js';
import { createEgress, readAuthorities, type Egress } from '../egress/egress.js';
import type { Log } from '../log.js';
import type { KeptPolicies } from '../outbound/mta-sts.js';
import { createOutbound } from '../outbound/outbound.js';
import type { Outbound } from '../outbound/provider.js';

/** By what mail leaves. */
export const openOutbound = (
  { config, log }: { readonly config: Config; readonly log: Log },
  egress: Egress,
  policies: KeptPolicies,
): Outbound =>
  createOutbound({
    egress,
    dns: dnsSource(config.DOH_URL),
    policies,
    mailDomain: config.MAIL_DOMAIN,
    serviceUrl: config.OUTBOUND_URL,
    direct: config.OUTBOUND_DIRECT,
    log,
  });

/** By what this process reaches other hosts. */
export const openEgress = async ({
  EGRESS_ALLOW,
  EXTRA_CA_FILE,
  DOH_URL,
}: Config): Promise<Egress> =>
  createEgress({
    allow: EGRESS_ALLOW,
    authorities: await readAuthorities(EXTRA_CA_FILE),
    dns: dnsSource(DOH_URL),
  });
