/** A sign-up mail with a code of its own. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly messageId: string;
  /** CRLF line ends, without the dot line that ends DATA. */
  readonly raw: string;
}

/** Who sends a mail, and what it says. Lines end where they are wrapped. */
export interface MailText {
  readonly name: string;
  readonly domain: string;
  readonly subject: string;
  /** What leads to the code. */
  readonly lead: readonly string[];
  /** What stands behind it. */
  readonly rest: readonly string[];
}

/** What every mail has of its own. */
export interface MailFrame extends Omit<CodeMail, 'raw'> {
  /** As lines, From to Content-Type. */
  readonly head: readonly string[];
  readonly boundary: string;
}

let made = 0;
const run = Math.random().toString(36).slice(2, 10);

/** The header of a mail with a code and a Message-ID of its own. */
export function newFrame(to: string, { name, domain, subject }: MailText): MailFrame {
  const number = made++;
  const code = String(100_000 + ((number * 7_919) % 900_000));
  const messageId = `<${run}.${number}@mail.${domain}>`;
  const boundary = `=_${run}_${number}`;
  const date = new Date().toUTCString().replace('GMT', '+0000');
  const head = [
    `Received: from app7.${domain} (app7.${domain} [192.0.2.17])`,
    `\tby mail.${domain} with ESMTPS id ${number}; ${date}`,
    `From: "${name}" <no-reply@${domain}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    `Date: ${date}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  return { to, code, messageId, head, boundary };
}

const NORTHWIND: MailText = {
  name: 'Northwind Accounts',
  domain: 'northwind.example',
  subject: 'Confirm your e-mail address',
  lead: [
    'thank you for signing up at Northwind. To confirm that this address is',
    'yours, please enter this verification code:',
  ],
  rest: [
    'The code is valid for 10 minutes. If you did not sign up, you can ignore',
    'this message.',
  ],
};

/** A mail of 1.25 KB as sites send them: text and HTML, each with the code. */
export function codeMail(to: string, text: MailText = NORTHWIND): CodeMail {
  const { code, messageId, head, boundary } = newFrame(to, text);
  const [first, ...others] = text.lead;
  const raw = [
    ...head,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello,',
    '',
    ...text.lead,
    '',
    `    ${code}`,
    '',
    ...text.rest,
    '',
    `${text.name}, 12 Harbour Street`,
    '',
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body style="font-family:sans-serif"><h1>${text.subject}</h1>`,
    `<p>${[capitalized(first!), ...others].join('\r\n')}</p>`,
    `<p style="font-size:28px"><b>${code}</b></p>`,
    `<p>${text.rest.join('\r\n')}</p><p><a href="https://${text.domain}/help">Help</a></p>`,
    '</body></html>',
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return { to, code, messageId, raw };
}

const capitalized = (line: string) => line.charAt(0).toUpperCase() + line.slice(1);
