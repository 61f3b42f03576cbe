import { parseArgs } from 'node:util';
import { PLAN_NAMES, type PlanName } from '../auth/plans.js';
import { openKeyedParts } from '../composition/keyed-parts.js';
import { provideSecrets } from '../composition/provided-servers.js';
import { organizations } from '../composition/organizations.js';
import { newOrg } from '../resources/orgs/schema.js';
import { runCommand } from './command.js';

// `npm run org -- [--plan <plan>] <name>`: makes an organization, also where sign-up is closed.

const isPlan = (name: string): name is PlanName => PLAN_NAMES.some((plan) => plan === name);

runCommand(async (database, config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { plan: { type: 'string', default: config.DEFAULT_PLAN } },
  });
  const { plan } = values;
  if (!isPlan(plan)) throw new Error(`There is no plan ${plan}: take ${PLAN_NAMES.join(', ')}`);
  const { success, data } = newOrg.safeParse({ name: positionals.join(' ') });
  if (!success) throw new Error('Say the name of the organization: 1 to 200 characters');
  const { vault } = await openKeyedParts(await provideSecrets(config), database);
  const databases = { front: database };
  const orgs = organizations({ databases, vault, defaultPlan: plan, signup: 'closed' });
  const { org, apiKey } = await orgs.createNamed(data.name);
  return `${org.id} (${plan})\nIts first API key, shown only now: ${apiKey}`;
});
