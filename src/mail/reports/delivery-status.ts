import {
  reportedRecipient,
  type RecipientOutcome,
  type ReportedRecipient,
} from './bounce-verdict.js';
import type { MailHeaders } from '../mime/headers.js';

const MAX_RECIPIENTS = 200;
/** Fields that name the mail it is about, most telling first. */
const IDS = ['x-original-message-id', 'original-message-id', 'original-envelope-id'];

/** Whom a message/delivery-status names (RFC 3464, RFC 6533), by its groups of fields. */
export const statusRecipients = (groups: readonly MailHeaders[]): ReportedRecipient[] =>
  groups.slice(0, MAX_RECIPIENTS).flatMap(recipientOf);

/** What it names the mail by. */
export const statusIds = (groups: readonly MailHeaders[]): string[] =>
  groups.slice(0, 2).flatMap((group) => IDS.map((name) => group.first(name)));

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

/** Kinds of feedback in which somebody says that he does not want a mail (RFC 5965 section 7.3). */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other', 'spam']);

/**
 * Who complained, by the fields of a message/feedback-report (RFC 5965); null when it is no complaint. Many
 * providers leave out who it was.
 */
export function complainants(fields: MailHeaders): ReportedRecipient[] | null {
  const type = fields.first('feedback-type').toLowerCase();
  if (!COMPLAINTS.has(type)) return null;
  const diagnostic = [type, fields.first('user-agent')].filter(Boolean).join(', ');
  return [...fields.all('original-rcpt-to'), ...fields.all('removal-recipient')]
    .map((value) => addressOf(typedValue(value)).toLowerCase())
    .filter((address) => address !== '')
    .map((address) => ({
      ...reportedRecipient({ address, outcome: 'failed', status: null, diagnostic }),
      permanent: true,
    }));
}
