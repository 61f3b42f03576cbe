import { continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';
import { mailToDescribe } from './messages.js';
import { modelActivities } from './model-activities.js';

/** What came of a run, for operators. */
interface EmailsDescribed {
  /** Mails that a model was asked about. */
  readonly mails: number;
  /** Those of which it said something that was kept. */
  readonly described: number;
}

/** Has the model of an organization describe its mail, until none waits. */
export async function describeEmails(input: RunInputs['describeEmails']): Promise<EmailsDescribed> {
  const { describeSomeEmails } = modelActivities<Activities>('6m');
  let requested = false;
  let [mails, described] = [0, 0];
  setHandler(mailToDescribe, () => void (requested = true));
  do {
    requested = false;
    const done = await describeSomeEmails(input.orgId);
    mails += done.mails;
    described += done.described;
    if (!done.left && !requested) return { mails, described };
  } while (!workflowInfo().continueAsNewSuggested);
  return continueAsNew<typeof describeEmails>(input);
}
