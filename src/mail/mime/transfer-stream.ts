import { Base64Decoder, decodeQuotedPrintable, undecidedFrom } from './transfer.js';

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
  else if (encoding === 'quoted-printable') yield* decodeQuoted(encoded);
  else yield* encoded;
}

async function* decodeBase64(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new Base64Decoder();
  for await (const piece of encoded) yield decoder.decode(piece);
}

/** What a blank or an escape is depends on what follows it: the last ones of a piece are held. */
async function* decodeQuoted(encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const piece of encoded) {
    const bytes = Buffer.concat([held, piece]);
    const end = undecidedFrom(bytes);
    yield decodeQuotedPrintable(bytes, end);
    held = Buffer.from(bytes.subarray(end));
  }
  yield decodeQuotedPrintable(held, held.length);
}
