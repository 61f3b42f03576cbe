import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DKIMResult, DKIMVerifyResult } from 'mailauth';
import { isSigned, type SenderHead } from './head.js';
import type { Lookups } from './lookups.js';

/** What became of one signature. */
export interface CheckedSignature {
  /** RFC 8601 section 2.7.1. */
  readonly result: 'pass' | 'fail' | 'neutral' | 'policy' | 'permerror' | 'temperror';
  /** The signing domain. */
  readonly domain: string;
}

/** The signatures of a mail and its chain of seals. */
export interface CheckedSignatures {
  readonly signatures: readonly CheckedSignature[];
  readonly arc: string;
}

/** What the library tells beyond its types. */
interface LibraryResult extends DKIMResult {
  readonly algo?: string;
  readonly bodyHash?: string;
  /** Absent: this is a seal (RFC 8617), which the library lists among the signatures. */
  readonly bodyHashExpecting?: string;
  readonly signingHeaders?: { readonly headers: readonly string[] };
}

// Bytes that are hashed before others have their turn.
const CHUNK_BYTES = 64 * 1024;

// A signature of a kind that is not known, or no signature at all by its looks.
const UNREADABLE: CheckedSignature = { result: 'neutral', domain: '' };

/** Checks the DKIM signatures (RFC 6376) and ARC seals (RFC 8617) of a mail. */
export async function checkSignatures(
  head: SenderHead,
  lookups: Lookups,
  sealLookups: Lookups,
): Promise<CheckedSignatures> {
  if (!isSigned(head)) return { signatures: [], arc: 'none' };
  try {
    const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
    const report = await dkimVerify(inTurns(head.message), { resolver: lookups.resolve });
    const signatures = (report.results as LibraryResult[])
      .filter(({ bodyHashExpecting }) => bodyHashExpecting !== undefined)
      .map((result) => ({ result: resultOf(result, head), domain: result.signingDomain }));
    return {
      signatures: signatures.length > 0 || head.signatures === 0 ? signatures : [UNREADABLE],
      arc: head.sealed ? await arcResult(report, lookups, sealLookups) : 'none',
    };
  } catch {
    // The library trips over some headers that nobody honest writes.
    return { signatures: [UNREADABLE], arc: head.sealed ? 'fail' : 'none' };
  }
}

/** The library hashes what it is given in one go: a large mail is given to it bit by bit. */
function inTurns(message: Buffer): Buffer | Readable {
  return message.length <= CHUNK_BYTES ? message : Readable.from(chunks(message));
}

async function* chunks(message: Buffer) {
  for (let at = 0; at < message.length; at += CHUNK_BYTES) {
    yield message.subarray(at, at + CHUNK_BYTES);
    await nextTurn();
  }
}

async function arcResult(report: DKIMVerifyResult, lookups: Lookups, sealLookups: Lookups) {
  if (!report.arc) return 'none';
  const { arc } = await import('mailauth/lib/arc/index.js');
  const chain = report.arc as Parameters<typeof arc>[0];
  const { status } = await arc(chain, { resolver: sealLookups.resolve });
  // The library takes a key it could not get for a wrong one.
  const unanswered = status.result === 'fail' && (lookups.failed() || sealLookups.failed());
  return unanswered ? 'temperror' : status.result;
}

function resultOf(result: LibraryResult, head: SenderHead): CheckedSignature['result'] {
  const { status, algo = '', bodyHash, bodyHashExpecting } = result;
  // RFC 8601: the signature was acceptable but did not verify.
  if (bodyHash !== bodyHashExpecting) return 'fail';
  switch (status.result) {
    case 'pass':
      // RFC 8301 section 3.1: SHA-1 must not be believed.
      if (algo.toLowerCase().endsWith('sha1')) return 'policy';
      // RFC 6376 section 6.1.1: a signature must cover the From field, here the one that is shown.
      return coversFrom(result, head) ? 'pass' : 'permerror';
    case 'fail':
    case 'policy':
    case 'temperror':
      return status.result;
    default:
      // No such key, an unusable one, a signature past its time.
      return 'permerror';
  }
}

function coversFrom({ signingHeaders }: LibraryResult, { fromLine }: SenderHead): boolean {
  const shown = squeezed(fromLine);
  return signingHeaders?.headers.some((line) => squeezed(line) === shown) ?? false;
}

/** The library gives fields as UTF-8, the header splitter one character a byte; blanks may differ. */
const squeezed = (line: string) => line.replace(/[\s\x80-\uffff]+/g, '');
