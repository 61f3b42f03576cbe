import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { CollectedBytes } from '../collected-bytes.js';
import { AppError, invalid, tooLarge } from '../errors.js';
import type { HeldBytes } from './held-bytes.js';
import { JsonScan } from './json-scan.js';
import { watchSpeed } from './speed-watch.js';

/** What a body is read within. */
export interface UploadLimits {
  /** Bytes at most, of a compressed body those it unpacks to. */
  readonly limit: number;
  readonly held: HeldBytes;
}

// Milliseconds that the rest of a refused body is thrown away: a client that is still sending would
// not see the answer if its connection were cut at once.
const LINGER_MS = 5_000;

/**
 * The bytes of a JSON body, scanned as they come. When it is refused in the middle, the rest is
 * thrown away. @throws AppError 400, 408, 413, 415, 503
 */
export async function readUpload(req: IncomingMessage, limits: UploadLimits): Promise<Buffer> {
  const declared = declaredLength(req);
  try {
    if (declared !== null && declared > limits.limit) throw overLimit(limits.limit);
    if (declared !== null) limits.held.hold(declared);
    return await collect(req, declared, limits);
  } catch (error) {
    throwAway(req);
    throw error;
  }
}

/** Null where the length says nothing of what the body unpacks to, or is not told. */
function declaredLength({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? null : Number(length);
}

const overLimit = (limit: number) => tooLarge(`The body must have at most ${limit} bytes`);

function collect(
  req: IncomingMessage,
  declared: number | null,
  { limit, held }: UploadLimits,
): Promise<Buffer> {
  const unpacked = unpack(req);
  const bytes = new CollectedBytes(declared);
  const scan = new JsonScan();
  const add = (piece: Buffer) => {
    const size = bytes.size + piece.length;
    if (size > limit) throw overLimit(limit);
    held.hold(size);
    scan.take(piece);
    bytes.add(piece);
  };
  return new Promise<Buffer>((resolve, reject) => {
    const fail = (error: Error) => {
      end();
      if (unpacked !== req) unpacked.destroy();
      reject(error);
    };
    const onData = (piece: Buffer) => {
      try {
        add(piece);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const onClose = () => {
      if (!req.complete) fail(invalid('The body was cut off'));
    };
    const stopWatch = watchSpeed(req, declared ?? 0, fail);
    const onEnd = () => {
      end();
      resolve(bytes.whole());
    };
    // Nothing that lingers with the request may keep what was read of it.
    const end = () => {
      stopWatch();
      req.off('close', onClose);
      unpacked.off('data', onData).off('end', onEnd);
    };
    req.on('close', onClose);
    unpacked.on('data', onData).on('end', onEnd);
    if (unpacked !== req) unpacked.on('error', () => fail(invalid('The body is badly compressed')));
  });
}

/** The body without its Content-Encoding. */
function unpack(req: IncomingMessage): Readable {
  switch (req.headers['content-encoding']?.toLowerCase() ?? 'identity') {
    case 'identity':
      return req;
    case 'gzip':
    case 'deflate':
      return req.pipe(createUnzip());
    case 'br':
      return req.pipe(createBrotliDecompress());
    default:
      throw new AppError(415, 'Content-Encoding must be identity, gzip, deflate or br');
  }
}

function throwAway(req: IncomingMessage): void {
  req.unpipe();
  req.resume();
  if (req.complete) return;
  const cut = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
  req.once('close', () => clearTimeout(cut));
}
