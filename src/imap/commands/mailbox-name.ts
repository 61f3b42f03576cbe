import { Refused } from '../answers.js';
import { MAILBOXES, type MailboxName } from '../session.js';
import type { Tokens } from '../wire/tokens.js';

/** A space and the name of a mailbox, in whatever encoding: those that exist are ASCII. */
export function readMailbox(tokens: Tokens): string {
  tokens.space();
  return tokens.astring('a mailbox');
}

/** The mailbox of that name. INBOX is the same in any case. @throws Refused */
export function existing(name: string): MailboxName {
  const found = MAILBOXES.find((known) => known === canonical(name));
  if (!found) throw new Refused('NONEXISTENT', `There are ${MAILBOXES.join(', ')}, and no others`);
  return found;
}

/** A name as it is compared. */
export const canonical = (name: string): string =>
  name.toUpperCase() === 'INBOX' ? 'INBOX' : name;
