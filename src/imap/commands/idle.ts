import type { StatusResponse } from '../answers.js';
import { refusal } from '../answers.js';
import { AUTHENTICATED, command, noArguments } from '../command.js';
import type { Session } from '../session-state.js';
import { ConnectionClosed } from '../wire/outgoing.js';

/** RFC 9051 section 6.3.13: what is new is told at once, until the client says DONE. */
export const idle = command({
  name: 'IDLE',
  states: AUTHENTICATED,
  syntax: noArguments,
  act: idleUntilLine,
});

async function idleUntilLine(session: Session): Promise<StatusResponse | void> {
  session.out.line('+ Idling');
  const { incoming, wake, limits, now } = session.parts;
  const reading: { line?: Buffer | null; problem?: Error } = {};
  const took = (taken: typeof reading) => {
    Object.assign(reading, taken);
    wake.wake();
  };
  incoming.line(limits.commandBytes).then(
    (line) => took({ line }),
    (problem: Error) => took({ problem }),
  );
  let toldAt = now();
  while (!('line' in reading || reading.problem) && session.state !== 'logout') {
    session.tell(true);
    if (now() - toldAt >= limits.keepAliveMs) session.out.line('* OK Still here');
    if (!session.out.isEmpty) toldAt = now();
    await session.out.flush();
    await wake.wait(limits.keepAliveMs);
  }
  if (reading.problem) throw reading.problem;
  if (!reading.line) throw new ConnectionClosed();
  if (reading.line.toString('latin1').toUpperCase() !== 'DONE')
    return refusal('Expected DONE', undefined, 'BAD');
}
