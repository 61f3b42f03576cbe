import { analyse, type AnalysisContext } from '../reading/analyse.js';
import type { Analysis } from '../analysis.js';
import type { ParseRequest, ParseResponse } from './parse-message.js';

/** Read once at the start, so that the first real mail does not wait for code to be compiled. */
const WARM_UP = Buffer.from(
  [
    'From: Northwind <no-reply@northwind.example>',
    'Subject: Your code',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    ...['--b', '', 'Your verification code is 482913. It is valid for 10 minutes.'],
    ...['--b', 'Content-Type: text/html', '', '<p>Your code: <b>482913</b>'],
    ...['<a href="https://northwind.example/verify/1">Verify</a>', '--b--'],
  ].join('\r\n'),
);
analyse(WARM_UP, { receivedAt: new Date(0) });

/** The task of a parse thread: reads the mails of a request one after the other. */
export default function parseMails(request: ParseRequest): ParseResponse {
  const progress = new Int32Array(request.progress);
  const results: (Analysis | null)[] = [];
  for (const [index, end] of request.ends.entries()) {
    Atomics.store(progress, 0, index + 1);
    const start = index === 0 ? 0 : request.ends[index - 1]!;
    const raw = Buffer.from(request.bytes, start, end - start);
    const receivedAt = new Date(request.receivedAt[index]!);
    results.push(read(raw, { receivedAt }));
  }
  return results;
}

/** What one mail does to the analyser must not cost the others of its request. */
function read(raw: Buffer, context: AnalysisContext): Analysis | null {
  try {
    return analyse(raw, context);
  } catch {
    return null;
  }
}
