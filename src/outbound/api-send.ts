import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';
import type { Egress } from '../egress/egress.js';
import type { ApiErrand, ApiProvider } from './api.js';
import { outcomeOfExchange } from './api-outcome.js';
import { createExchange } from './exchange.js';
import { mergeOutcomes, refused } from './outcome.js';
import { partsOf, type MailParts } from './parts.js';
import { postmark } from './postmark.js';
import type { OutgoingMail, ProviderName, ProviderSettings, SendOutcome } from './provider.js';
import { resend } from './resend.js';
import { sendgrid } from './sendgrid.js';
import { ses } from './ses.js';

/** The providers that are reached over HTTP. */
export const API_PROVIDERS: Readonly<Record<Exclude<ProviderName, 'SMTP'>, ApiProvider>> = {
  SES: ses,
  SENDGRID: sendgrid,
  POSTMARK: postmark,
  RESEND: resend,
};

// Milliseconds before a request that was not answered is repeated.
const PAUSES = [500, 2_000, 5_000];

/** What sending over HTTP needs. */
export interface ApiDeps {
  readonly egress: Pick<Egress, 'dispatcher' | 'checkUrl'>;
  /** Milliseconds for a request. */
  readonly timeout: number;
}

/** Hands a mail to the provider of `settings` by its API. */
export async function sendByApi(
  deps: ApiDeps,
  provider: ApiProvider,
  settings: ProviderSettings,
  mail: OutgoingMail,
): Promise<SendOutcome> {
  const problem = provider.missing(settings);
  if (problem !== null) return refused(problem);
  const base = baseOf(deps, settings.baseUrl ?? provider.base(settings));
  if (base instanceof AppError) return refused(base.message);
  const parts = await partsOf(mail).catch(() => null);
  if (!parts) return refused('the mail cannot be read');
  const outcomes = errands(provider, mail, parts).map(async (errand) => ({
    recipients: errand.mail.recipients,
    outcome: await post(deps, provider, { ...errand, settings, base }),
  }));
  return mergeOutcomes(await Promise.all(outcomes));
}

/** The rules may have changed since the address was stored. */
function baseOf({ egress }: ApiDeps, text: string): string | AppError {
  try {
    const { origin, pathname } = egress.checkUrl(text, 'base_url');
    return `${origin}${pathname}`.replace(/\/+$/, '');
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

type Errand = Pick<ApiErrand, 'mail' | 'parts'>;

/** Where somebody has to be shown and all are hidden, each gets a mail of his own. */
function errands(provider: ApiProvider, mail: OutgoingMail, parts: MailParts): Errand[] {
  if (provider.takesHiddenOnly || parts.to.length > 0) return [{ mail, parts }];
  if (parts.cc.length > 0) return [{ mail, parts: { ...parts, to: parts.cc, cc: [] } }];
  return parts.bcc.map((address) => ({
    mail: { ...mail, recipients: [address] },
    parts: { ...parts, to: [{ name: null, address }], bcc: [] },
  }));
}

async function post(
  deps: ApiDeps,
  provider: ApiProvider,
  errand: Omit<ApiErrand, 'exchange'>,
): Promise<SendOutcome> {
  const deadline = AbortSignal.timeout(deps.timeout);
  const ask = () => askOnce(deps, provider, errand, deadline);
  const first = await ask();
  return first.kind === 'unknown' && provider.isIdempotent ? repeated(first, ask, deadline) : first;
}

/**
 * Asks again where nobody knows whether the mail was taken. Only here, as the key is known to this account
 * alone, and the next attempt may go to another. A no says nothing of the request before.
 */
async function repeated(
  first: SendOutcome,
  ask: () => Promise<SendOutcome>,
  deadline: AbortSignal,
): Promise<SendOutcome> {
  for (const pause of PAUSES) {
    await sleep(pause);
    if (deadline.aborted) return first;
    const next = await ask();
    if (next.kind === 'accepted') return next;
  }
  return first;
}

async function askOnce(
  { egress }: ApiDeps,
  provider: ApiProvider,
  errand: Omit<ApiErrand, 'exchange'>,
  deadline: AbortSignal,
): Promise<SendOutcome> {
  const exchange = createExchange(egress.dispatcher, deadline, errand.mail.leave);
  let problem = 'the provider was not asked';
  try {
    await provider.post({ ...errand, exchange });
  } catch (error) {
    // What its library makes of an answer tells nothing more; what it refuses to send does.
    problem = (error as Error).message;
  }
  return outcomeOfExchange(provider, exchange.record()) ?? refused(problem);
}
