import type { SenderAuth } from '../../sender/auth.js';
import type { EventData } from './kinds.js';
import type { NewEvent } from './record.js';
import type { Queries } from '../../db/queries.js';

/** A mail as its events tell of it. */
export interface AnnouncedMail {
  readonly id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly thread_id: string;
  readonly stored_message_id: string;
  readonly starts_thread: boolean;
  readonly from_address: string;
  readonly from_name: string | null;
  readonly to_addresses: readonly { readonly address: string }[];
  readonly subject: string;
  readonly category: EventData<'email.received'>['category'];
  readonly otp_codes: string[];
  readonly verification_links: string[];
  readonly magic_links: string[];
  readonly code_expiry: Date | null;
  readonly summary: string;
  readonly is_spam: boolean;
  /** Complete or failed. */
  readonly parse_status: string;
  readonly received_at: Date;
  readonly auth: SenderAuth | null;
  /** How often the routing rules for it were changed; null when there never were any. */
  readonly rules_version: number | null;
  /** The sent mail it answers; null where it answers none, or is automatic. */
  readonly replied_id: string | null;
}

// Copies are routed no further, spam not at all.
const ROUTABLE = 'e.routed_from IS NULL AND NOT e.is_spam';

// Only what was placed in a thread may answer something. What a mail refers to ends with the closest.
const REPLIED = `
CASE WHEN NOT (e.starts_thread OR e.is_spam OR e.automatic)
    AND e.category NOT IN ('auto_reply', 'bounce') THEN (
  SELECT o.id FROM stored_messages m
  CROSS JOIN LATERAL unnest(m.references_ids || e.in_reply_to)
    WITH ORDINALITY AS r(message_id, place)
  JOIN emails o ON o.inbox_id = e.inbox_id AND o.message_id = r.message_id
    AND hashtextextended(o.message_id, 0) = hashtextextended(r.message_id, 0)
  WHERE m.id = e.stored_message_id AND o.direction = 'outbound'
    AND lower(o.from_address) <> lower(e.from_address)
  ORDER BY r.place DESC LIMIT 1) END`;

/**
 * SQL: those of the mails $1 that their subscribers may be told of, in the order of their receipt. Held and
 * quarantined mail is told of when it is released, blocked mail never.
 */
export const ANNOUNCED = `
SELECT e.id, e.org_id, e.inbox_id, e.thread_id, e.stored_message_id::text, e.starts_thread,
  e.from_address, e.from_name, e.to_addresses, e.subject, e.category, e.otp_codes, e.verification_links,
  e.magic_links, e.code_expiry, e.summary, e.is_spam, e.parse_status,
  e.received_at, c.auth,
  CASE WHEN ${ROUTABLE} THEN
    (SELECT version FROM routing_versions v WHERE v.org_id = e.org_id) END AS rules_version,
  ${REPLIED} AS replied_id
FROM emails e LEFT JOIN sender_checks c USING (stored_message_id)
WHERE e.id = ANY ($1) AND e.status = 'received' AND e.direction = 'inbound'
  AND e.parse_status <> 'pending'
ORDER BY e.inbox_id, e.uid`;

/** Those of the mails that their subscribers may be told of, in the order of their receipt. */
export const announcedEmails = (
  queries: Queries,
  emailIds: readonly string[],
): Promise<readonly AnnouncedMail[]> => queries.query<AnnouncedMail>(ANNOUNCED, [emailIds]);

/** What happened with the arrival of `mail`: it was received, and may have started a thread, or answered a mail. */
export function eventsOfMail(mail: AnnouncedMail): NewEvent[] {
  const of = { orgId: mail.org_id, inboxId: mail.inbox_id, resourceId: mail.id };
  const kind = mail.is_spam ? 'email.received.spam' : 'email.received';
  const received: NewEvent = { kind, data: receivedData(mail), ...of };
  if (mail.replied_id !== null)
    return [received, { kind: 'email.replied', data: repliedData(mail, mail.replied_id), ...of }];
  if (!mail.starts_thread || mail.is_spam) return [received];
  return [received, { kind: 'thread.created', data: threadData(mail), ...of }];
}

function receivedData(mail: AnnouncedMail): EventData<'email.received'> {
  const { auth, otp_codes, category } = mail;
  return {
    ...mail,
    email_id: mail.id,
    from: mail.from_address,
    to: mail.to_addresses.map(({ address }) => address),
    parsed: { otp_codes, category },
    auth: auth && { ...auth, policy: auth.policy ?? null, flags: [...auth.flags] },
  };
}

const threadData = (mail: AnnouncedMail): EventData<'thread.created'> => ({
  ...mail,
  email_id: mail.id,
  from: mail.from_address,
});

const repliedData = (mail: AnnouncedMail, emailId: string): EventData<'email.replied'> => ({
  ...mail,
  email_id: emailId,
  reply_email_id: mail.id,
  from: mail.from_address,
});
