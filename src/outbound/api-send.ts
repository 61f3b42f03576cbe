import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';
import type { Egress } from '../egress/egress.js';
import type { ApiRequest, ApiProvider } from './api.js';
import { createExchange, type ExchangeRecord, type ProviderAnswer } from './exchange.js';
import { mergeOutcomes, refused, accepted, deferred, unknown } from './outcome.js';
import { partsOf, type MailParts } from './parts.js';
import { postmark } from './postmark.js';
import type { OutgoingMail, ProviderName, ProviderSettings, SendOutcome } from './provider.js';
import { resend } from './resend.js';
import { sendgrid } from './sendgrid.js';
import { ses } from './ses.js';
import { clip } from '../mail/text/safe-text.js';

/** The providers that are reached over HTTP. */
export const API_PROVIDERS: Readonly<Record<Exclude<ProviderName, 'SMTP'>, ApiProvider>> = {
  SES: ses,
  SENDGRID: sendgrid,
  POSTMARK: postmark,
  RESEND: resend,
};

// Milliseconds before a request that was not answered is repeated.
const PAUSES = [500, 2_000, 5_000];

interface ApiDeps {
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
  const outcomes = deliveriesOf(provider, mail, parts).map(async (delivery) => ({
    recipients: delivery.mail.recipients,
    outcome: await post(deps, provider, { ...delivery, settings, base }),
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

type ApiDelivery = Pick<ApiRequest, 'mail' | 'parts'>;

/** Where somebody has to be shown and all are hidden, each gets a mail of his own. */
function deliveriesOf(provider: ApiProvider, mail: OutgoingMail, parts: MailParts): ApiDelivery[] {
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
  request: Omit<ApiRequest, 'exchange'>,
): Promise<SendOutcome> {
  const deadline = AbortSignal.timeout(deps.timeout);
  const ask = () => askOnce(deps, provider, request, deadline);
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
    await sleep(pause, undefined, { signal: deadline }).catch(() => undefined);
    if (deadline.aborted) return first;
    const next = await ask();
    if (next.kind === 'accepted') return next;
  }
  return first;
}

async function askOnce(
  { egress }: ApiDeps,
  provider: ApiProvider,
  request: Omit<ApiRequest, 'exchange'>,
  deadline: AbortSignal,
): Promise<SendOutcome> {
  const exchange = createExchange(egress.dispatcher, deadline, request.mail.leave);
  let problem = 'the provider was not asked';
  try {
    await provider.post({ ...request, exchange });
  } catch (error) {
    // What its library makes of an answer tells nothing more; what it refuses to send does.
    problem = (error as Error).message;
  }
  return outcomeOfExchange(provider, exchange.record()) ?? refused(problem);
}

// RFC 9110, RFC 6585: the same request may be answered otherwise later.
const LATER = new Set([408, 409, 425, 429]);
// Something between here and the provider answered in its place: it may have got the mail.
const IN_ITS_PLACE = new Set([502, 504]);
// Resend: the key was used for another mail, which will be so the next time as well.
const KEY_IS_TAKEN = 'invalid_idempotent_request';

/** The outcome of what happened; null when nothing was asked at all. */
function outcomeOfExchange(
  provider: ApiProvider,
  { answer, failure, isSent }: ExchangeRecord,
): SendOutcome | null {
  if (answer) return outcomeOfAnswer(provider, answer);
  if (!failure) return null;
  if (failure.reason === 'forbidden') return refused(failure.message);
  if (!isSent) return deferred(failure.message);
  return unknown(`the provider gave no answer: ${failure.message}`);
}

function outcomeOfAnswer(provider: ApiProvider, answer: ProviderAnswer): SendOutcome {
  const { status } = answer;
  const text = `${status} ${provider.textIn(answer) || excerpt(answer)}`.trim();
  if (status >= 200 && status < 300) return outcomeOfSuccess(provider, answer, text);
  if (text.includes(KEY_IS_TAKEN)) return refused(text);
  if (LATER.has(status)) return deferred(text);
  if (status < 500) return refused(text);
  return IN_ITS_PLACE.has(status) ? unknown(text) : deferred(text);
}

/** An error code in an answer that looks like success is Postmark's way to say no. */
function outcomeOfSuccess(
  provider: ApiProvider,
  answer: ProviderAnswer,
  text: string,
): SendOutcome {
  const id = provider.idIn(answer);
  return id === null && /"ErrorCode"\s*:\s*[1-9]/.test(answer.text)
    ? refused(text)
    : accepted(text, id);
}

const excerpt = ({ text }: ProviderAnswer) => (text.startsWith('<') ? '' : clip(text, 200));
