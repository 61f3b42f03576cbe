import type { DnsSource } from '../dns/answer.js';
import type { Egress } from '../egress/egress.js';
import type { Log } from '../log.js';
import { API_PROVIDERS, sendByApi } from './api-send.js';
import type { KeptPolicies } from './mta-sts.js';
import { connectBy, createMxSender } from './mx.js';
import { refused, unknown, withoutSecrets } from './outcome.js';
import type { Outbound, OutgoingMail, ProviderSettings, SendOutcome } from './provider.js';
import { serviceRoute } from './service-url.js';
import { createSmtpPool } from './smtp-pool.js';
import type { SmtpRoute } from './smtp-route.js';
import { sendBySmtp } from './smtp.js';

/** What handing mail to others needs. */
export interface OutboundDeps {
  readonly egress: Pick<Egress, 'getSocket' | 'dispatcher' | 'agent' | 'send' | 'checkUrl'>;
  /** For mail exchangers and what domains demand. */
  readonly dns: DnsSource;
  readonly policies: KeptPolicies;
  /** What servers are greeted with. */
  readonly mailDomain: string;
  /** OUTBOUND_URL. */
  readonly serviceUrl?: string | undefined;
  /** OUTBOUND_DIRECT. */
  readonly direct?: boolean | undefined;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds for an attempt over SMTP, for a request, and until an idle connection is closed. */
  readonly timeouts?: { readonly smtp?: number; readonly api?: number; readonly idle?: number };
}

const SMTP_TIMEOUT = 45_000;
const API_TIMEOUT = 30_000;
const SUBMISSION = 587;
const SUBMISSIONS = 465;

/**
 * Hands mail to providers, to the operator's server, and to mail exchangers.
 *
 * @throws Error when `serviceUrl` is no address of a server.
 */
export function createOutbound(deps: OutboundDeps): Outbound {
  const { egress, mailDomain, serviceUrl, timeouts = {} } = deps;
  const { smtp: smtpTimeout = SMTP_TIMEOUT, api: apiTimeout = API_TIMEOUT } = timeouts;
  const pool = createSmtpPool(mailDomain, timeouts.idle);
  // The certificates of EXTRA_CA_FILE count for the operator's server as well.
  const { secureContext } = egress.agent.options;
  const service = serviceUrl === undefined ? null : serviceRoute(serviceUrl, { secureContext });
  const sendToMx = createMxSender({
    egress,
    dns: deps.dns,
    policies: deps.policies,
    name: mailDomain,
  });
  const deadline = () => AbortSignal.timeout(smtpTimeout);

  const bySmtp = (route: SmtpRoute, mail: OutgoingMail) =>
    sendBySmtp(pool, { route, mail, deadline: deadline() });

  const routeTo = (settings: ProviderSettings) =>
    settings.provider === 'SMTP' && settings.host ? routeOf(egress, settings, settings.host) : null;

  const dispatch = async (settings: ProviderSettings, mail: OutgoingMail) => {
    const { provider } = settings;
    if (provider !== 'SMTP')
      return sendByApi({ egress, timeout: apiTimeout }, API_PROVIDERS[provider], settings, mail);
    const route = routeTo(settings);
    return route ? bySmtp(route, mail) : refused('host is needed');
  };

  const sendByOperator = async (mail: OutgoingMail) => {
    if (service) return bySmtp(service, mail);
    return deps.direct ? sendToMx(mail, deadline()) : refused('no way to send mail is configured');
  };

  /** What is not foreseen may have happened after the mail was sent. */
  const guarded = async (
    sending: Promise<SendOutcome>,
    secrets: readonly (string | undefined)[],
  ) => {
    try {
      return withoutSecrets(await sending, secrets);
    } catch (error) {
      deps.log.error({ err: error }, 'sending a mail failed');
      return unknown('the attempt was broken off');
    }
  };

  return {
    send: (settings, mail) =>
      guarded(dispatch(settings, mail), [
        settings.apiKey,
        ...secretsOf(settings.username, settings.password),
      ]),
    sendByService: (mail) =>
      guarded(sendByOperator(mail), secretsOf(service?.auth?.user, service?.auth?.pass)),
    line(settings) {
      const route = settings ? routeTo(settings) : service;
      return route && pool.line(route);
    },
    service: service ? 'smtp' : deps.direct ? 'mx' : null,
    async close() {
      pool.close();
    },
  };
}

/** The password, and what AUTH PLAIN says (RFC 4616), which servers repeat. */
const secretsOf = (user: string | undefined, password: string | undefined) =>
  password ? [password, Buffer.from(`\0${user}\0${password}`).toString('base64')] : [];

const START_TLS = { required: 'required', if_offered: 'opportunistic', none: 'never' } as const;

/** TLS is required unless the settings say otherwise, by STARTTLS unless `secure`. */
function routeOf(
  { getSocket }: Pick<Egress, 'getSocket'>,
  { port, secure, tls = 'required', username, password }: ProviderSettings,
  host: string,
): SmtpRoute {
  const isSecure = secure ?? port === SUBMISSIONS;
  const target = { host, port: port ?? (isSecure ? SUBMISSIONS : SUBMISSION) };
  return {
    ...target,
    secure: isSecure,
    startTls: START_TLS[tls],
    auth: username ? { user: username, pass: password ?? '' } : null,
    connect: () => connectBy(getSocket, { ...target, openedOnly: tls === 'none' }),
  };
}
