import type { Exchange, ProviderAnswer } from './exchange.js';
import type { MailParts } from './parts.js';
import type { OutgoingMail, ProviderSettings } from './provider.js';

/** What goes to the API of a provider. */
export interface ApiRequest {
  readonly settings: ProviderSettings;
  /** The address of the API, without final slash. */
  readonly base: string;
  readonly mail: OutgoingMail;
  readonly parts: MailParts;
  readonly exchange: Exchange;
}

/** A provider with an API over HTTP. */
export interface ApiProvider {
  /** What settings lack; null when nothing. */
  missing(settings: ProviderSettings): string | null;
  /** The address of its API. */
  base(settings: ProviderSettings): string;
  /** Hands a mail over by its own library. May throw: what happened is in the exchange. */
  post(request: ApiRequest): Promise<unknown>;
  /** The id it gave a mail it took; null without one. */
  idIn(answer: ProviderAnswer): string | null;
  /** Its own words for a no. */
  textIn(answer: ProviderAnswer): string;
  /** Whether a second request for a mail is recognized, and not sent again. */
  readonly isIdempotent?: boolean;
  /** Whether it takes hidden recipients alone. */
  readonly takesHiddenOnly?: boolean;
}

/** The object in an answer; an empty one where there is none. */
export function objectIn({ text }: ProviderAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A text of an object; null for everything else. */
export function textField(object: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

// What a header may hold without being read otherwise than it is written.
const PRINTABLE = /^[!-~]+$/;

/** Whether `text` can be a key that goes into a header. */
export const isKey = (text: string | null | undefined): text is string =>
  PRINTABLE.test(text ?? '');

/** For providers that know their customers by an API key. */
export const missingApiKey = ({ apiKey }: ProviderSettings): string | null =>
  isKey(apiKey) ? null : 'api_key is needed, in printable ASCII';
