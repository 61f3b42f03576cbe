import { createHash } from 'node:crypto';
import type { Random } from './random.js';

/** A mail as the program sends it. */
export interface Mail {
  readonly messageId: string;
  readonly code: string;
  /** Addresses, each of another inbox. */
  readonly recipients: readonly string[];
  readonly attachment: Buffer | null;
  /** The message before dot-stuffing; null when the service composes it. */
  readonly raw: Buffer | null;
  /** What `POST /v1/inbound` takes; null when it goes by SMTP. */
  readonly json: object | null;
}

/** Makes mails: all different, the same again for the same seed. */
export interface MailMaker {
  smtpMail(recipients: readonly string[]): Mail;
  inboundMail(recipients: readonly string[]): Mail;
}

const SENDER = 'no-reply@northwind.example';
const LARGEST_ATTACHMENT = 200_000;

/** The makers of a run; `name` keeps its Message-IDs apart from those of other runs. */
export function createMailMaker(random: Random, name: string): MailMaker {
  let count = 0;
  const next = (recipients: readonly string[]) => {
    count += 1;
    return {
      messageId: `<${count}.${name}@northwind.example>`,
      // A prime step visits every six-digit number once before one comes again.
      code: String(100_000 + ((count * 7_919) % 900_000)),
      recipients,
      attachment: random.chance(0.25) ? bytes(count, random.below(LARGEST_ATTACHMENT)) : null,
    };
  };
  return {
    smtpMail(recipients) {
      const mail = next(recipients);
      return { ...mail, raw: message(mail), json: null };
    },
    inboundMail(recipients) {
      const mail = next(recipients);
      return { ...mail, raw: null, json: inboundBody(mail) };
    },
  };
}

type Content = Omit<Mail, 'raw' | 'json'>;

/** Bytes that no other mail has. */
function bytes(count: number, size: number): Buffer {
  const block = createHash('sha512').update(String(count)).digest();
  return Buffer.alloc(size + block.length, block);
}

const subjectOf = ({ code }: Content) => `${code} is your Northwind code`;

const textOf = ({ code }: Content) =>
  [
    'Welcome to Northwind!',
    '',
    `Your verification code is ${code}`,
    '.',
    '.. lines that begin with dots stay as they are',
    'It is valid for 10 minutes.',
    '',
  ].join('\r\n');

function message(mail: Content): Buffer {
  const head = [
    `From: "Northwind" <${SENDER}>`,
    `To: ${mail.recipients.map((address) => `<${address}>`).join(', ')}`,
    `Subject: ${subjectOf(mail)}`,
    `Message-ID: ${mail.messageId}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
  ];
  const body = mail.attachment ? mixed(textOf(mail), mail.attachment) : plain(textOf(mail));
  return Buffer.from([...head, ...body].join('\r\n'));
}

const plain = (text: string) => ['Content-Type: text/plain; charset=utf-8', '', text];

function mixed(text: string, attachment: Buffer): string[] {
  const lines = attachment.toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    ...plain(text),
    '--part',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="data.bin"',
    '',
    lines,
    '--part--',
    '',
  ];
}

const inboundBody = (mail: Content) => ({
  from: SENDER,
  to: mail.recipients,
  subject: subjectOf(mail),
  text: textOf(mail),
  headers: { 'Message-ID': mail.messageId },
  attachments: mail.attachment
    ? [{ filename: 'data.bin', content: mail.attachment.toString('base64') }]
    : [],
});
