import { parseArgs } from 'node:util';
import { openKeyedParts } from '../composition/keyed-parts.js';
import { provideSecrets } from '../composition/provided-servers.js';
import { auditLog } from '../composition/organizations.js';
import { readHead } from '../resources/credentials/audit.js';
import { runCommand } from './command.js';

// `npm run audit:verify [-- --org <org>] [--head <seq>:<hash>]`: checks audit logs, all or one; exit 1 where one is broken.

runCommand(async (database, config) => {
  const { values } = parseArgs({ options: { org: { type: 'string' }, head: { type: 'string' } } });
  if (values.head !== undefined && values.org === undefined)
    throw new Error('A head is of one organization: say which with --org');
  const known = values.head === undefined ? null : readHead(values.head);
  const { auditKey } = await openKeyedParts(await provideSecrets(config), database);
  const audit = auditLog({ databases: { front: database }, auditKey });
  const told: string[] = [];
  for (const orgId of values.org === undefined ? await audit.organizations() : [values.org]) {
    const { entries, head, problem } = await audit.verify(orgId, known);
    if (problem !== null) throw new Error(`${orgId}: entry ${problem.seq} is ${problem.what}`);
    told.push(`${orgId}: ${entries} entries, head ${head.seq}:${head.hash.toString('hex')}`);
  }
  return told.join('\n') || 'There are no audit logs.';
});
