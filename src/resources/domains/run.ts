import { isQueued } from '../../store/outbox.js';
import { run } from '../../store/run.js';
import { IS_WELL } from './well.js';

/** A domain that is looked after as long as it is there. */
export interface VerifyDomainInput {
  readonly domainId: string;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly verifyDomain: VerifyDomainInput;
  }
}

/**
 * Looks at a domain as often as its row says. A look that is overdue shows that its run was lost. At domains that are
 * well others look: of one that was looked at a moment ago Temporal is asked whether its run is there.
 */
export const verifyDomainRun = run({
  workflow: 'verifyDomain',
  input: ([domainId]) => ({ domainId: domainId! }),
  signals: ['domainChanged'],
  isDeferrable: true,
  phase: 'pending',
  wakeBy: 'domainChanged',
  lost: [
    {
      rows: `SELECT id, org_id FROM domains WHERE next_look_at < now() - $age AND NOT ${IS_WELL}`,
      // Looks that were put off are made within ten minutes; by then they were lost with their process.
      extraSeconds: 720,
    },
    {
      suspects: `
SELECT ARRAY[id] AS ids, 'verifyDomain:' || id AS workflow_id, false AS given_up
FROM domains
WHERE checked_at > now() - 2 * $age AND ${IS_WELL} AND NOT ${isQueued('domains.id')}
LIMIT $limit`,
      rows: 'SELECT id, org_id FROM domains WHERE id = ANY ($ids)',
    },
  ],
});
