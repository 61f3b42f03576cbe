import { codeMail } from './code-mail.js';

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
    { what: '10 KB', raw: layoutMail(9), code: CODE },
    { what: '68 KB', raw: layoutMail(74), code: CODE },
  ];
}

const HEADER = [
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
const CELL =
  'padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;color:#333333';

function layoutMail(articles: number): Buffer {
  const html = [
    '<!DOCTYPE html><html><head><title>Confirm your address</title><style>',
    '@media only screen and (max-width:600px){.wide{display:none!important}}',
    '.button{background:#2b6cb0;color:#ffffff}.footer{color:#999999;font-size:12px}</style></head>',
    '<body style="margin:0;background-color:#f2f4f6"><table width="100%" cellpadding="0">',
    row('<h1>Confirm your address</h1>'),
    row('Enter this verification code to finish signing up:'),
    row(`<span style="font-size:32px;letter-spacing:6px;font-weight:bold">${CODE}</span>`),
    row('The code is valid for 10 minutes. If you did not sign up, ignore this mail.'),
    ...Array.from({ length: articles }, (_, index) => article(index)),
    row('<a class="footer" href="https://northwind.example/unsubscribe?id=1">Unsubscribe</a>'),
    '</table></body></html>',
  ].join('\n');
  const text = `Enter this verification code to finish signing up:\n\n${CODE}\n\nIt is valid for 10 minutes.\n`;
  return Buffer.from(
    [...HEADER, '', part('text/plain', text), part('text/html', html), '--=_sample--', ''].join(
      '\r\n',
    ),
  );
}

const row = (content: string) => `<tr><td align="center" style="${CELL}">${content}</td></tr>`;

function article(index: number): string {
  const link = `https://click.northwind.example/c/${index}?u=8f14e45fceea167a5a36dedd4bea2543`;
  return [
    '<tr><td class="wide"><table width="600" align="center" cellpadding="0" cellspacing="0"><tr>',
    `<td style="${CELL};width:120px"><a href="${link}"><img alt="Story ${index}" width="120"></a></td>`,
    `<td style="${CELL}"><h3 style="margin:0 0 8px">Harbour notes, part ${index + 1}</h3>`,
    '<p style="margin:0">Ships, tides and the people who know them: a look at the northern quays',
    'and what changes there this season, told by those who load the boats every morning.</p>',
    `<p><a href="${link}" style="color:#2b6cb0;text-decoration:none">Read the whole story</a></p>`,
    '</td></tr></table></td></tr>',
  ].join('\n');
}

function part(type: string, text: string): string {
  const encoded = text.replaceAll('=', '=3D').replaceAll('\n', '\r\n');
  return [
    '--=_sample',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    encoded,
  ].join('\r\n');
}
