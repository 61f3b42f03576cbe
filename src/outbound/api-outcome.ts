import type { ApiProvider } from './api.js';
import type { ExchangeRecord, ProviderAnswer } from './exchange.js';
import { accepted, deferred, refused, unknown } from './outcome.js';
import type { SendOutcome } from './provider.js';
import { clip } from '../mail/text/safe-text.js';

// RFC 9110, RFC 6585: the same request may be answered otherwise later.
const LATER = new Set([408, 409, 425, 429]);
// Something between here and the provider answered in its place: it may have got the mail.
const IN_ITS_PLACE = new Set([502, 504]);
// Resend: the key was used for another mail, which will be so the next time as well.
const KEY_IS_TAKEN = 'invalid_idempotent_request';

/** The outcome of what happened; null when nothing was asked at all. */
export function outcomeOfExchange(
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
