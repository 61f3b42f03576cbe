const MINUS = 0x2d;
const BYTE_ORDER_MARK = 0xfeff;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By ASCII code: six bits; -1 for what is none of the alphabet. */
const SIX_BITS = Int8Array.from({ length: 0x80 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
);

/** UTF-7 (RFC 2152) in one pass, which mail with many short shifts asks for. */
export function decodeUtf7(text: string): string {
  let out = '';
  let from = 0;
  for (let plus = text.indexOf('+'); plus >= 0; plus = text.indexOf('+', from)) {
    out += text.slice(from, plus);
    let end = plus + 1;
    while (end < text.length && SIX_BITS[text.charCodeAt(end)]! >= 0) end++;
    const isEnded = text.charCodeAt(end) === MINUS;
    out += end === plus + 1 && isEnded ? '+' : decodeShifted(text, plus + 1, end);
    from = isEnded ? end + 1 : end;
  }
  return out + text.slice(from);
}

/** UTF-16 in base64 without padding; bits that make no whole unit are nothing, nor is a byte order mark. */
function decodeShifted(text: string, start: number, end: number): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (let i = start; i < end; i++) {
    held = ((held << 6) | SIX_BITS[text.charCodeAt(i)]!) & 0xffffff;
    bits += 6;
    if (bits < 16) continue;
    bits -= 16;
    out += String.fromCharCode((held >> bits) & 0xffff);
  }
  return out.charCodeAt(0) === BYTE_ORDER_MARK ? out.slice(1) : out;
}
