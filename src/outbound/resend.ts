import { createHash } from 'node:crypto';
import { missingApiKey, objectIn, textField, type ApiRequest, type ApiProvider } from './api.js';
import { fetchBy } from './exchange.js';
import { headerRecord, written } from './parts.js';
import type { OutgoingMail } from './provider.js';

/** Resend's API, which knows a mail it has seen by its key. */
export const resend: ApiProvider = {
  missing: missingApiKey,
  base: () => 'https://api.resend.com',
  post,
  idIn: (answer) => textField(objectIn(answer), 'id'),
  textIn(answer) {
    const body = objectIn(answer);
    return [textField(body, 'name'), textField(body, 'message')].filter(Boolean).join(': ');
  },
  isIdempotent: true,
};

async function post({ settings, base, mail, parts, exchange }: ApiRequest): Promise<void> {
  const { Resend } = await import('resend');
  const client = new Resend(settings.apiKey, { baseUrl: base });
  const ask = fetchBy(exchange);
  // The library knows the global fetch alone, and reads no more of it than this.
  Object.assign(client, {
    async fetchRequest(path: string, options: Parameters<typeof ask>[1]) {
      const response = await ask(`${base}${path}`, options);
      return { data: await response.text(), error: null, headers: null };
    },
  });
  const content = { text: parts.text ?? undefined, html: parts.html ?? undefined };
  await client.emails.send(
    {
      from: written(parts.from),
      to: parts.to.map(written),
      ...(parts.cc.length > 0 && { cc: parts.cc.map(written) }),
      ...(parts.bcc.length > 0 && { bcc: [...parts.bcc] }),
      ...(parts.replyTo.length > 0 && { replyTo: parts.replyTo.map(written) }),
      subject: parts.subject,
      ...(content as { text: string }),
      headers: headerRecord(parts.headers),
      attachments: parts.attachments.map(({ filename, contentType, base64, contentId }) => ({
        filename,
        contentType,
        content: base64,
        ...(contentId !== null && { contentId }),
      })),
    },
    { idempotencyKey: idempotencyKey(mail) },
  );
}

/** One for the Message-ID and those it goes to: another part of the mail is another request. */
function idempotencyKey({ messageId, recipients }: OutgoingMail): string {
  const hash = createHash('sha256').update(messageId);
  for (const address of [...recipients].sort()) hash.update(`\n${address}`);
  return hash.digest('hex');
}
