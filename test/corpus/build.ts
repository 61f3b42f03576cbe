import iconv from 'iconv-lite';
import type { CorpusMail, Labels, Section } from './read.js';

const LATIN = /^[\0-\u024f\u1e00-\u206f\u20a0-\u20cf\u2122]*$/;
const MAX_ROW = 75;
const STRUCTURED = /^(from|to|cc|sender|reply-to)$/i;
const BODIES: Readonly<Record<string, string>> = { text: 'text/plain', html: 'text/html' };

/** The bytes of a mail as its sender would send them. */
export function buildMail(mail: CorpusMail): Buffer {
  const raw = mail.sections.find(({ name }) => name === 'raw');
  if (raw) return encode(crlf(raw.content), mail.labels.charset);
  const own = new Map(mail.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const entity = bodyOf(mail, own.get('content-type'));
  const headers = mail.headers
    .filter(([name]) => !/^content-|^mime-version$/i.test(name))
    .map(([name, value]) => `${name}: ${encodeHeader(name, value, mail.labels)}`);
  if (!own.has('message-id')) headers.push(`Message-ID: <${mail.name}@corpus.example>`);
  headers.push('MIME-Version: 1.0');
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n`), entity]);
}

function bodyOf({ name, sections, labels }: CorpusMail, contentType: string | undefined): Buffer {
  const bodies = sections.flatMap((section) =>
    BODIES[section.name] ? [entityOf(section, BODIES[section.name]!, labels)] : [],
  );
  const content = bodies.length > 1 ? multipart('multipart/alternative', name, bodies) : bodies[0];
  const parts = sections
    .filter((section) => section.name === 'part')
    .map((section) => entityOf(section, section.contentType!, labels));
  if (parts.length === 0 && content) return content;
  const all = content ? [content, ...parts] : parts;
  return multipart(contentType ?? 'multipart/mixed', `${name}-mixed`, all);
}

function multipart(contentType: string, boundary: string, parts: readonly Buffer[]): Buffer {
  const lines = parts.flatMap((part) => [
    Buffer.from(`--=_${boundary}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([
    Buffer.from(`Content-Type: ${contentType}; boundary="=_${boundary}"\r\n\r\n`),
    ...lines,
    Buffer.from(`--=_${boundary}--\r\n`),
  ]);
}

function entityOf({ content }: Section, contentType: string, labels: Labels): Buffer {
  // What is itself made of headers stands as it is (RFC 2046 section 5.2.1).
  if (/^(message|multipart)\//i.test(contentType))
    return Buffer.concat([
      Buffer.from(`Content-Type: ${contentType}\r\n\r\n`),
      encode(crlf(content), labels.charset),
    ]);
  const encoding = labels.encoding ?? (LATIN.test(content) ? 'quoted-printable' : 'base64');
  const bytes = encode(crlf(content), labels.charset);
  const charset = /charset=/i.test(contentType) ? '' : `; charset=${labels.charset}`;
  return Buffer.concat([
    Buffer.from(`Content-Type: ${contentType}${charset}\r\n`),
    Buffer.from(`Content-Transfer-Encoding: ${encoding}\r\n\r\n`),
    ENCODERS[encoding](bytes),
  ]);
}

const ENCODERS = {
  '7bit': (bytes: Buffer) => bytes,
  '8bit': (bytes: Buffer) => bytes,
  base64: (bytes: Buffer) =>
    Buffer.from((bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')),
  'quoted-printable': (bytes: Buffer) => Buffer.from(quotedPrintable(bytes)),
};

function quotedPrintable(bytes: Buffer): string {
  return bytes.toString('latin1').split('\r\n').map(quotedLine).join('\r\n');
}

/** Soft line breaks keep lines within 76 characters and escapes whole (RFC 2045 section 6.7). */
function quotedLine(line: string): string {
  const encoded = line
    .replace(/[^\t -<>-~]/g, (byte) => `=${hex(byte.charCodeAt(0))}`)
    .replace(/[\t ]$/, (blank) => `=${hex(blank.charCodeAt(0))}`);
  const rows = [''];
  for (const [token] of encoded.matchAll(/=..|./g)) {
    if (rows.at(-1)!.length + token.length > MAX_ROW) rows.push('');
    rows[rows.length - 1] += token;
  }
  return rows.join('=\r\n');
}

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');

/** Only display names of address headers are encoded, of others everything (RFC 2047 section 5). */
function encodeHeader(name: string, value: string, labels: Labels): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  if (!STRUCTURED.test(name)) return encodedWords(value, labels);
  return value.replace(/("[^"]*"|[^<>,"]+)(?=\s*<)/g, (shown) =>
    /^[\x20-\x7e]*$/.test(shown)
      ? shown
      : ` ${encodedWords(shown.trim().replaceAll('"', ''), labels)}`,
  );
}

const WORD_LETTERS = 12;

function encodedWords(text: string, { charset }: Labels): string {
  const letters = [...text];
  const words: string[] = [];
  for (let i = 0; i < letters.length; i += WORD_LETTERS)
    words.push(letters.slice(i, i + WORD_LETTERS).join(''));
  return words
    .map((word) => `=?${charset}?B?${encode(word, charset).toString('base64')}?=`)
    .join('\r\n ');
}

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

const encode = (text: string, charset: string): Buffer =>
  charset.toLowerCase() === 'iso-2022-jp' ? iso2022jp(text) : iconv.encode(text, charset);

/** JIS X 0208 in seven bits is EUC-JP without the eighth, between escapes (RFC 1468). */
function iso2022jp(text: string): Buffer {
  const bytes: number[] = [];
  let wide = false;
  for (const byte of iconv.encode(text, 'euc-jp')) {
    if (byte >= 0x80 !== wide) bytes.push(0x1b, ...Buffer.from(wide ? '(B' : '$B'));
    wide = byte >= 0x80;
    bytes.push(byte & 0x7f);
  }
  return Buffer.from(wide ? [...bytes, 0x1b, ...Buffer.from('(B')] : bytes);
}
