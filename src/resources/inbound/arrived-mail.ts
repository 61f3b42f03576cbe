import type { MailRecord } from '../../store/mail/columns.js';
import { readCandidates } from '../../store/shown.js';
import type { ArrivedMail } from '../../store/waits/arrived-mail.js';

/** A mail with this record that has just been stored; its sender is not verified yet. */
export const arrivedMail = (
  place: Pick<ArrivedMail, 'id' | 'inboxId' | 'uid' | 'receivedAt'>,
  record: MailRecord,
): ArrivedMail => ({
  id: place.id,
  inboxId: place.inboxId,
  uid: place.uid,
  receivedAt: place.receivedAt,
  fromAddress: record.from_address,
  sender: record.sender,
  subject: record.subject,
  category: record.category,
  parsed: record.parse_status === 'complete',
  codes: record.otp_codes,
  candidates: readCandidates(record.shown),
  codeExpiry: dateOf(record.code_expiry),
  expiryAfterReceipt: dateOf(record.expiry_after_receipt),
  auth: null,
});

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
