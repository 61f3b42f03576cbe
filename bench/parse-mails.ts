import { codeMail } from './code-mail.js';
import { layoutMail } from './layout-mail.js';

/** A mail of one size, and the code a reader finds in it. */
export interface SampleMail {
  readonly what: string;
  readonly raw: Buffer;
  readonly code: string;
}

const CODE = '482913';

/** Sign-up mails as sites send them: plain, in a layout of tables, and below a whole newsletter. */
export function sampleMails(): SampleMail[] {
  const { raw, code } = codeMail('agent@restante.example');
  return [
    { what: '1.25 KB', raw: Buffer.from(raw), code },
    { what: '10 KB', raw: sampleLayout(9), code: CODE },
    { what: '68 KB', raw: sampleLayout(74), code: CODE },
  ];
}

const HEAD = [
  'Received: from out.northwind.example (out.northwind.example [192.0.2.25])',
  '\tby mx.restante.example with ESMTPS id 7f3a for <agent@restante.example>;',
  '\tFri, 20 Nov 2026 10:00:00 +0000',
  'From: Northwind <no-reply@northwind.example>',
  'To: agent@restante.example',
  'Subject: =?utf-8?Q?Confirm_your_address_=E2=80=93_Northwind?=',
  'Date: Fri, 20 Nov 2026 10:00:00 +0000',
  'Message-ID: <sample@northwind.example>',
  'List-Unsubscribe: <https://northwind.example/u/1>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary="=_sample"',
];

const sampleLayout = (articles: number): Buffer =>
  Buffer.from(
    layoutMail({
      head: HEAD,
      boundary: '=_sample',
      title: 'Confirm your address',
      lead: 'Enter this verification code to finish signing up:',
      code: CODE,
      rest: 'The code is valid for 10 minutes. If you did not sign up, ignore this mail.',
      articles,
    }),
  );
