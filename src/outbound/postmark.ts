import { missingApiKey, objectIn, textField, type ApiRequest, type ApiProvider } from './api.js';
import { fetchBy } from './exchange.js';
import { written } from './parts.js';

/** Postmark's API for single mails. */
export const postmark: ApiProvider = {
  missing: missingApiKey,
  base: () => 'https://api.postmarkapp.com',
  post,
  idIn: (answer) => textField(objectIn(answer), 'MessageID'),
  textIn(answer) {
    const body = objectIn(answer);
    const { ErrorCode: code } = body;
    const message = textField(body, 'Message') ?? '';
    return typeof code === 'number' && code !== 0 ? `${code} ${message}` : message;
  },
};

// Without it Postmark puts an id of its own in place of ours.
const KEEP_ID = { Name: 'X-PM-KeepID', Value: 'true' };
const TIMEOUT_SECONDS = 60;

async function post({ settings, base, parts, exchange }: ApiRequest): Promise<void> {
  const { ServerClient } = await import('postmark');
  const client = new ServerClient(settings.apiKey ?? '', {
    requestHost: base.replace(/^https:\/\//, ''),
    useHttps: true,
    // Longer than the exchange, which ends by its own deadline.
    timeout: TIMEOUT_SECONDS,
    fetch: fetchBy(exchange),
  });
  const list = (addresses: readonly string[]) => addresses.join(', ');
  await client.sendEmail({
    From: written(parts.from),
    To: list(parts.to.map(written)),
    ...(parts.cc.length > 0 && { Cc: list(parts.cc.map(written)) }),
    ...(parts.bcc.length > 0 && { Bcc: list(parts.bcc) }),
    ...(parts.replyTo.length > 0 && { ReplyTo: list(parts.replyTo.map(written)) }),
    Subject: parts.subject,
    ...(parts.text !== null && { TextBody: parts.text }),
    ...(parts.html !== null && { HtmlBody: parts.html }),
    Headers: [...parts.headers.map(({ name, value }) => ({ Name: name, Value: value })), KEEP_ID],
    Attachments: parts.attachments.map(({ filename, contentType, base64, contentId }) => ({
      Name: filename,
      Content: base64,
      ContentType: contentType,
      ContentID: contentId === null ? null : `cid:${contentId}`,
    })),
  });
}
