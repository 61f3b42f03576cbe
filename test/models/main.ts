// `npm run agents:obedient -- --mails 300`: a model that does whatever it reads is given so many mails that give orders.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import setUp from '../support/global-setup.js';
import tearDown from '../support/global-teardown.js';
import { tryObedience } from './obedient.js';

const { values } = parseArgs({ options: { mails: { type: 'string', default: '300' } } });
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

await setUp({ rootDir: ROOT });
try {
  const { problems, asked, ended } = await tryObedience(Number(values.mails));
  for (const problem of problems) console.error(problem);
  console.log(
    `${values.mails} mails: ${asked} calls wait for a person, ${ended} tasks ended without; ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await tearDown();
}
process.exit();
