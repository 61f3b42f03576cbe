import { ApprovalLinks } from '../resources/approvals/deciding-by-link.js';
import type { ApprovalNotices } from '../resources/approvals/notices.js';
import { ApprovalPolicies } from '../resources/approvals/policies.js';
import { ApprovalRuns } from '../resources/approvals/runs.js';
import { SendDeciding } from '../resources/approvals/send-deciding.js';
import { ApprovalService, type Deciders } from '../resources/approvals/service.js';
import type { NoticeLink } from '../resources/sending/notice-links.js';
import type { TaskDeciding } from '../resources/tasks/deciding.js';
import type { Database } from '../db/database.js';
import type { FindInbox } from '../store/inboxes.js';
import type { Acceptance } from '../store/mail/delivery.js';
import { credentialApprovals } from './browser.js';
import type { Infrastructure } from './infrastructure.js';
import type { ServiceSettings } from './settings.js';

type ApprovalParts = Infrastructure &
  ServiceSettings & {
    readonly findInbox: FindInbox;
    readonly acceptance: Pick<Acceptance, 'findRecipient'>;
  };

/** What decides about tasks, in requests and in the background. */
type DecidingOfTasks = Readonly<Record<'requests' | 'background', TaskDeciding>>;

/** What persons decide before it happens. */
export function approvalsOf(
  parts: ApprovalParts,
  tasks: DecidingOfTasks,
  notices: ApprovalNotices,
) {
  const { front: database, background } = parts.databases;
  const deciders = decidersOf(tasks.requests, new SendDeciding(database), database);
  const deciding = new SendDeciding(background);
  const deps = { ...parts, database, background, deciders };
  return {
    requests: {
      approvals: new ApprovalService(deps),
      approvalPolicies: new ApprovalPolicies(deps),
      approvalLinks: new ApprovalLinks(deps),
    },
    background: {
      approvalRuns: new ApprovalRuns({
        database: background,
        notices,
        expiring: {
          send: (id) => deciding.expire(id),
          credential: (id) => credentialApprovals(background).expire(id),
        },
        deciders: decidersOf(tasks.background, deciding, background),
      }),
    },
  };
}

const decidersOf = (tasks: TaskDeciding, sends: SendDeciding, database: Database): Deciders => ({
  task: ({ resourceId }, verdict) => tasks.decide(resourceId, verdict),
  tool: ({ resourceId }, verdict) => tasks.decide(resourceId, verdict),
  send: ({ id }, verdict) => sends.decide(id, verdict),
  credential: ({ id }, verdict) => credentialApprovals(database).decide(id, verdict),
});

/** Links by which those who get notices of approvals decide. */
export const createNoticeLink =
  ({
    publicUrl,
    approvalTokens,
  }: Pick<ApprovalParts, 'publicUrl' | 'approvalTokens'>): NoticeLink =>
  (about, address) => {
    const base = publicUrl();
    if (base === null || !about.startsWith('apr_')) return null;
    return `${base.replace(/\/+$/, '')}/approvals/${approvalTokens.make({ approvalId: about, address })}`;
  };
