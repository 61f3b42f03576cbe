/** A sign-up mail with a code of its own. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly messageId: string;
  /** CRLF line ends, without the dot line that ends DATA. */
  readonly raw: string;
}

let made = 0;
const run = Math.random().toString(36).slice(2, 10);

/** A mail of 1.25 KB as sites send them: text and HTML, each with the code. */
export function codeMail(to: string): CodeMail {
  const number = made++;
  const code = String(100_000 + ((number * 7_919) % 900_000));
  const messageId = `<${run}.${number}@mail.northwind.example>`;
  const boundary = `=_${run}_${number}`;
  const date = new Date().toUTCString().replace('GMT', '+0000');
  const raw = [
    'Received: from app7.northwind.example (app7.northwind.example [192.0.2.17])',
    `\tby mail.northwind.example with ESMTPS id ${number}; ${date}`,
    'From: "Northwind Accounts" <no-reply@northwind.example>',
    `To: ${to}`,
    'Subject: Confirm your e-mail address',
    `Message-ID: ${messageId}`,
    `Date: ${date}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello,',
    '',
    'thank you for signing up at Northwind. To confirm that this address is',
    'yours, please enter this verification code:',
    '',
    `    ${code}`,
    '',
    'The code is valid for 10 minutes. If you did not sign up, you can ignore',
    'this message.',
    '',
    'Northwind Traders, 12 Harbour Street',
    '',
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><body style="font-family:sans-serif"><h1>Confirm your address</h1>',
    '<p>Thank you for signing up at Northwind. To confirm that this address is',
    'yours, please enter this verification code:</p>',
    `<p style="font-size:28px"><b>${code}</b></p>`,
    '<p>The code is valid for 10 minutes. If you did not sign up, you can ignore',
    'this message.</p><p><a href="https://northwind.example/help">Help</a></p>',
    '</body></html>',
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return { to, code, messageId, raw };
}
