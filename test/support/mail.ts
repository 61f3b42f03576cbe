import type { Analysis } from '../../src/mail/analysis.js';

/** An analysis with nothing remarkable in it, but for `parts`. */
export function analysis(parts: Partial<Analysis> = {}): Analysis {
  return {
    messageId: null,
    inReplyTo: null,
    references: [],
    from: { name: 'Northwind', address: 'no-reply@northwind.example' },
    to: [],
    cc: [],
    replyTo: [],
    subject: 'Welcome',
    bareSubject: 'welcome',
    isReply: false,
    date: null,
    headers: {},
    textBody: 'Welcome aboard.',
    htmlBody: '',
    strippedText: 'Welcome aboard.',
    language: 'en',
    category: 'other',
    categoryConfidence: 0.5,
    summary: 'Northwind: Welcome',
    otpCandidates: [],
    otpCodes: [],
    links: [],
    verificationLinks: [],
    magicLinks: [],
    backupCodes: [],
    codeExpiry: null,
    expiryAfterReceipt: null,
    structure: null,
    hiddenContent: false,
    isSpam: false,
    spamScore: 0,
    attachments: [],
    ...parts,
  };
}

/** The parts of an analysis of a mail with this code. */
export const withCode = (code: string): Partial<Analysis> => ({
  otpCodes: [code],
  otpCandidates: [{ code, confidence: 0.95, source: 'text', context: `Your code is ${code}` }],
  category: 'verification',
});

/** The bytes of a small mail. */
export const rawMail = (headers: Record<string, string>, body = 'Hello\r\n'): Buffer =>
  Buffer.from(
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
