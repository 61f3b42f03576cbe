import type { SenderAuth } from '../../sender/auth.js';
import type { EventData } from './kinds.js';
import { selectSubscribers, type NewEvent, type Queries, type Subscriber } from './log.js';

/** A mail as its events tell of it. */
export interface ToldMail {
  readonly id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly thread_id: string;
  readonly stored_message_id: string;
  readonly starts_thread: boolean;
  readonly from_address: string;
  readonly to_addresses: readonly { readonly address: string }[];
  readonly subject: string;
  readonly category: EventData<'email.received'>['category'];
  readonly otp_codes: string[];
  readonly verification_links: string[];
  readonly magic_links: string[];
  readonly code_expiry: Date | null;
  readonly summary: string;
  readonly is_spam: boolean;
  readonly received_at: Date;
  readonly auth: SenderAuth | null;
}

// Held and quarantined mail is told of when it is released, blocked mail never.
const TOLD_MAILS = `
SELECT e.id, e.org_id, e.inbox_id, e.thread_id, e.stored_message_id::text, e.starts_thread,
  e.from_address, e.to_addresses, e.subject, e.category, e.otp_codes, e.verification_links,
  e.magic_links, e.code_expiry, e.summary, e.is_spam, e.received_at, c.auth
FROM emails e LEFT JOIN sender_checks c USING (stored_message_id)
WHERE e.id = ANY ($1) AND e.status = 'received' AND e.direction = 'inbound'
  AND e.parse_status <> 'pending'
ORDER BY e.inbox_id, e.uid`;

/** Those of the mails that their subscribers may be told of, in the order of their receipt. */
export const toldMails = (
  queries: Queries,
  emailIds: readonly string[],
): Promise<readonly ToldMail[]> => queries.query(TOLD_MAILS, [emailIds]) as Promise<ToldMail[]>;

const SUBSCRIBERS = selectSubscribers('ARRAY(SELECT org_id FROM emails WHERE id = ANY ($1))');

/** The webhooks of the organizations whose mails they are. */
export const subscribersOfMails = (
  queries: Queries,
  emailIds: readonly string[],
): Promise<readonly Subscriber[]> =>
  queries.query(SUBSCRIBERS, [emailIds]) as Promise<Subscriber[]>;

/** What happened with the arrival of `mail`: it was received, and may have started a thread. */
export function eventsOfMail(mail: ToldMail): NewEvent[] {
  const of = { orgId: mail.org_id, inboxId: mail.inbox_id, resourceId: mail.id };
  const kind = mail.is_spam ? 'email.received.spam' : 'email.received';
  const received: NewEvent = { ...of, kind, data: receivedData(mail) };
  if (!mail.starts_thread || mail.is_spam) return [received];
  return [received, { ...of, kind: 'thread.created', data: threadData(mail) }];
}

function receivedData(mail: ToldMail): EventData<'email.received'> {
  const { auth, otp_codes, category } = mail;
  return {
    ...mail,
    email_id: mail.id,
    from: mail.from_address,
    to: mail.to_addresses.map(({ address }) => address),
    auth: auth && { ...auth, flags: [...auth.flags] },
    parsed: { otp_codes, category },
  };
}

const threadData = (mail: ToldMail): EventData<'thread.created'> => ({
  ...mail,
  email_id: mail.id,
  from: mail.from_address,
});
