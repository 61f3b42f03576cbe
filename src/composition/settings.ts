import type { PlanName } from '../auth/plans.js';
import type { Config } from '../config.js';
import { baseUrlOf } from '../http/base-url.js';
import type { HubTiming } from '../live/events/hub.js';
import type { MailZone } from '../resources/domains/records.js';
import type { ImapHost } from '../resources/inboxes/imap.js';

/** What services are told of the installation. */
export interface ServiceSettings {
  readonly mailDomain: string;
  /** What stands in the records of domains. */
  readonly zone: MailZone;
  /** Base address clients use, for links in mail; null where nobody knows it. */
  readonly publicUrl: () => string | null;
  readonly imap: ImapHost;
  /** Where operators see a run; null without a Temporal UI. */
  readonly workflowUrl: (workflowId: string) => string | null;
  /** Plan of organizations that sign up. */
  readonly defaultPlan: PlanName;
  readonly signup: 'open' | 'closed';
  readonly mailRetentionDays: number | undefined;
  /** When streams of events do what nobody tells them to (default: as the hub says). */
  readonly streamTiming?: Partial<HubTiming>;
}

/** The settings of `config`, and of what was started for it. */
export const serviceSettings = (
  config: Config,
  {
    publicUrl,
    temporalUiUrl,
  }: Pick<ServiceSettings, 'publicUrl'> & { readonly temporalUiUrl: string | null },
): ServiceSettings => ({
  mailDomain: config.MAIL_DOMAIN,
  zone: mailZone(config),
  publicUrl,
  imap: {
    host:
      config.IMAP_PUBLIC_HOST ??
      new URL(config.PUBLIC_URL ?? baseUrlOf(config.HTTP_HOST, config.HTTP_PORT)).hostname,
    port: config.IMAP_PUBLIC_PORT,
  },
  workflowUrl: workflowUrls(temporalUiUrl, config.TEMPORAL_NAMESPACE),
  defaultPlan: config.DEFAULT_PLAN,
  signup: config.SIGNUP,
  mailRetentionDays: config.MAIL_RETENTION_DAYS,
});

/** What of the settings stands in the records of domains. */
export const mailZone = ({ MAIL_DOMAIN, MX_HOSTS, DKIM_ZONE }: Config): MailZone => ({
  mailDomain: MAIL_DOMAIN,
  mxHosts: MX_HOSTS.length > 0 ? MX_HOSTS : [`mx1.${MAIL_DOMAIN}`, `mx2.${MAIL_DOMAIN}`],
  dkimZone: DKIM_ZONE ?? `dkim.${MAIL_DOMAIN}`,
  nameserver: `ns1.${MAIL_DOMAIN}`,
});

function workflowUrls(uiUrl: string | null, namespace: string): ServiceSettings['workflowUrl'] {
  if (!uiUrl) return () => null;
  const runs = `${uiUrl.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  return (workflowId) => `${runs}/${encodeURIComponent(workflowId)}`;
}
