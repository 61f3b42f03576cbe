import parseMails from '../../../src/mail/pool/parse-worker.js';
import type { ParseRequest, ParseResponse } from '../../../src/mail/pool/parse-message.js';

/** The real parse worker, but for mails whose text asks for trouble. */
export default function parseOrMisbehave(request: ParseRequest): ParseResponse {
  const progress = new Int32Array(request.progress);
  let start = 0;
  for (const [index, end] of request.ends.entries()) {
    Atomics.store(progress, 0, index + 1);
    misbehave(Buffer.from(request.bytes, start, end - start).toString('latin1'));
    start = end;
  }
  return parseMails(request);
}

function misbehave(text: string): void {
  if (text.includes('PLEASE SPIN')) spin();
  if (text.includes('PLEASE EXIT')) process.exit(1);
  if (text.includes('PLEASE HOARD')) hoard();
}

function spin(): never {
  for (;;) Math.random();
}

/** Fills the heap to its cap. */
function hoard(): never {
  const kept: number[][] = [];
  for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
}
