import type { MailService } from '@sendgrid/mail';
import { missingApiKey, objectIn, textField, type ApiRequest, type ApiProvider } from './api.js';
import type { Exchange, ProviderAnswer } from './exchange.js';
import { headerRecord, type MailParts } from './parts.js';

/** SendGrid's API of version 3. */
export const sendgrid: ApiProvider = {
  missing: missingApiKey,
  base: () => 'https://api.sendgrid.com',
  post,
  idIn: ({ headers }) => headers['x-message-id'] ?? null,
  textIn,
};

/** What this code uses of the library's client, whose types leave it out. */
interface SendGridClient {
  setDefaultHeader(name: string, value: string): void;
  setDefaultRequest(settings: Readonly<Record<string, unknown>>): void;
}

type ServiceClass = new () => MailService & { readonly client: SendGridClient };

async function post({ settings, base, parts, exchange }: ApiRequest): Promise<void> {
  const { default: library } = await import('@sendgrid/mail');
  const { MailService: Service } = library as unknown as { readonly MailService: ServiceClass };
  // The library's own instance is one for all customers.
  const service = new Service();
  service.client.setDefaultHeader('Authorization', `Bearer ${settings.apiKey}`);
  service.client.setDefaultRequest({ baseUrl: base, adapter: adapterBy(exchange, parts) });
  await service.send(messageOf(parts));
}

interface AxiosRequest {
  readonly baseURL: string;
  readonly url: string;
  readonly method: string;
  readonly headers: { toJSON(): Readonly<Record<string, unknown>> };
  readonly data: string;
}

/** Takes the place of the part of axios that speaks HTTP: proxies, redirects and all. */
const adapterBy = (exchange: Exchange, parts: MailParts) => async (request: AxiosRequest) => {
  const {
    status,
    text,
    headers: answered,
  } = await exchange.request({
    url: `${request.baseURL}${request.url}`,
    method: request.method.toUpperCase(),
    headers: headersOf(request, parts),
    body: request.data,
  });
  return { status, statusText: '', data: text, headers: answered, config: request };
};

/** The library sends the mail's own headers with the request as well. */
function headersOf({ headers }: AxiosRequest, parts: MailParts): Record<string, string> {
  const ofMail = new Set(parts.headers.map(({ name }) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers.toJSON())
      .filter(([name]) => !ofMail.has(name.toLowerCase()))
      .map(([name, value]) => [name, String(value)]),
  );
}

function messageOf(parts: MailParts): Parameters<MailService['send']>[0] {
  const { text, html } = parts;
  const person = ({ name, address }: MailParts['from']) => ({
    email: address,
    ...(name !== null && { name }),
  });
  const content = [
    // It refuses an empty text.
    ...(text === null ? [] : [{ type: 'text/plain', value: text || ' ' }]),
    ...(html === null ? [] : [{ type: 'text/html', value: html || ' ' }]),
  ];
  return {
    from: person(parts.from),
    personalizations: [
      {
        to: parts.to.map(person),
        ...(parts.cc.length > 0 && { cc: parts.cc.map(person) }),
        ...(parts.bcc.length > 0 && { bcc: parts.bcc.map((email) => ({ email })) }),
      },
    ],
    ...(parts.replyTo.length === 1 && { replyTo: person(parts.replyTo[0]!) }),
    ...(parts.replyTo.length > 1 && { replyToList: parts.replyTo.map(person) }),
    subject: parts.subject,
    content: content as never,
    headers: headerRecord(parts.headers),
    attachments: parts.attachments.map(({ filename, contentType, base64, contentId }) => ({
      content: base64,
      filename,
      type: contentType,
      disposition: contentId === null ? 'attachment' : 'inline',
      ...(contentId !== null && { content_id: contentId }),
    })),
  };
}

function textIn(answer: ProviderAnswer): string {
  const { errors } = objectIn(answer);
  if (!Array.isArray(errors)) return '';
  return (errors as readonly Readonly<Record<string, unknown>>[])
    .map((error) => textField(error, 'message') ?? '')
    .filter(Boolean)
    .join('; ');
}
