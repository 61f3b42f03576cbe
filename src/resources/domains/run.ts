import { run } from '../../store/run.js';

/** A domain that is looked after as long as it is there. */
export interface VerifyDomainInput {
  readonly domainId: string;
}

declare module '../../store/run.js' {
  interface RunInputs {
    readonly verifyDomain: VerifyDomainInput;
  }
}

/** Looks at a domain as often as its row says. A look that is overdue shows that its run was lost. */
export const verifyDomainRun = run({
  workflow: 'verifyDomain',
  input: ([domainId]) => ({ domainId: domainId! }),
  signals: ['domainChanged'],
  isDeferrable: true,
  phase: 'pending',
  wakeBy: 'domainChanged',
  lost: [
    {
      rows: 'SELECT id, org_id FROM domains WHERE next_look_at < now() - $age',
      // Looks that were put off are made within ten minutes; by then they were lost with their process.
      extraSeconds: 720,
    },
  ],
});
