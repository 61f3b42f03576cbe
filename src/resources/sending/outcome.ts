import type { NewEvent } from '../../store/events/record.js';
import type { ClaimedSend, SendOutcomeRow } from './attempt-statements.js';
import type { DeliveryResult } from './outgoing-delivery.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';
import { storable } from '../../mail/text/safe-text.js';

// Seconds: 5 s, doubled up to 15 minutes, for a day.
const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 15 * 60;
const GIVE_UP_AFTER_SECONDS = 24 * 60 * 60;
// Part of a delay that chance adds, so that what failed together does not come back together.
const JITTER = 0.1;

const MAX_RESPONSE = 1_000;
const MAX_ID = 998;

/** What the ledger is told of an attempt. */
export function outcomeRow(
  send: Pick<ClaimedSend, 'email_id' | 'inbox_id' | 'age' | 'attempt_count'>,
  result: DeliveryResult,
  by: Pick<SendOutcomeRow, 'workflow_id' | 'given_up'>,
): SendOutcomeRow {
  const number = send.attempt_count + 1;
  const nextIn = result.again ? nextAttemptIn(number, send.age, result.pause) : null;
  const answered = result.recipients.map(withCleanResponse);
  const recipients = nextIn === null ? answered.map(givenUp) : answered;
  const status = statusOf(recipients);
  const id = result.providerMessageId;
  return {
    email_id: send.email_id,
    inbox_id: send.inbox_id,
    number,
    provider: result.provider,
    outcome: result.outcome,
    response: clean(result.response),
    status,
    recipients,
    provider_message_id: id === null ? null : storable(id, MAX_ID),
    error: errorOf(status, recipients),
    dkim_signature: result.signature ?? null,
    next_in: status === 'sending' ? nextIn : null,
    ...by,
  };
}

const withCleanResponse = (recipient: LedgerRecipient): LedgerRecipient => ({
  ...recipient,
  response: recipient.response === null ? null : clean(recipient.response),
});

const givenUp = (recipient: LedgerRecipient): LedgerRecipient =>
  recipient.status === 'queued' ? { ...recipient, status: 'failed' } : recipient;

/** Unknown counts most: it asks for a person. One recipient that was served makes a mail sent. */
function statusOf(recipients: readonly LedgerRecipient[]): SendOutcomeRow['status'] {
  const has = (status: LedgerRecipient['status']) =>
    recipients.some((recipient) => recipient.status === status);
  if (has('queued')) return 'sending';
  if (has('unknown')) return 'unknown';
  if (has('sent')) return 'sent';
  return has('bounced') ? 'bounced' : 'failed';
}

/** What the recipients that were not served said. */
function errorOf(
  status: SendOutcomeRow['status'],
  recipients: readonly LedgerRecipient[],
): string | null {
  const unhappy = recipients.filter(
    (recipient) => recipient.status !== 'sent' && recipient.response !== null,
  );
  if (unhappy.length === 0) return null;
  const responses = [...new Set(unhappy.map(({ response }) => response))];
  if (status !== 'sent' && responses.length === 1) return clean(responses[0]!);
  return clean(unhappy.map(told).join('; '));
}

/** Errors that we word ourselves begin with the address. */
const told = ({ address, response }: LedgerRecipient) =>
  response?.startsWith(`${address} `) ? response : `${address}: ${response}`;

const clean = (text: string) => storable(text, MAX_RESPONSE);

/** What events need to know of a mail that was sent. */
export type AnnouncedSend = Pick<
  ClaimedSend,
  | 'email_id'
  | 'org_id'
  | 'inbox_id'
  | 'thread_id'
  | 'message_id'
  | 'subject'
  | 'from_address'
  | 'to_addresses'
>;

type EndedSend = Pick<SendOutcomeRow, 'status' | 'provider' | 'provider_message_id' | 'error'>;

/** What is told of a mail whose sending ended. */
export function eventsOfOutcome(send: AnnouncedSend, row: EndedSend): NewEvent[] {
  // That it came back was told when it did.
  if (row.status === 'sending' || row.status === 'bounced') return [];
  const { provider, provider_message_id, error } = row;
  const to = send.to_addresses.map(({ address }) => address);
  const data = { ...send, from: send.from_address, to, provider, provider_message_id, error };
  const of = { orgId: send.org_id, inboxId: send.inbox_id, resourceId: send.email_id };
  return [{ kind: `email.${row.status}`, data, ...of }];
}

/** Seconds from attempt `made` of a mail to the next one; null when it is given up. */
function nextAttemptIn(made: number, ageSeconds: number, pause: number): number | null {
  const usual = Math.min(FIRST_SECONDS * 2 ** (made - 1), LONGEST_SECONDS);
  const delay = Math.max(usual, pause) * (1 + JITTER * Math.random());
  return ageSeconds + delay > GIVE_UP_AFTER_SECONDS ? null : delay;
}
