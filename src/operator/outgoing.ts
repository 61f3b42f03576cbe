import { readConfig } from '../config.js';
import { holdOutgoing, readHold, resumeOutgoing } from '../restores/hold.js';
import type { Database } from '../db/database.js';
import { onDatabase, runCommand } from './database.js';

// `npm run outgoing -- status|hold|resume`: whether mail leaves. All processes heed it at once.

const COMMANDS: Readonly<Record<string, (database: Database) => Promise<string>>> = {
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

runCommand(async () => {
  const command = COMMANDS[process.argv[2] ?? 'status'];
  if (!command) throw new Error(`Say one of: ${Object.keys(COMMANDS).join(', ')}`);
  return onDatabase(readConfig(process.env), command);
});
