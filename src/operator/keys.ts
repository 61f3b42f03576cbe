import { openKeyRing } from '../composition/keyed-parts.js';
import { provideSecrets } from '../composition/provided-servers.js';
import { rewrapKeys } from '../vault/rewrap.js';
import { runCommand } from './command.js';

// `npm run keys:rewrap`: wraps every key by MASTER_KEY that MASTER_KEY_PREVIOUS wraps; exit 1 while that has to stay.

runCommand(async (database, config) => {
  const { wrapped, left } = await rewrapKeys(
    database,
    await openKeyRing(await provideSecrets(config)),
  );
  if (left > 0)
    throw new Error(
      `${wrapped} keys wrapped again; ${left} are not: a process still runs with the key before. ` +
        'Start it anew, then run this again.',
    );
  return `${wrapped} keys wrapped again. All are wrapped by MASTER_KEY: MASTER_KEY_PREVIOUS may go.`;
});
