import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { ApprovalReport } from '../src/resources/approvals/runs.js';
import type { ApprovalDecision } from '../src/store/approvals.js';
import type { TaskReport, ToldEnd } from '../src/resources/tasks/runs.js';

/** To `expireInbox`: the inbox ends at another time, or not at all. */
export const expiryChanged = defineSignal('expiryChanged');

/** To `releaseMail`: there is something to release again. */
export const releaseRequested = defineSignal('releaseRequested');

/** To `verifySenders`: there are unknown senders again. */
export const verificationRequested = defineSignal('verificationRequested');

/** To `deliverInOrder`: there are deliveries again. */
export const deliveriesAdded = defineSignal('deliveriesAdded');

/** To `sendEmail`: it is to be sent no more, or at another time. */
export const sendChanged = defineSignal('sendChanged');

/** To `waitForEmail`: a mail arrived that it waits for, or somebody else ended the wait. */
export const emailArrived = defineSignal('emailArrived');

/** To `verifyDomain`: something about the domain changed, or it is gone. */
export const domainChanged = defineSignal('domainChanged');

/** Has `verifyDomain` look now; answers once it has. */
export const verifyNow = defineUpdate<void>('verifyNow');

/** What `verifyDomain` is at. */
export interface DomainState {
  readonly status: string;
  readonly summary: string;
  /** Looks of this run. */
  readonly looks: number;
}

/** Asks `verifyDomain` how its domain stands. */
export const domainState = defineQuery<DomainState>('state');

/** To `runAgentTask`: something happened to its task; what, where that is how it ended. */
export const taskChanged = defineSignal<[end?: ToldEnd]>('taskChanged');

/** To `awaitApproval`: it was decided. */
export const approvalChanged = defineSignal('approvalChanged');

/** Asks `awaitApproval` how its approval stands; null before it looked. */
export const approvalState = defineQuery<ApprovalReport | null>('state');

/** Decides what waits for approval, as a client does. */
export const decide = defineUpdate<void, [ApprovalDecision]>('decide');

/** Asks `runAgentTask` how its task stands; null before it looked. */
export const taskState = defineQuery<TaskReport | null>('state');

/** To `describeEmails`: there is mail again. */
export const mailToDescribe = defineSignal('mailToDescribe');

/** To `sendBulk`: no further mail is to leave. */
export const pause = defineSignal('pause');

/** To `sendBulk`: it is to go on. */
export const resume = defineSignal('resume');

/** To `sendBulk`: what has not left stays here. */
export const cancel = defineSignal('cancel');

/** How far a bulk send is. */
export interface BulkProgress {
  /** Mails that have left, failed or were cancelled when the run last looked. */
  readonly done: number;
  readonly total: number;
}

/** Asks `sendBulk` how far it is. */
export const progress = defineQuery<BulkProgress>('progress');
