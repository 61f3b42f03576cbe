import { isAscii, isUtf8 } from 'node:buffer';
import libcharset from 'libmime/lib/charset.js';
import { decodeUtf7 } from './utf-7.js';
import { clip } from '../text/safe-text.js';

/** What windows-1252 has where ISO-8859-1 has control characters (bytes 0x80 to 0x9F). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Labels that in mail mean "8 bit, who knows": UTF-8 when it is valid UTF-8. */
const VAGUE = new Set(['utf-8', 'us-ascii', 'ascii', 'ansi_x3.4-1968', '7bit', '8bit', 'default']);
const LATIN_1 = new Set(['windows-1252', 'iso-8859-1', 'latin1', 'cp1252', 'win-1252', 'x-ansi']);

const UTF_7 = new Set(['utf-7', 'utf7', 'unicode-1-1-utf-7']);
const ISO_2022_KR = new Set(['iso-2022-kr', 'csiso2022kr']);

/** Labels of mail programs that the Encoding Standard does not list. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'ks_c_5601-1989': 'euc-kr',
  'windows-949': 'euc-kr',
  'windows-936': 'gbk',
  'x-gbk': 'gbk',
  'gb2312-80': 'gbk',
  'iso-2022-jp-ms': 'iso-2022-jp',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  cp51932: 'euc-jp',
  cp874: 'windows-874',
  // What Python's email package writes.
  big5_tw: 'big5',
  eucgb2312_cn: 'gbk',
};

/**
 * Bytes as text. An unknown, missing or wrong label falls back to UTF-8 when the bytes are valid
 * UTF-8 and to windows-1252 otherwise: no byte sequence makes it throw.
 */
export function decodeCharset(bytes: Buffer, label?: string): string {
  const name = (label ?? '').trim().toLowerCase().replace(/\*.*$/s, '');
  if (name === '' || VAGUE.has(name)) return decodeVague(bytes);
  if (LATIN_1.has(name)) return decodeLatin1(bytes);
  try {
    return new TextDecoder(ALIASES[name] ?? name).decode(bytes);
  } catch {
    return decodeRare(bytes, name);
  }
}

function decodeVague(bytes: Buffer): string {
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'));
  return looksLikeUtf8(bytes) ? bytes.toString('utf8') : decodeLatin1(bytes);
}

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

/** EUC-KR in seven bits, between shift-out and shift-in (RFC 1557). */
function decodeIso2022Kr(bytes: Buffer): string {
  const text = bytes.toString('latin1').replaceAll('\x1b$)C', '');
  const shifted = text.replace(/\x0e([^\x0e\x0f\r\n]*)\x0f?/g, (_run, korean: string) =>
    korean.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) | 0x80)),
  );
  return new TextDecoder('euc-kr').decode(Buffer.from(shifted, 'latin1'));
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
