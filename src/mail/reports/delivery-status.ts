import {
  reportedRecipient,
  type RecipientOutcome,
  type ReportedRecipient,
} from './bounce-verdict.js';
import type { MailHeaders } from '../mime/headers.js';

/** What a message/delivery-status says. */
export interface DeliveryStatusReport {
  readonly recipients: readonly ReportedRecipient[];
  /** Fields that name the mail it is about, most telling first. */
  readonly aboutIds: readonly string[];
}

const MAX_RECIPIENTS = 200;

/** Reads the fields of a message/delivery-status (RFC 3464, RFC 6533). */
export const readDeliveryStatus = (groups: readonly MailHeaders[]): DeliveryStatusReport => ({
  recipients: groups.slice(0, MAX_RECIPIENTS).flatMap(recipientOf),
  aboutIds: groups
    .slice(0, 2)
    .flatMap((group) =>
      ['x-original-message-id', 'original-message-id', 'original-envelope-id'].map((name) =>
        group.first(name),
      ),
    ),
});

function recipientOf(group: MailHeaders): ReportedRecipient[] {
  const final = typedValue(group.first('final-recipient'));
  const original = typedValue(group.first('original-recipient'));
  const address = addressOf(final) || addressOf(original);
  const status = statusOf(group.first('status'));
  const outcome = outcomeOf(group.first('action'), status);
  if (address === '' || outcome === null) return [];
  const diagnostic = typedValue(group.first('diagnostic-code'));
  return [
    reportedRecipient({
      address,
      originalAddress: addressOf(original) || null,
      outcome,
      status,
      diagnostic,
    }),
  ];
}

/** What stands behind the type in `rfc822; a@b`, `smtp; 550 …`; some servers leave the type out. */
function typedValue(value: string): string {
  const typed = /^[\w/-]{1,40}[ \t]{0,4};(.*)$/.exec(value);
  return (typed ? typed[1]! : value).trim();
}

const MAX_ADDRESS = 320;
// RFC 6533 section 3: characters outside ASCII in an address of the type utf-8.
const ESCAPED = /\\x\{([0-9a-f]{2,6})\}/gi;

function addressOf(value: string): string {
  const open = value.indexOf('<');
  const close = value.indexOf('>', open + 1);
  const inside = open >= 0 && close > open ? value.slice(open + 1, close) : value;
  const [word = ''] = inside.trim().split(/[\s,;]/, 1);
  const address = word.replace(ESCAPED, (_, hex: string) => characterOf(parseInt(hex, 16)));
  return address.includes('@') && address.length <= MAX_ADDRESS ? address : '';
}

const characterOf = (point: number) =>
  point > 0x1f && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    ? String.fromCodePoint(point)
    : '';

/** `5.1.1`, `5.1.1 (bad mailbox)`, `#5.1.1`. */
const statusOf = (value: string) => /^#?([245]\.\d{1,3}\.\d{1,3})/.exec(value)?.[1] ?? null;

/** RFC 3464 section 2.3.3. Relayed says nothing about what became of it. */
function outcomeOf(action: string, status: string | null): RecipientOutcome | null {
  const named = /^[a-z]{1,20}/.exec(action.toLowerCase())?.[0] ?? '';
  if (named === 'failed' || named === 'delayed' || named === 'delivered') return named;
  if (named === 'expanded') return 'delivered';
  if (named !== '' || status === null) return null;
  return BY_CLASS.get(status[0]!) ?? null;
}

const BY_CLASS = new Map<string, RecipientOutcome>([
  ['2', 'delivered'],
  ['4', 'delayed'],
  ['5', 'failed'],
]);
