import { run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** Which mails is in their rows. */
    readonly describeEmails: { readonly orgId: string };
  }
}

/** Has the model of an organization describe its mail. Mail that waits shows that the run was lost. */
export const describeEmailsRun = run({
  workflow: 'describeEmails',
  input: ([orgId]) => ({ orgId: orgId! }),
  signals: ['mailToDescribe'],
  wakeBy: 'mailToDescribe',
  isDeferrable: true,
  lost: [
    {
      rows: 'SELECT DISTINCT org_id AS id, org_id FROM undescribed_emails WHERE asked_at < now() - $age',
      signal: 'mailToDescribe',
    },
  ],
});
