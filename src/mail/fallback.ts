// temporary: overwritten by the mail part
import type { Analysis } from './analysis.js';
export function fallbackAnalysis(raw: Buffer, _context: { receivedAt: Date }): Analysis {
  const header = raw.subarray(0, 65536).toString('latin1');
  const subject = /^Subject: (.*)$/im.exec(header)?.[1]?.trim() ?? '';
  return { messageId: null, inReplyTo: null, references: [], from: { name: null, address: '' }, to: [], cc: [], replyTo: [], subject, bareSubject: subject.toLowerCase(), isReply: false, date: null, headers: {}, textBody: '', htmlBody: '', strippedText: '', category: 'other', categoryConfidence: 0, summary: '', otpCandidates: [], otpCodes: [], links: [], verificationLinks: [], magicLinks: [], backupCodes: [], codeExpiry: null, expiryAfterReceipt: null, hiddenContent: false, isSpam: false, spamScore: 0, attachments: [] };
}
