import { domainToASCII } from 'node:url';
import type { DnsSource } from '../dns/answer.js';
import type { Egress } from '../egress/egress.js';
import type { ConnectTarget } from '../egress/connect.js';
import { EgressError } from '../egress/failure.js';
import { mxHosts } from './mx-hosts.js';
import { createStsPolicies, namesHost, type KeptPolicies, type StsPolicy } from './mta-sts.js';
import { deferred, mergeOutcomes, refused } from './outcome.js';
import type { OutgoingMail, SendOutcome } from './provider.js';
import { sendOn } from './smtp.js';
import { outcomeOfOpening } from './smtp-outcome.js';
import { type SmtpRoute, openSession, type SmtpSession } from './smtp-session.js';

interface MxDeps {
  readonly egress: Pick<Egress, 'getSocket' | 'send'>;
  readonly dns: DnsSource;
  readonly policies: KeptPolicies;
  /** What servers are greeted with. */
  readonly name: string;
}

/** Delivers a mail to the mail exchangers of each recipient's domain. */
export type SendToMx = (mail: OutgoingMail, deadline: AbortSignal) => Promise<SendOutcome>;

const SMTP = 25;

/** One delivery a domain, side by side. */
export function createMxSender(deps: MxDeps): SendToMx {
  const policies = createStsPolicies({
    dns: deps.dns,
    send: deps.egress.send,
    store: deps.policies,
  });

  const deliver = async (domain: string, mail: OutgoingMail, deadline: AbortSignal) => {
    const found = await mxHosts(deps.dns, domain);
    if (found.kind === 'none') return refused(found.reason);
    if (found.kind === 'failed') return deferred(found.reason);
    const policy = await policies.find(domain).catch(() => undefined);
    if (policy === undefined) return deferred(`the policy of ${domain} could not be read`);
    const hosts = permittedHosts(found.hosts, policy);
    if (hosts.length === 0)
      return deferred(`no mail exchanger of ${domain} is named by its MTA-STS policy`);
    return deliverTo(hosts, (host) =>
      tryHost(deps, { host, mail, deadline, isStrict: policy?.mode === 'enforce' }),
    );
  };

  return async (mail, deadline) => {
    const parts = [...byDomain(mail.recipients)].map(async ([domain, recipients]) => ({
      recipients,
      outcome: await deliver(domain, { ...mail, recipients }, deadline),
    }));
    return mergeOutcomes(await Promise.all(parts));
  };
}

function byDomain(recipients: readonly string[]): Map<string, string[]> {
  const domains = new Map<string, string[]>();
  for (const address of recipients) {
    const text = address.slice(address.lastIndexOf('@') + 1);
    const domain = (text.startsWith('[') ? text : domainToASCII(text)).toLowerCase();
    domains.set(domain, [...(domains.get(domain) ?? []), address]);
  }
  return domains;
}

const permittedHosts = (hosts: readonly string[], policy: StsPolicy | null) =>
  policy?.mode === 'enforce' ? hosts.filter((host) => namesHost(policy, host)) : hosts;

/** What a host said; `isOver` when no other one needs to be asked. */
interface Said {
  readonly outcome: SendOutcome;
  readonly isOver: boolean;
}

/** Asks hosts in order until one took or refused the mail. */
async function deliverTo(
  hosts: readonly string[],
  attempt: (host: string) => Promise<Said>,
): Promise<SendOutcome> {
  const outcomes: SendOutcome[] = [];
  for (const host of hosts) {
    const said = await attempt(host);
    if (said.isOver) return said.outcome;
    outcomes.push(said.outcome);
  }
  const last = outcomes.at(-1) ?? deferred('there is no mail exchanger');
  // One that may be reached the next time is a reason to try again.
  return outcomes.find(({ kind }) => kind === 'deferred') ?? last;
}

interface HostAttempt {
  readonly host: string;
  readonly mail: OutgoingMail;
  readonly deadline: AbortSignal;
  /** A valid certificate is required. */
  readonly isStrict: boolean;
}

async function tryHost(deps: MxDeps, attempt: HostAttempt): Promise<Said> {
  let session: SmtpSession;
  try {
    session = await open(deps, attempt);
  } catch (error) {
    return {
      outcome: outcomeOfClosedHost(error, attempt.isStrict),
      isOver: attempt.deadline.aborted,
    };
  }
  const { outcome, isSent } = await sendOn(session, attempt.mail, attempt.deadline);
  session.quit();
  const isAnswer = outcome.kind === 'refused' || outcome.kind === 'accepted';
  return { outcome, isOver: isSent || isAnswer || attempt.deadline.aborted };
}

/** Under a policy TLS that cannot be had is no reason to give up (RFC 8461 section 5). */
function outcomeOfClosedHost(error: unknown, isStrict: boolean): SendOutcome {
  if (error instanceof EgressError && error.reason === 'unresolved' && error.cause === undefined)
    return refused(error.message);
  const outcome = outcomeOfOpening(error);
  const isTls = (error as { readonly command?: string }).command === 'STARTTLS';
  return isStrict && isTls ? deferred(outcome.response) : outcome;
}

/** Encryption without a known peer is better than none, and none better than no mail (RFC 7435). */
async function open(deps: MxDeps, { host, deadline, isStrict }: HostAttempt): Promise<SmtpSession> {
  const startTls = isStrict ? 'required' : 'opportunistic';
  try {
    return await openSession(route(deps, host, startTls), deps.name, deadline);
  } catch (error) {
    if (isStrict || deadline.aborted || !isTlsFailure(error)) throw error;
    return openSession(route(deps, host, 'never'), deps.name, deadline);
  }
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|EPROTO)/;

function isTlsFailure(error: unknown): boolean {
  const { code, originalCode = '' } = error as { code?: unknown; originalCode?: string };
  return code === 'ETLS' || TLS_CODE.test(originalCode);
}

const route = (deps: MxDeps, host: string, startTls: SmtpRoute['startTls']): SmtpRoute => ({
  host,
  port: SMTP,
  secure: false,
  startTls,
  auth: null,
  connect: () => connectBy(deps.egress.getSocket, { host, port: SMTP }),
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
