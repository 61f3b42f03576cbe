import type { DnsSource } from '../dns/answer.js';
import type { Egress } from '../egress/egress.js';
import type { Log } from '../log.js';
import { API_PROVIDERS, sendByApi } from './api-send.js';
import type { PolicyStore } from './mta-sts.js';
import { connectBy, createMxSender, type MxSender } from './mx.js';
import { refused, unknown, withoutSecrets } from './outcome.js';
import type { Line, Outbound, OutgoingMail, ProviderSettings, SendOutcome } from './provider.js';
import { serviceRoute } from './service-url.js';
import { createSmtpPool, type SmtpPool } from './smtp-pool.js';
import type { SmtpRoute } from './smtp-session.js';
import { sendBySmtp } from './smtp.js';

/** What handing mail to others needs. */
export interface OutboundDeps {
  readonly egress: Pick<Egress, 'getSocket' | 'dispatcher' | 'agent' | 'send' | 'checkUrl'>;
  /** For mail exchangers and what domains demand. */
  readonly dns: DnsSource;
  readonly policies: PolicyStore;
  /** What servers are greeted with. */
  readonly mailDomain: string;
  /** OUTBOUND_URL. */
  readonly serviceUrl?: string | undefined;
  /** OUTBOUND_DIRECT. */
  readonly direct?: boolean | undefined;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds. */
  readonly timeouts?: {
    /** For an attempt over SMTP, and of that for TLS to an exchanger, which may be left out. */
    readonly smtp?: number;
    readonly tls?: number;
    /** For a request. */
    readonly api?: number;
    /** Until an idle connection is closed. */
    readonly idle?: number;
  };
}

const SMTP_TIMEOUT_MS = 45_000;
const API_TIMEOUT_MS = 30_000;
const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

/** Hands mail to providers, to the operator's server, and to mail exchangers. */
export class OutboundService implements Outbound {
  private readonly pool: SmtpPool;
  /** The operator's server. */
  private readonly relay: SmtpRoute | null;
  private readonly mx: MxSender;

  /** @throws Error when `serviceUrl` is no address of a server. */
  constructor(private readonly deps: OutboundDeps) {
    const { egress, dns, policies, mailDomain, serviceUrl, timeouts } = deps;
    this.pool = createSmtpPool(mailDomain, timeouts?.idle);
    // The certificates of EXTRA_CA_FILE count for the operator's server as well.
    const { secureContext } = egress.agent.options;
    this.relay = serviceUrl === undefined ? null : serviceRoute(serviceUrl, { secureContext });
    this.mx = createMxSender({
      ...{ egress, dns, policies },
      pool: this.pool,
      tlsWithin: timeouts?.tls,
    });
  }

  get service(): 'smtp' | 'mx' | null {
    if (this.relay) return 'smtp';
    return this.deps.direct ? 'mx' : null;
  }

  send(settings: ProviderSettings, mail: OutgoingMail): Promise<SendOutcome> {
    const { apiKey, username, password } = settings;
    const secrets = [apiKey, ...secretsOf(username, password)];
    return this.guarded(this.sendByProvider(settings, mail), secrets);
  }

  sendByService(mail: OutgoingMail): Promise<SendOutcome> {
    const auth = this.relay?.auth;
    return this.guarded(this.sendByOperator(mail), secretsOf(auth?.user, auth?.pass));
  }

  line(settings: ProviderSettings | null, recipient: string): Line | null {
    if (!settings && this.service === 'mx') return this.mx.line(recipient);
    const route = settings ? this.routeTo(settings) : this.relay;
    return route && this.pool.line(route);
  }

  async close(): Promise<void> {
    this.pool.close();
  }

  private async sendByProvider(
    settings: ProviderSettings,
    mail: OutgoingMail,
  ): Promise<SendOutcome> {
    const { provider } = settings;
    if (provider === 'SMTP') {
      const route = this.routeTo(settings);
      return route ? this.sendBySmtp(route, mail) : refused('host is needed');
    }
    const { egress, timeouts } = this.deps;
    const deps = { egress, timeout: timeouts?.api ?? API_TIMEOUT_MS };
    return sendByApi(deps, API_PROVIDERS[provider], settings, mail);
  }

  private async sendByOperator(mail: OutgoingMail): Promise<SendOutcome> {
    if (this.relay) return this.sendBySmtp(this.relay, mail);
    if (this.deps.direct) return this.mx.send(mail, this.deadline());
    return refused('no way to send mail is configured');
  }

  private async sendBySmtp(route: SmtpRoute, mail: OutgoingMail): Promise<SendOutcome> {
    return (await sendBySmtp(this.pool, { route, mail, deadline: this.deadline() })).outcome;
  }

  private routeTo(settings: ProviderSettings): SmtpRoute | null {
    const { provider, host } = settings;
    return provider === 'SMTP' && host ? routeOf(this.deps.egress, settings, host) : null;
  }

  private deadline(): AbortSignal {
    return AbortSignal.timeout(this.deps.timeouts?.smtp ?? SMTP_TIMEOUT_MS);
  }

  /** What is not foreseen may have happened after the mail was sent. */
  private async guarded(
    sending: Promise<SendOutcome>,
    secrets: readonly (string | undefined)[],
  ): Promise<SendOutcome> {
    try {
      return withoutSecrets(await sending, secrets);
    } catch (error) {
      this.deps.log.error({ err: error }, 'sending a mail failed');
      return unknown('the attempt was broken off');
    }
  }
}

/** The password, and what AUTH PLAIN says (RFC 4616), which servers repeat. */
const secretsOf = (user: string | null | undefined, password: string | undefined) =>
  password ? [password, Buffer.from(`\0${user}\0${password}`).toString('base64')] : [];

const START_TLS = { required: 'required', if_offered: 'opportunistic', none: 'never' } as const;

/** TLS is required unless the settings say otherwise, by STARTTLS unless `secure`. */
function routeOf(
  { getSocket }: Pick<Egress, 'getSocket'>,
  { port, secure, tls = 'required', username, password }: ProviderSettings,
  host: string,
): SmtpRoute {
  const isSecure = secure ?? port === SUBMISSIONS_PORT;
  const target = { host, port: port ?? (isSecure ? SUBMISSIONS_PORT : SUBMISSION_PORT) };
  return {
    ...target,
    secure: isSecure,
    startTls: START_TLS[tls],
    auth: username ? { user: username, pass: password ?? '' } : null,
    connect: () => connectBy(getSocket, { ...target, openedOnly: tls === 'none' }),
  };
}
