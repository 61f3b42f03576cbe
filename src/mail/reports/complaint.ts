import { reportedRecipient, type ReportedRecipient } from './bounce-verdict.js';
import { firstField, readFieldGroups } from './report-fields.js';

/** Kinds of feedback in which somebody says that he does not want a mail (RFC 5965 section 7.3). */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', 'spam']);
const MAX_RECIPIENTS = 200;

/**
 * Who complained, by a message/feedback-report (RFC 5965); null when it is no complaint. Many
 * providers leave out who it was.
 */
export function readComplaint(text: string): ReportedRecipient[] | null {
  const [group] = readFieldGroups(text);
  if (!group) return null;
  const type = firstField(group, 'feedback-type').toLowerCase();
  if (!COMPLAINTS.has(type)) return null;
  const named = ['original-rcpt-to', 'removal-recipient'].flatMap((name) => group.get(name) ?? []);
  const agent = firstField(group, 'user-agent');
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
