import { reportedRecipient, type ReportedRecipient } from './bounce-verdict.js';
import type { MailHeaders } from '../mime/headers.js';

/** Kinds of feedback in which somebody says that he does not want a mail (RFC 5965 section 7.3). */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', 'spam']);
const MAX_RECIPIENTS = 200;

/**
 * Who complained, by a message/feedback-report (RFC 5965); null when it is no complaint. Many
 * providers leave out who it was.
 */
export function readComplaint(fields: MailHeaders): ReportedRecipient[] | null {
  const type = fields.first('feedback-type').toLowerCase();
  if (!COMPLAINTS.has(type)) return null;
  const named = ['original-rcpt-to', 'removal-recipient'].flatMap((name) => fields.all(name));
  const agent = fields.first('user-agent');
  return [...new Set(named.map(addressOf))]
    .filter((address) => address.includes('@'))
    .slice(0, MAX_RECIPIENTS)
    .map((address) => ({
      ...reportedRecipient({
        address,
        outcome: 'failed',
        status: null,
        diagnostic: [type, agent].filter(Boolean).join(', '),
      }),
      permanent: true,
    }));
}

/** `<a@b>`, `rfc822; a@b` or `a@b`. */
const addressOf = (value: string) =>
  value
    .slice(value.indexOf(';') + 1)
    .replace(/[<>\s]/g, '')
    .toLowerCase();
