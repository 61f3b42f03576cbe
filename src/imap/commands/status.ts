import { AUTHENTICATED, command } from '../command.js';
import { inTime } from '../in-time.js';
import type { Session } from '../session-state.js';
import type { MailboxName, MailboxStatus } from '../session.js';
import type { Tokens } from '../wire/tokens.js';
import { existing, readMailbox } from './mailbox-name.js';

/** What of a mailbox can be asked for (RFC 9051 section 6.3.11, RFC 3501, 7162, 8474). */
const ITEMS: Readonly<Record<string, (status: MailboxStatus) => string | number>> = {
  MESSAGES: ({ messages }) => messages,
  UIDNEXT: ({ uidNext }) => uidNext,
  UIDVALIDITY: ({ uidValidity }) => uidValidity,
  UNSEEN: ({ unseen }) => unseen,
  DELETED: () => 0,
  RECENT: () => 0,
  SIZE: ({ size }) => size,
  HIGHESTMODSEQ: ({ highestModseq }) => highestModseq,
  MAILBOXID: ({ mailboxId }) => `(${mailboxId})`,
};

/** The list of items that is next. */
export function readStatusItems(tokens: Tokens): string[] {
  const { place } = tokens;
  const items = tokens.list(() => readItem(tokens));
  return items.length > 0 ? items : tokens.fail('at least one item', place);
}

function readItem(tokens: Tokens): string {
  const { place } = tokens;
  const item = tokens.keyword('an item of STATUS');
  return Object.hasOwn(ITEMS, item) ? item : tokens.fail('an item of STATUS', place);
}

/** Writes the status of mailboxes. @throws StorageUnavailable */
export async function writeStatus(
  session: Session,
  names: readonly MailboxName[],
  items: readonly string[],
): Promise<void> {
  if (items.includes('HIGHESTMODSEQ')) session.enable('CONDSTORE');
  const asked = session.account.status(names);
  for (const status of await inTime(session.parts.limits.storageMs, asked)) {
    const values = items.map((item) => `${item} ${ITEMS[item]!(status)}`);
    session.out.line(`* STATUS ${status.name} (${values.join(' ')})`);
  }
}

/** RFC 9051 section 6.3.11. */
export const status = command({
  name: 'STATUS',
  states: AUTHENTICATED,
  syntax(tokens) {
    const mailbox = readMailbox(tokens);
    tokens.space();
    return { mailbox, items: readStatusItems(tokens) };
  },
  act: (session, { mailbox, items }) => writeStatus(session, [existing(mailbox)], items),
});
