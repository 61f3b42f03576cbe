/** What a mail in a layout of tables holds. */
export interface Layout {
  /** As lines, with a `Content-Type` of this boundary. */
  readonly head: readonly string[];
  readonly boundary: string;
  readonly title: string;
  /** What leads to the code. */
  readonly lead: string;
  readonly code: string;
  /** What stands behind it. */
  readonly rest: string;
  /** Newsletter below the code, of 0.86 KB each. */
  readonly articles: number;
}

const CELL =
  'padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:15px;color:#333333';

/** A code as sites send it in a layout of tables, above a newsletter; quoted-printable, CRLF line ends. */
export function layoutMail({ head, boundary, title, lead, code, rest, articles }: Layout): string {
  const html = [
    `<!DOCTYPE html><html><head><title>${title}</title><style>`,
    '@media only screen and (max-width:600px){.wide{display:none!important}}',
    '.button{background:#2b6cb0;color:#ffffff}.footer{color:#999999;font-size:12px}</style></head>',
    '<body style="margin:0;background-color:#f2f4f6"><table width="100%" cellpadding="0">',
    row(`<h1>${title}</h1>`),
    row(lead),
    row(`<span style="font-size:32px;letter-spacing:6px;font-weight:bold">${code}</span>`),
    row(rest),
    ...Array.from({ length: articles }, (_, index) => article(index)),
    row('<a class="footer" href="https://northwind.example/unsubscribe?id=1">Unsubscribe</a>'),
    '</table></body></html>',
  ].join('\n');
  const text = `${lead}\n\n${code}\n\n${rest}\n`;
  const parts = [part('text/plain', text), part('text/html', html)];
  const bodies = parts.flatMap((lines) => [`--${boundary}`, ...lines]);
  return [...head, '', ...bodies, `--${boundary}--`, ''].join('\r\n');
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

const part = (type: string, text: string): string[] => [
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  text.replaceAll('=', '=3D').replaceAll('\n', '\r\n'),
];
