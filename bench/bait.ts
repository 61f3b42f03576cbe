/** A kind of text that a careless reader needs much time for. */
export interface Bait {
  /** The part of the analysis it is aimed at. */
  readonly target: string;
  readonly what: string;
  /** A whole mail of about so many bytes. */
  readonly make: (bytes: number) => Buffer;
  /** Up to so many bytes its cost may grow faster, since a limit ends that; 0 when it never does. */
  readonly limitAt?: number;
}

const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));

const mail = (header: string, body: string) =>
  Buffer.from(`From: a@b.test\r\nSubject: Your code\r\n${header}\r\n${body}`);

const plain = (target: string, what: string, piece: string): Bait => ({
  target,
  what,
  make: (bytes) => mail('Content-Type: text/plain; charset=utf-8\r\n', fill(piece, bytes)),
});

/** Behind a code in a language whose words nobody knows. */
const unread = (what: string, piece: string): Bait => ({
  target: 'lifetimes',
  what: `${what} of no list`,
  make: (bytes) =>
    mail(
      'Content-Type: text/plain; charset=utf-8\r\n',
      `Teie kinnituskood: 482913\n\n${fill(piece, bytes)}`,
    ),
});

const html = (target: string, what: string, piece: string, before = ''): Bait => ({
  target,
  what,
  make: (bytes) => mail('Content-Type: text/html; charset=utf-8\r\n', before + fill(piece, bytes)),
});

const header = (what: string, make: (bytes: number) => string): Bait => ({
  target: 'header',
  what,
  make: (bytes) => mail(make(bytes), 'x'),
});

const encoded = (what: string, encoding: string, piece: string): Bait => ({
  target: 'decoding',
  what,
  make: (bytes) =>
    mail(
      `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`,
      fill(piece, bytes),
    ),
});

const charset = (name: string, piece: string): Bait => ({
  target: 'decoding',
  what: `charset ${name}`,
  make: (bytes) => mail(`Content-Type: text/plain; charset=${name}\r\n`, fill(piece, bytes)),
});

const multipart = (what: string, make: (bytes: number) => string): Bait => ({
  target: 'structure',
  what,
  make: (bytes) => mail('Content-Type: multipart/mixed; boundary=b0\r\n', make(bytes)),
});

const NESTED_PART = 66;

function nestedParts(bytes: number): string {
  const depth = Math.ceil(bytes / NESTED_PART);
  return Array.from(
    { length: depth },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  ).join('');
}

const numbered = (bytes: number, piece: (index: number) => string) =>
  Array.from({ length: Math.ceil(bytes / piece(10_000).length) }, (_, i) => piece(i)).join('');

