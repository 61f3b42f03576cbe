import type {
  OutgoingMail,
  ProviderName,
  ProviderSettings,
  SendOutcome,
} from '../../src/outbound/provider.js';
import { makeCertificate } from '../egress/fixture.js';
import { startProviderServer, type ProviderServer } from '../support/provider-server.js';
import { composed, mailTo, testOutbound } from './fixture.js';

export type ApiName = Exclude<ProviderName, 'SMTP'>;

export const certificate = await makeCertificate('localhost');
/** Trusts the scripted providers. */
export const way = { authorities: certificate.cert };

export const settingsOf = (provider: ApiName, baseUrl: string): ProviderSettings => ({
  provider,
  baseUrl,
  apiKey: 'SG.key-of-the-customer',
  username: 'AKIDEXAMPLE',
  password: 'secret-of-the-customer',
  region: 'eu-west-1',
});

/** A mail with everything. */
export async function fullMail(recipients?: readonly string[]): Promise<OutgoingMail> {
  const raw = await composed({
    from: { name: 'Agent "X" Ö', address: 'agent@agents.example.com' },
    to: ['Bob <bob@example.org>', 'carol@example.org'],
    cc: 'Dave <dave@example.org>',
    replyTo: 'replies@agents.example.com',
    subject: 'Grüße',
    text: 'Hallo',
    html: '<p>Hallo <img src="cid:logo@x"></p>',
    messageId: '<one@agents.example.com>',
    inReplyTo: '<zero@example.org>',
    references: ['<first@example.org>', '<zero@example.org>'],
    headers: { 'X-Campaign': 'seven', 'List-Unsubscribe': '<https://example.org/u>' },
    attachments: [
      { filename: 'a.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
      {
        filename: 'logo.png',
        content: Buffer.from([1, 2]),
        contentType: 'image/png',
        cid: 'logo@x',
      },
    ],
  });
  return mailTo(
    recipients ?? [
      'bob@example.org',
      'carol@example.org',
      'dave@example.org',
      'hidden@example.org',
    ],
    raw,
  );
}

/** Hands a mail to a scripted provider. */
export type SendTo = (
  provider: ApiName,
  mail: OutgoingMail,
  timeout?: number,
) => Promise<SendOutcome>;

/** A scripted provider, and what sends to it. */
export async function startProvider(): Promise<{ server: ProviderServer; send: SendTo }> {
  const server = await startProviderServer(certificate);
  return {
    server,
    send: (provider, mail, timeout = 5_000) =>
      testOutbound({ way, timeouts: { api: timeout } }).send(
        settingsOf(provider, server.url),
        mail,
      ),
  };
}
