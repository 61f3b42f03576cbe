// temporary: overwritten by the mail part
import type { Analysis } from './analysis.js';
import { parseMail } from './parse.js';
import { fallbackAnalysis } from './fallback.js';
export interface ParsePool { parse(raw: Buffer, context: { receivedAt: Date }): Promise<Analysis | null>; close(): Promise<void>; stats(): object }
export function createParsePool(_options: { threads: number; workerFile: URL }): ParsePool {
  return {
    async parse(raw, context) {
      const mail = await parseMail(raw);
      const text = mail.sections.map((s) => s.text ?? s.html ?? '').join('\n');
      const code = /\b\d{6}\b/.exec(`${mail.envelope.subject} ${text}`)?.[0];
      const base = fallbackAnalysis(Buffer.alloc(0), context);
      return { ...base, ...mail.envelope, textBody: text, strippedText: text, attachments: mail.attachments,
        ...(code ? { otpCodes: [code], otpCandidates: [{ code, confidence: 0.9, source: 'text' as const, context: '' }], category: 'verification' as const } : {}) };
    },
    stats: () => ({}),
    close: async () => undefined,
  };
}
