import { Base64Decoder, decodeTransfer } from './transfer.js';

/** Bytes of a line of quoted-printable that are held until its end: no program writes longer ones. */
const MAX_LINE = 64 * 1024;
/** The last bytes of a line that is longer: an escape and blanks before a line end are not cut. */
const LAST_BYTES = 16;
const LF = 0x0a;
const EQUALS = 0x3d;

/** Encodings that can be undone (RFC 2045 section 6.1). */
export const DECODABLE: ReadonlySet<string> = new Set([
  ...['7bit', '8bit', 'binary', 'base64', 'quoted-printable'],
]);

/** Undoes a Content-Transfer-Encoding of bytes that come in pieces; an unknown one leaves them alone. */
export async function* decodeStream(
  encoded: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<Buffer> {
  if (encoding === 'base64') yield* decodeBase64(encoded);
  else if (encoding === 'quoted-printable') yield* decodeQuotedPrintable(encoded);
  else yield* encoded;
}

async function* decodeBase64(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new Base64Decoder();
  for await (const piece of encoded) yield decoder.decode(piece);
}

/** Line by line: what a blank is depends on what follows it. */
async function* decodeQuotedPrintable(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const piece of encoded) {
    const bytes = Buffer.concat([held, piece]);
    const end = wholeLines(bytes);
    yield decodeTransfer(bytes.subarray(0, end), 'quoted-printable');
    held = Buffer.from(bytes.subarray(end));
  }
  yield decodeTransfer(held, 'quoted-printable');
}

function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(LF) + 1;
  return bytes.length - end <= MAX_LINE ? end : behindEscape(bytes, bytes.length - LAST_BYTES);
}

/** A place at or before `place` that is in no escape, unless there are nothing but such. */
function behindEscape(bytes: Buffer, place: number): number {
  for (let cut = place; cut > place - LAST_BYTES; cut--)
    if (bytes[cut - 1] !== EQUALS && bytes[cut - 2] !== EQUALS) return cut;
  return place;
}
