import type { StatusResponse } from '../answers.js';
import { AUTHENTICATED, command } from '../command.js';
import type { SelectedMailbox } from '../selected-mailbox.js';
import type { Session } from '../session-state.js';
import type { MessageMark } from '../session.js';
import type { Outgoing } from '../wire/outgoing.js';
import type { Tokens } from '../wire/tokens.js';
import { listResponse } from './list-response.js';
import { existing, readMailbox } from './mailbox-name.js';

function readSelect(tokens: Tokens) {
  const mailbox = readMailbox(tokens);
  return { mailbox, condstore: !tokens.isEnd() && readParameters(tokens) };
}

function readParameters(tokens: Tokens): boolean {
  tokens.space();
  const { place } = tokens;
  const names = tokens.list(() => tokens.keyword('a parameter'));
  // QRESYNC is not offered.
  if (names.some((name) => name !== 'CONDSTORE')) tokens.fail('CONDSTORE', place);
  return names.length > 0;
}

type Arguments = ReturnType<typeof readSelect>;

async function select(
  session: Session,
  { mailbox, condstore }: Arguments,
): Promise<StatusResponse> {
  // RFC 9051 section 6.3.2: nothing is selected afterwards where this fails.
  if (session.unselect()) session.out.line('* OK [CLOSED] Previous mailbox is closed');
  if (condstore) session.enable('CONDSTORE');
  const selected = await session.select(existing(mailbox));
  describe(session, selected);
  return { status: 'OK', code: 'READ-ONLY', text: 'Selected, read-only' };
}

function describe(session: Session, selected: SelectedMailbox): void {
  const { out } = session;
  const { mailbox, view, messages } = selected;
  out.line(`* FLAGS (${mailbox.name === 'Spam' ? '\\Seen $Junk' : '\\Seen'})`);
  out.line(`* ${messages.length} EXISTS`);
  if (session.isEnabled('IMAP4rev2')) out.line(`* ${listResponse(mailbox.name)}`);
  else describeForRev1(out, messages);
  out.line('* OK [PERMANENTFLAGS ()] No flags can be changed');
  out.line(`* OK [UIDVALIDITY ${view.uidValidity}] UIDs stay valid`);
  out.line(`* OK [UIDNEXT ${view.uidNext}] The next UID`);
  out.line(`* OK [HIGHESTMODSEQ ${view.highestModseq}] The highest`);
  out.line(`* OK [MAILBOXID (${mailbox.mailboxId})] Its id`);
}

/** RFC 3501 section 6.3.1. */
function describeForRev1(out: Outgoing, messages: readonly MessageMark[]): void {
  out.line('* 0 RECENT');
  const unseen = messages.findIndex(({ seen }) => !seen);
  if (unseen >= 0) out.line(`* OK [UNSEEN ${unseen + 1}] The first unseen message`);
}

/** RFC 9051 section 6.3.2, with CONDSTORE of RFC 7162. */
export const selectCommand = command({
  name: 'SELECT',
  states: AUTHENTICATED,
  syntax: readSelect,
  act: select,
});

/** RFC 9051 section 6.3.3: the same, as everything is read-only. */
export const examine = command({
  name: 'EXAMINE',
  states: AUTHENTICATED,
  syntax: readSelect,
  act: select,
});
