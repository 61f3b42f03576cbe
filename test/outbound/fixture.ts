import MailComposer from 'nodemailer/lib/mail-composer';
import type { Egress, EgressOptions } from '../../src/egress/egress.js';
import { OutboundService, type OutboundDeps } from '../../src/outbound/outbound.js';
import type { Outbound, OutgoingMail, ProviderSettings } from '../../src/outbound/provider.js';
import { testEgress } from '../egress/fixture.js';
import { createZone } from '../support/dns-zone.js';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '../support/smtp-sink.js';

export const LOOPBACK = ['127.0.0.0/8', '::1'];

const running: { close(): unknown }[] = [];

/** Ends what the fixtures of this file started. */
export async function closeOutbound(): Promise<void> {
  for (const one of running.splice(0).reverse()) await one.close();
}

export interface TestOutbound extends Outbound {
  readonly errors: unknown[];
}

/** An outbound that may connect to the loopback interface. */
export function testOutbound(
  options: Partial<OutboundDeps> & { readonly way?: Partial<EgressOptions> } = {},
): TestOutbound {
  const { way, ...deps } = options;
  const egress: Egress = testEgress({ allow: LOOPBACK, ...way });
  const errors: unknown[] = [];
  const log = { error: (details: unknown) => void errors.push(details) };
  const outbound = new OutboundService({
    egress,
    dns: createZone(),
    // What is known of a domain is in memory as well.
    policies: { find: async () => null, keep: async () => undefined },
    mailDomain: 'agents.example.com',
    log,
    ...deps,
  });
  running.push(outbound);
  return Object.assign(outbound, { errors });
}

/** A scripted server that is ended with the others. */
export async function sink(options?: SinkOptions): Promise<SmtpSink> {
  const started = await startSmtpSink(options);
  running.push(started);
  return started;
}

/** Settings that lead to a sink. */
export const settingsOf = (
  { port }: SmtpSink,
  more: Partial<ProviderSettings> = {},
): ProviderSettings => ({ provider: 'SMTP', host: '127.0.0.1', port, ...more });

/** A plain mail, or one with the given bytes. */
export function mailTo(
  recipients: readonly string[] = ['bob@example.org'],
  raw: Buffer = plainMail(),
): OutgoingMail {
  return {
    messageId: '<one@agents.example.com>',
    envelopeFrom: 'agent@agents.example.com',
    recipients,
    raw,
  };
}

export const plainMail = (body = 'Hello\r\n.dot\r\n..dots\r\n.\r\nend\r\n') =>
  Buffer.from(
    'From: agent@agents.example.com\r\nTo: bob@example.org\r\nSubject: Hi\r\n' +
      `Message-ID: <one@agents.example.com>\r\n\r\n${body}`,
  );

/** The bytes of a mail as the ledger makes them. */
export const composed = (options: ConstructorParameters<typeof MailComposer>[0]) =>
  new MailComposer({ newline: 'windows', ...options }).compile().build();
