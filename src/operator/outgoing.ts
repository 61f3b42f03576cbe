import { holdOutgoing, readHold, resumeOutgoing } from '../restores/hold.js';
import { runCommand, type OperatorCommand } from './command.js';

// `npm run outgoing -- status|hold|resume`: whether mail leaves. All processes heed it at once.

const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  async status(database) {
    const hold = await readHold(database);
    return hold
      ? `Outgoing mail is held since ${hold.since.toISOString()}: ${hold.because}.`
      : 'Outgoing mail leaves.';
  },
  async hold(database) {
    await holdOutgoing(database, 'an operator said so');
    return 'Outgoing mail is held: it stays queued.';
  },
  async resume(database) {
    await resumeOutgoing(database);
    return 'Outgoing mail leaves again, within two minutes.';
  },
};

runCommand(async (database, config) => {
  const command = COMMANDS[process.argv[2] ?? 'status'];
  if (!command) throw new Error(`Say one of: ${Object.keys(COMMANDS).join(', ')}`);
  return command(database, config);
});
