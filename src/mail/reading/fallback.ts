import type { AnalysisContext } from './analyse.js';
import type { Analysis, Envelope } from '../analysis.js';
import { MailHeaders, readFields } from '../mime/headers.js';
import { readEnvelope } from '../mime/parse.js';
import { summarize, type Summarized } from '../text/summary.js';

const MAX_HEADER = 64 * 1024;

/** A body that is known without reading the mail. */
export interface KnownBody {
  readonly text: string;
  readonly html: string;
}

const NO_BODY: KnownBody = { text: '', html: '' };

/**
 * What the first 64 KiB of a header say, for a mail that could not be analysed in time: it is listed
 * and threaded like any other, its body is read later, unless it is known. Never throws; takes
 * milliseconds at most.
 */
export function fallbackAnalysis(
  raw: Buffer,
  { receivedAt }: AnalysisContext,
  { text, html }: KnownBody = NO_BODY,
): Analysis {
  const analysis: Summarized = {
    textBody: text,
    htmlBody: html,
    strippedText: text,
    language: null,
    category: 'other',
    categoryConfidence: 0,
    otpCandidates: [],
    otpCodes: [],
    links: [],
    verificationLinks: [],
    magicLinks: [],
    backupCodes: [],
    codeExpiry: null,
    expiryAfterReceipt: null,
    hiddenContent: false,
    isSpam: false,
    spamScore: 0,
    attachments: [],
    structure: null,
    ...envelopeOf(raw),
  };
  return { ...analysis, summary: summarize(analysis, receivedAt) };
}

function envelopeOf(raw: Buffer): Envelope {
  const [head = ''] = raw.toString('latin1', 0, MAX_HEADER).split(/(?:^|\r?\n)\r?\n/, 1);
  try {
    return readEnvelope(new MailHeaders(readFields(head)));
  } catch {
    return readEnvelope(new MailHeaders([]));
  }
}
