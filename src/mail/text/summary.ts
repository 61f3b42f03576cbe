import type { Category, Envelope } from '../analysis.js';
import type { TermKind } from '../words/roles.js';
import { clip, oneLine, safeText, shorten } from './safe-text.js';

const MAX = 200;
const MAX_NAME = 60;
const MAX_TOPIC = 110;

/** What a summary is made of. */
export interface SummaryParts {
  readonly envelope: Envelope;
  readonly category: Category;
  readonly code: string | null;
  /** What the mail is about, by its words: signing in, confirming, a new password. */
  readonly purpose: TermKind | null;
  readonly link: 'verify' | 'magic' | 'reset' | null;
  readonly backupCodes: number;
  readonly expiry: string | null;
  /** ISO 8601. */
  readonly sentAt: string;
  /** The new text of the mail. */
  readonly text: string;
}

/** One sentence that says what an agent needs: what it is, from whom, until when. */
export function summarize(parts: SummaryParts): string {
  const what = action(parts) ?? topic(parts);
  return safeText(shorten(oneLine(what), MAX));
}

function action(parts: SummaryParts): string | null {
  const from = `from ${senderName(parts.envelope)}`;
  if (parts.code !== null) return `${codeName(parts.purpose)} ${parts.code} ${from}${until(parts)}`;
  if (parts.backupCodes > 0) return `${parts.backupCodes} backup codes ${from}`;
  if (parts.category !== 'verification' || parts.link === null) return null;
  return `${LINK_NAMES[parts.link]} ${from}${until(parts)}`;
}

const LINK_NAMES = {
  verify: 'Confirmation link',
  magic: 'Sign-in link',
  reset: 'Password reset link',
} as const;

function codeName(purpose: TermKind | null): string {
  if (purpose === 'signIn') return 'Sign-in code';
  if (purpose === 'reset') return 'Password reset code';
  return 'Verification code';
}

/** The day is only named when it is not that of the mail. */
function until({ expiry, sentAt }: SummaryParts): string {
  if (expiry === null) return '';
  const day = clip(expiry, 10);
  const on = day === clip(sentAt, 10) ? '' : ` on ${day}`;
  return `, valid until ${expiry.slice(11, 16)} UTC${on}`;
}

const TOPICS: Readonly<Partial<Record<Category, string>>> = {
  bounce: 'Delivery failure',
  auto_reply: 'Automatic reply',
  calendar: 'Calendar message',
  transactional: 'Order or booking message',
  financial: 'Payment message',
  newsletter: 'Newsletter',
  marketing: 'Offer',
  notification: 'Notification',
  support: 'Support message',
  spam: 'Spam',
};

function topic({ envelope, category, text }: SummaryParts): string {
  const subject = shorten(envelope.subject, MAX_TOPIC);
  const said = subject === '' ? firstSentence(text) : subject;
  const kind = TOPICS[category] ?? 'Mail';
  return `${kind} from ${senderName(envelope)}${said === '' ? '' : `: ${said}`}`;
}

function firstSentence(text: string): string {
  const line = text.split('\n', 20).find((candidate) => /\p{L}{2}/u.test(candidate)) ?? '';
  return shorten(oneLine(clip(line, 4 * MAX_TOPIC)), MAX_TOPIC);
}

function senderName({ from }: Envelope): string {
  const name = shorten(oneLine(from.name ?? ''), MAX_NAME);
  return name !== '' ? name : from.address || 'an unknown sender';
}