/** What each part of the analysis is baited with. */
export const BAITS: readonly Bait[] = [
  plain('codes', 'digits', '1'),
  plain('codes', 'digits and blanks', '12 34 '),
  plain('codes', 'six digits', '123456 '),
  plain('codes', 'a word and digits', 'code 482913 '),
  plain('codes', 'digits joined by hyphens', '1-'),
  plain('codes', 'letters joined by hyphens', 'ABCD-'),
  plain('codes', 'separators', '-._/ '),
  plain('codes', 'the word for it', 'verification code '),
  plain('codes', 'single letters', 'A B '),
  plain('codes', 'wide digits', '１２３４ '),
  plain('backup codes', 'lists', 'backup codes\nabcd-1234\n5678-efgh\n'),
  plain('backup codes', 'numbered lists', 'recovery code\n1. ab12cd34\n'),
  plain('links', 'addresses', 'http://a.b/c '),
  // The end of a wrapped address is looked for up to the end of the page.
  { ...plain('links', 'brackets', '<http://a.b/c)('), limitAt: 128 * 1024 },
  // Up to 8 KB it is one address.
  { ...plain('links', 'an address without end', 'http://a.b/c?d=%20&e='), limitAt: 16 * 1024 },
  plain('links', 'mail addresses', 'a@b.c '),
  plain('links', 'at signs', 'a@'),
  html('links', 'anchors', '<a href="http://a.b/c?d">verify your account</a> '),
  html('links', 'open anchors', '<a href=http://a.b/c>'),
  html('links', 'buttons', '<a href="http://a.b/c4d5e6f7" style="padding:9px">x</a> '),
  html('markup', 'one script', '{"@type":"Order","a":', '<script type="application/ld+json">'),
  html('markup', 'scripts', '<script type="application/ld+json">{"a":[1]}</script>'),
  html('markup', 'nested items', '<div itemscope itemprop=a itemtype="http://schema.org/Order">'),
  html('markup', 'properties', '<meta itemprop="orderNumber" content="482913">'),
  plain('quotes', 'marks', '> '),
  plain('quotes', 'deep marks', '>'),
  plain('quotes', 'introductions', 'On 2026-11-20 at 10:00 a@b.test wrote:\n'),
  plain('quotes', 'header blocks', 'From: a\nSent: b\nTo: c\nSubject: d\n'),
  plain('quotes', 'rules', '-----Original Message-----\n____\n'),
  plain('lifetimes', 'durations', 'valid for 10 minutes. '),
  unread('durations', '15 minutit '),
  unread('number words', 'viisteist minutit '),
  unread('units alone', 'minut tund päev '),
  plain('lifetimes', 'number words', 'half an hour and twenty five minutes '),
  // A unit that a hundred languages call alike, and words that may be its number in each of them.
  plain('lifetimes', 'words before a unit', '482913 a b c d h '),
  plain('lifetimes', 'points in time', 'until 20 Nov 2026 10:00 UTC '),
  plain('words', 'blanks', ' '),
  plain('words', 'line ends', '\n'),
  plain('words', 'bare returns', '\r'),
  plain('words', 'one word', 'a'),
  plain('words', 'Chinese', '验证码分钟'),
  plain('words', 'combining marks', 'e\u0301'),
  plain('words', 'zero width', 'a\u200b'),
  plain('words', 'tags', '\u{e0041}'),
  plain('words', 'spam', 'click here to be removed, no risk, make money '),
  html('html', 'nested boxes', '<div>'),
  html('html', 'nested tables', '<table><tr><td>'),
  html('html', 'closing tags', '</div>'),
  html('html', 'open tags', '<'),
  html('html', 'a comment without end', '<!--'),
  html('html', 'attributes', ' a=b', '<p'),
  html('html', 'entities', '&amp'),
  html('html', 'cells of one digit', '<td>1</td>'),
  html('html', 'hidden pieces', '<p style="display:none">code 123456</p><p>x</p>'),
  html('css', 'rules', '.a{color:red}', '<style>'),
  html('css', 'rules of many names', '.a1b{display:none}.c2d .e{color:#fff}', '<style>'),
  html(
    'css',
    'rules of several conditions',
    '<b class="a b">x</b>',
    `<style>${'.a * .b * .a * *{color:red}'.repeat(200)}</style>`,
  ),
  html(
    'css',
    'elements inside each other',
    '<i class="a b">',
    '<style>.a .b * .c{color:red}</style>',
  ),
  html('css', 'escapes', '\\61 ', '<p style="'),
  html('css', 'comments', '/*', '<style>'),
  html('css', 'braces', '{', '<style>'),
  html('css', 'declarations', 'color:red;', '<p style="'),
  html('css', 'style elements', '<style>.a{display:none}</style>'),
  html('css', 'classes', '<p class="a b c d">x'),
  // The splitter lists the parents of each part; it ends at MAX_PARTS of them.
  { ...multipart('nested parts', nestedParts), limitAt: 8 * 1024 },
  multipart('parts side by side', (bytes) => fill('--b0\r\n\r\nx\r\n', bytes)),
  // More than 1,000 parts are one text.
  { ...multipart('boundaries alone', (bytes) => fill('--b0\r\n', bytes)), limitAt: 8 * 1024 },
  multipart('attachments', (bytes) =>
    fill('--b0\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n', bytes),
  ),
  header('fields of one name', (bytes) => fill('X-A: b\r\n', bytes)),
  header('fields of many names', (bytes) => numbered(bytes, (i) => `X-${i}: b\r\n`)),
  header('a folded field', (bytes) => `X-A: a${fill('\r\n b', bytes)}\r\n`),
  header('encoded words', (bytes) => `Subject: ${fill('=?utf-8?q?a?= ', bytes)}\r\n`),
  header('encoded words of no charset', (bytes) => `Subject: ${fill('=?x?b?YQ?=', bytes)}\r\n`),
  header('addressees', (bytes) => `To: ${fill('a <a@b.c>, ', bytes)}\r\n`),
  header('brackets of addresses', (bytes) => `To: ${fill('<@"(', bytes)}\r\n`),
  header('references', (bytes) => `References: ${fill('<a@b> ', bytes)}\r\n`),
  header('prefixes of replies', (bytes) => `Subject: ${fill('Re: ', bytes)}\r\n`),
  header(
    'parameters',
    (bytes) => `Content-Type: text/plain; ${numbered(bytes, (i) => `a*${i}=b; `)}\r\n`,
  ),
  encoded('base64 blocks', 'base64', 'YQ=='),
  encoded('base64 padding', 'base64', '='),
  encoded('soft line ends', 'quoted-printable', '=\r\n'),
  encoded('broken escapes', 'quoted-printable', '='),
  // The last 998 of a line are dropped: of few blanks that is much.
  { ...encoded('blanks before line ends', 'quoted-printable', '  \t'), limitAt: 16 * 1024 },
  encoded('an unknown encoding', 'x-uuencode', 'begin 644 a\n'),
  encoded('NUL', '8bit', '\0'),
  charset('of nobody', 'Ã¼'),
  charset('iso-2022-jp', '\u001b$B%3%s\u001b(B'),
  charset('utf-7', '+AOk-'),
  charset('gb18030', '\u0081\u0030'),
];
