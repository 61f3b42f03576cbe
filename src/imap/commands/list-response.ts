import type { MailboxName } from '../session.js';

/** The hierarchy separator. There is no hierarchy; clients want one all the same. */
export const SEPARATOR = '/';

// RFC 6154.
const USES: Readonly<Partial<Record<MailboxName, string>>> = { Sent: '\\Sent', Spam: '\\Junk' };

/** Whether a mailbox is there for a purpose that RFC 6154 names. */
export const hasUse = (name: MailboxName): boolean => name in USES;

/** A line of LIST without its `* `. */
export function listResponse(name: MailboxName, { subscribed = false, as = 'LIST' } = {}): string {
  const attributes = ['\\HasNoChildren', subscribed ? '\\Subscribed' : null, USES[name]];
  return `${as} (${attributes.filter(Boolean).join(' ')}) "${SEPARATOR}" ${name}`;
}
