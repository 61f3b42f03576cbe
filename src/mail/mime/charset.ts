import { isAscii, isUtf8 } from 'node:buffer';
import libcharset from 'libmime/lib/charset.js';
import { clip } from '../text/safe-text.js';

/** What windows-1252 has where ISO-8859-1 has control characters (bytes 0x80 to 0x9F). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Labels that in mail mean "8 bit, who knows": UTF-8 when it is valid UTF-8. */
const VAGUE = new Set(['utf-8', 'us-ascii', 'ascii', 'ansi_x3.4-1968', '7bit', '8bit', 'default']);
const LATIN_1 = new Set(['windows-1252', 'iso-8859-1', 'latin1', 'cp1252', 'win-1252', 'x-ansi']);

const UTF_7 = new Set(['utf-7', 'utf7', 'unicode-1-1-utf-7']);
const ISO_2022_KR = new Set(['iso-2022-kr', 'csiso2022kr']);

/** Those of two-byte encodings of which Node's decoder knows a part: they are read by the tables of libmime. */
const WIDER: Readonly<Record<string, string>> = { 'euc-kr': 'cp949', big5: 'big5hkscs' };

/** Labels of mail programs and of Python's email package that the Encoding Standard does not list. */
const ALIASES = new Map(
  Object.entries({
    big5: 'cp950 big5-eten big5_tw',
    'euc-jp': 'cp51932',
    'euc-kr': 'cp949 uhc',
    gbk: 'cp936 windows-936 eucgb2312_cn euc-cn zh-cn',
    'iso-2022-jp': 'iso-2022-jp-ms iso-2022-jp-1 iso-2022-jp-2',
    'iso-8859-15': 'latin9 latin-9',
    shift_jis: 'cp932',
    'windows-874': 'cp874',
  }).flatMap(([name, labels]) => labels.split(' ').map((label) => [label, name])),
);

/**
 * Bytes as text. An unknown, missing or wrong label falls back to UTF-8 when the bytes are valid
 * UTF-8 and to windows-1252 otherwise: no byte sequence makes it throw.
 */
