import type { Analysis, Category, Link } from '../analysis.js';
import type { TermKind } from '../words/roles.js';
import { clip, oneLine, safeText, shorten } from './safe-text.js';

const MAX = 200;
const MAX_NAME = 60;
const MAX_TOPIC = 110;

/** An analysis that is about to get its summary. */
export type Summarized = Omit<Analysis, 'summary'>;

/**
 * One sentence that says what an agent needs: what it is, from whom, until when. `purpose` is what the mail is about, by
 * its words: signing in, confirming, a new password.
 */
export function summarize(mail: Summarized, receivedAt: Date, purpose?: TermKind): string {
  const what = action(mail, receivedAt, purpose) ?? topic(mail);
  return safeText(shorten(oneLine(what), MAX));
}

function action(mail: Summarized, receivedAt: Date, purpose?: TermKind): string | null {
  const [code] = mail.otpCodes;
  const tail = `from ${senderName(mail)}`;
  const until = untilOf(mail, receivedAt);
  if (code !== undefined) return `${codeName(purpose)} ${code} ${tail}${until}`;
  if (mail.backupCodes.length > 0) return `${mail.backupCodes.length} backup codes ${tail}`;
  const name = mail.links.map(({ kind }) => LINK_NAMES[kind]).find(Boolean);
  return mail.category === 'verification' && name ? `${name} ${tail}${until}` : null;
}

const LINK_NAMES: Readonly<Partial<Record<Link['kind'], string>>> = {
  verify: 'Confirmation link',
  magic: 'Sign-in link',
  reset: 'Password reset link',
};

function codeName(purpose?: TermKind): string {
  if (purpose === 'signIn') return 'Sign-in code';
  if (purpose === 'reset') return 'Password reset code';
  return 'Verification code';
}

/** The day is only named when it is not that of the mail. */
function untilOf({ codeExpiry, date }: Summarized, receivedAt: Date): string {
  if (codeExpiry === null) return '';
  const day = clip(codeExpiry, 10);
  const on = day === clip(date ?? receivedAt.toISOString(), 10) ? '' : ` on ${day}`;
  return `, valid until ${codeExpiry.slice(11, 16)} UTC${on}`;
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

function topic(mail: Summarized): string {
  const subject = shorten(mail.subject, MAX_TOPIC);
  const said = subject === '' ? firstSentence(mail.strippedText) : subject;
  const kind = TOPICS[mail.category] ?? 'Mail';
  return `${kind} from ${senderName(mail)}${said === '' ? '' : `: ${said}`}`;
}

function firstSentence(text: string): string {
  const line = text.split('\n', 20).find((candidate) => /\p{L}{2}/u.test(candidate)) ?? '';
  return shorten(oneLine(clip(line, 4 * MAX_TOPIC)), MAX_TOPIC);
}

function senderName({ from }: Summarized): string {
  const name = shorten(oneLine(from.name ?? ''), MAX_NAME);
  return name !== '' ? name : from.address || 'an unknown sender';
}
