import { groupBy } from '../group-by.js';
import { domainToASCII } from 'node:url';
import { withTimeout } from '../deadline.js';
import type { DnsSource } from '../dns/answer.js';
import type { Egress } from '../egress/egress.js';
import type { ConnectTarget } from '../egress/connect.js';
import { EgressError } from '../egress/failure.js';
import { mxHosts } from './mx-hosts.js';
import { createStsPolicies, namesHost, type PolicyStore, type StsPolicy } from './mta-sts.js';
import { deferred, mergeOutcomes, refused } from './outcome.js';
import { PausedError, Pauses } from './pauses.js';
import type { Line, OutgoingMail, SendOutcome } from './provider.js';
import { sendBySmtp } from './smtp.js';
import { outcomeOfOpening } from './smtp-outcome.js';
import type { SmtpPool } from './smtp-pool.js';
import type { SmtpRoute } from './smtp-session.js';

interface MxDeps {
  readonly egress: Pick<Egress, 'getSocket' | 'send'>;
  readonly dns: DnsSource;
  readonly policies: PolicyStore;
  /** Connections to exchangers, which all mail shares. */
  readonly pool: SmtpPool;
  /** Milliseconds for TLS that may be left out. */
  readonly tlsWithin?: number | undefined;
}

/** Delivers mail to the mail exchangers of each recipient's domain. */
export interface MxSender {
  send(mail: OutgoingMail, deadline: AbortSignal): Promise<SendOutcome>;
  /** The line before the exchanger that is asked first for mail to `recipient`. */
  line(recipient: string): Line;
}

const SMTP_PORT = 25;
// Milliseconds for greeting and TLS: half of an attempt, which goes on without where no policy forbids it.
const TLS_WITHIN_MS = 20_000;
// Milliseconds that a line waits for the DNS.
const LOOK_UP_MS = 1_000;

/** One delivery a domain, side by side. */
export function createMxSender(deps: MxDeps): MxSender {
  const policies = createStsPolicies({
    dns: deps.dns,
    send: deps.egress.send,
    store: deps.policies,
  });
  const pauses = new Pauses();

  const deliver = async (domain: string, mail: OutgoingMail, deadline: AbortSignal) => {
    const found = await mxHosts(deps.dns, domain);
    if (found.kind === 'none') return refused(found.reason);
    if (found.kind === 'failed') return deferred(found.reason);
    const policy = await policies.find(domain).catch(() => undefined);
    if (policy === undefined) return deferred(`the policy of ${domain} could not be read`);
    const hosts = permittedHosts(found.hosts, policy);
    if (hosts.length === 0)
      return deferred(`no mail exchanger of ${domain} is named by its MTA-STS policy`);
    const isStrict = policy?.mode === 'enforce';
    return deliverTo(hosts, (host) => tryHost(deps, pauses, { host, mail, deadline, isStrict }));
  };

  return {
    async send(mail, deadline) {
      const parts = [...groupBy(mail.recipients, domainOf)].map(async ([domain, recipients]) => ({
        recipients,
        outcome: await deliver(domain, { ...mail, recipients }, deadline),
      }));
      return mergeOutcomes(await Promise.all(parts));
    },
    line: (recipient) => ({
      async enter(late) {
        const found = await withTimeout(LOOK_UP_MS, mxHosts(deps.dns, domainOf(recipient)), null);
        const host = found?.kind === 'hosts' ? found.hosts[0]! : null;
        // What cannot be handed over now is told so by its attempt, and holds up nobody.
        if (host === null || pauses.of(host)) return () => undefined;
        return deps.pool.line(routeTo(deps, host, 'if_possible')).enter(late);
      },
    }),
  };
}

function domainOf(address: string): string {
  const text = address.slice(address.lastIndexOf('@') + 1);
  return (text.startsWith('[') ? text : domainToASCII(text)).toLowerCase();
}

const permittedHosts = (hosts: readonly string[], policy: StsPolicy | null) =>
  policy?.mode === 'enforce' ? hosts.filter((host) => namesHost(policy, host)) : hosts;

/** What a host said; `isOver` when no other one needs to be asked. */
interface HostOutcome {
  readonly outcome: SendOutcome;
  readonly isOver: boolean;
}

/** Asks hosts in order until one took or refused the mail. */
async function deliverTo(
  hosts: readonly string[],
  attempt: (host: string) => Promise<HostOutcome>,
): Promise<SendOutcome> {
  const outcomes: SendOutcome[] = [];
  for (const host of hosts) {
    const said = await attempt(host);
    if (said.isOver) return said.outcome;
    outcomes.push(said.outcome);
  }
  const last = outcomes.at(-1) ?? deferred('there is no mail exchanger');
  // One that may be reached the next time is a reason to try again, as soon as one may.
  const putOff = outcomes.filter((outcome) => outcome.kind === 'deferred');
  return putOff.sort((a, b) => (a.pause ?? 0) - (b.pause ?? 0))[0] ?? last;
}

interface HostAttempt {
  readonly host: string;
  readonly mail: OutgoingMail;
  readonly deadline: AbortSignal;
  /** A valid certificate is required. */
  readonly isStrict: boolean;
}

async function tryHost(
  deps: MxDeps,
  pauses: Pauses,
  { host, mail, deadline, isStrict }: HostAttempt,
): Promise<HostOutcome> {
  const { outcome, isSent, isOpened } = await sendBySmtp(deps.pool, {
    route: {
      ...routeTo(deps, host, isStrict ? 'required' : 'if_possible'),
      admit: () => pauses.check(host),
    },
    mail,
    deadline,
    unopened: (error) => outcomeOfClosedHost(error, isStrict),
    learn: (said) => pauses.learn(host, said),
  });
  const isFinal = isOpened && outcome.kind === 'refused';
  return { outcome, isOver: isSent || isFinal || deadline.aborted };
}

/** Under a policy TLS that cannot be had is no reason to give up (RFC 8461 section 5). */
function outcomeOfClosedHost(error: unknown, isStrict: boolean): SendOutcome {
  if (error instanceof PausedError) return error.outcome;
  if (error instanceof EgressError && error.reason === 'unresolved' && error.cause === undefined)
    return refused(error.message);
  const outcome = outcomeOfOpening(error);
  const isTls = (error as { readonly command?: string }).command === 'STARTTLS';
  return isStrict && isTls ? deferred(outcome.response) : outcome;
}

/** Encryption without a known peer is better than none, and none better than no mail (RFC 7435). */
const routeTo = (deps: MxDeps, host: string, startTls: SmtpRoute['startTls']): SmtpRoute => ({
  host,
  port: SMTP_PORT,
  secure: false,
  startTls,
  tlsWithin: deps.tlsWithin ?? TLS_WITHIN_MS,
  auth: null,
  connect: () => connectBy(deps.egress.getSocket, { host, port: SMTP_PORT }),
});

/** The way out of nodemailer as a promise. */
export function connectBy(
  getSocket: Egress['getSocket'],
  target: ConnectTarget,
): ReturnType<SmtpRoute['connect']> {
  return new Promise((resolve, reject) => {
    getSocket(target, (error, socket) => (socket ? resolve(socket) : reject(error!)));
  });
}