export function decodeCharset(bytes: Buffer, label?: string): string {
  const marked = markedCharset(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const name = (label ?? '')
    .trim()
    .toLowerCase()
    .replace(/[*(;,].*$/s, '');
  if (isVague(name)) return decodeVague(bytes);
  const isLatin1 = LATIN_1.has(name);
  if (isMislabelled(bytes, isLatin1 ? MORE_THAN_LATIN_1 : MUCH)) return bytes.toString('utf8');
  return isLatin1 ? decodeLatin1(bytes) : decodeNamed(bytes, name);
}

/** Whether a charset of this name, in lower case, leaves open what it is. */
export const isVague = (name: string): boolean => name === '' || VAGUE.has(name);

/** A byte order mark is believed more than a label. */
function markedCharset(bytes: Buffer): string | null {
  const mark = bytes.length < 4 ? 0 : bytes.readUInt16BE();
  // With two zeros behind it, that of UTF-32.
  if (mark === 0xfffe) return bytes.readUInt16BE(2) === 0 ? null : 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  return mark === 0xefbb && bytes[2] === 0xbf && isUtf8(bytes) ? 'utf-8' : null;
}

function decodeNamed(bytes: Buffer, name: string): string {
  const plain = name.replace(/^x-/, '');
  const decoder = decoderOf(ALIASES.get(name) ?? name) ?? decoderOf(ALIASES.get(plain) ?? plain);
  if (!decoder) return decodeRare(bytes, plain);
  const { encoding } = decoder;
  if (WIDER[encoding]) return libcharset.decode(bytes, WIDER[encoding]);
  // RFC 2781 section 4.3: of two orders the name says nothing.
  const isBigEndian = encoding === 'utf-16le' && name !== encoding && looksBigEndian(bytes);
  return isBigEndian ? new TextDecoder('utf-16be').decode(bytes) : decoder.decode(bytes);
}

/** Null for what it does not know. */
function decoderOf(name: string) {
  try {
    const decoder = new TextDecoder(name.startsWith('gb') ? 'gbk' : name);
    // Node's of GBK does not know what the Encoding Standard has it know.
    return decoder.encoding === 'gbk' ? new TextDecoder('gb18030') : decoder;
  } catch {
    return null;
  }
}

/** Text in any script has a blank or a line end soon. */
const looksBigEndian = (bytes: Buffer) =>
  bytes[0] === 0 || /^(?:[^]{2}){0,500}?\0[ \r\n]/.test(bytes.toString('latin1', 0, 1002));

function decodeVague(bytes: Buffer): string {
  if (isAscii(bytes) && bytes.includes(JAPANESE))
    return new TextDecoder('iso-2022-jp').decode(bytes);
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'));
  return looksLikeUtf8(bytes) ? bytes.toString('utf8') : decodeLatin1(bytes);
}

/** Shifts into JIS X 0208 (RFC 1468), which no other text has in it. */
const JAPANESE = '\x1b$';

/** UTF-8 under another name: a word or two of that may be valid UTF-8 by chance ("NESCAFÉ®"), more of it is not. */
const isMislabelled = (bytes: Buffer, signs: RegExp) =>
  !isAscii(bytes) && isUtf8(bytes) && signs.test(bytes.toString('latin1'));
const MORE_THAN_LATIN_1 =
  /\xc3[\x80-\xbf]|[\xe2\xf0][\x80-\xbf]{2}|(?:[\xe0-\xef][\x80-\xbf]{2}){2}|(?:[\xc2-\xdf][\x80-\xbf]){3}/;
const MUCH =
  /(?:[\xe0-\xef][\x80-\xbf]{2}[^\xe0-\xef]*){3}|(?:[\xc2-\xdf][\x80-\xbf][^\xc2-\xdf]*){8}/;

/** UTF-8 with a broken character or two, for instance cut at a limit, is still UTF-8. */
function looksLikeUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  let broken = 0;
  let wide = 0;
  for (const char of clip(text, 65_536)) {
    if (char === '\uFFFD') broken++;
    else if (char > '\u007f') wide++;
  }
  return wide > 4 * broken;
}

// Node 20's TextDecoder takes windows-1252 for ISO-8859-1, so this one is done by hand.
function decodeLatin1(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80));
}

function decodeRare(bytes: Buffer, name: string): string {
  if (UTF_7.has(name) && isAscii(bytes)) return withoutMark(decodeUtf7(bytes.toString('latin1')));
  if (ISO_2022_KR.has(name) && isAscii(bytes)) return decodeIso2022Kr(bytes);
  const text = libcharset.decode(bytes, name);
  return text.includes('\uFFFD') && !isUtf8(bytes) ? decodeLatin1(bytes) : withoutMark(text);
}

/** RFC 2152: UTF-16 in base64 without padding. Bits that make no whole unit are nothing, nor is a byte order mark. */
const decodeUtf7 = (text: string) =>
  text.replace(/\+([A-Za-z\d+/]*)(-?)/g, (_shift, base64: string, end: string) => {
    if (base64 === '') return end && '+';
    const bytes = Buffer.from(base64, 'base64');
    return withoutMark(
      bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le'),
    );
  });

/** EUC-KR in seven bits, between shift-out and shift-in (RFC 1557). */
function decodeIso2022Kr(bytes: Buffer): string {
  const text = bytes.toString('latin1').replaceAll('\x1b$)C', '');
  const shifted = text.replace(/\x0e([^\x0e\x0f\r\n]*)\x0f?/g, (_run, korean: string) =>
    korean.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) | 0x80)),
  );
  return new TextDecoder('euc-kr').decode(Buffer.from(shifted, 'latin1'));
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
