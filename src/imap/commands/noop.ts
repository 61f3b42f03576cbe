import { ANY, command, noArguments, SELECTED } from '../command.js';
import { inTime } from '../in-time.js';
import type { Session } from '../session-state.js';

async function look(session: Session): Promise<void> {
  if (session.state !== 'selected') return;
  await inTime(session.parts.limits.storageMs, session.selected.mailbox.refresh());
}

/** RFC 9051 section 6.1.2: looks for what is new, which is told at its end. */
export const noop = command({ name: 'NOOP', states: ANY, syntax: noArguments, act: look });

/** RFC 3501 section 6.4.1. */
export const check = command({ name: 'CHECK', states: SELECTED, syntax: noArguments, act: look });
