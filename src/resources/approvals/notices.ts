import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { ApprovalKind } from '../../store/approvals.js';
import type { Acceptance } from '../../store/mail/delivery.js';
import { QUOTAS } from '../../operations/limits.js';
import { LINK_PLACE } from '../sending/notice-links.js';
import type { Notice, ServiceMail } from '../sending/service-mail.js';

/** What telling approvers by mail needs. */
export interface ApprovalNoticesDeps {
  readonly database: Database;
  readonly acceptance: Pick<Acceptance, 'findRecipient'>;
  readonly mail: Pick<ServiceMail, 'sender' | 'send'>;
  /** Base address clients use; null where nobody knows it. */
  readonly publicUrl: () => string | null;
}

interface DueNotice {
  readonly id: string;
  readonly orgId: string;
  readonly approvers: readonly string[];
  /** How often everybody was told. */
  readonly notices: number;
  readonly expiresAt: Date;
  /** From where the mail is to leave; null where a bulk send leaves from several. */
  readonly inboxAddress: string | null;
  readonly kind: ApprovalKind;
  /** Mails to approvers of the organization in the last day. */
  readonly mailsToday: number;
}

const FIND = `
SELECT a.id, a.org_id AS "orgId", a.approvers, a.notices, a.expires_at AS "expiresAt", a.kind,
  (SELECT i.address FROM inboxes i WHERE i.id = a.inbox_id) AS "inboxAddress",
  (SELECT coalesce(sum(told.notices * cardinality(told.approvers)), 0)::int FROM approvals told
    WHERE told.org_id = a.org_id AND told.requested_at > now() - interval '1 day') AS "mailsToday"
FROM approvals a WHERE a.id = $1 AND a.status = 'PENDING'`;

const ASKED_FOR: Readonly<Record<ApprovalKind, string>> = {
  ...{ send: 'Mail', task: 'A task', tool: 'A task', credential: 'The use of a credential' },
};

const hasRoom = ({ mailsToday, approvers }: DueNotice) =>
  mailsToday + approvers.length <= QUOTAS.approval_mails_per_day;

const TOLD = 'UPDATE approvals SET notices = $2 WHERE id = $1 AND notices < $2 RETURNING id';

/** Tells those who may decide by a link: a mail for each, whose link is put in as it leaves. */
export class ApprovalNotices {
  constructor(private readonly deps: ApprovalNoticesDeps) {}

  /** Sends what is due: the first mail to each, or the reminder. Safe to do twice. */
  async tell(approvalId: string): Promise<void> {
    const { database, mail } = this.deps;
    const [due] = await database.query<DueNotice>(FIND, [approvalId]);
    if (!due) return;
    const sender = hasRoom(due) ? await mail.sender() : null;
    for (const address of sender ? due.approvers : [])
      if (!(await this.isOwn(due, address))) await mail.send(sender!, this.noticeFor(due, address));
    // Where there was nobody to tell, it is not tried again: keys decide as well.
    await database.query(TOLD, [approvalId, due.notices + 1]);
  }

  /** An address that became an inbox of the organization: what reads that may not decide. */
  private async isOwn({ orgId }: DueNotice, address: string): Promise<boolean> {
    return (await this.deps.acceptance.findRecipient(address))?.orgId === orgId;
  }

  private noticeFor(due: DueNotice, address: string): Notice {
    const { id, kind, notices, expiresAt, inboxAddress } = due;
    const whose = inboxAddress === null ? '' : ` of ${inboxAddress}`;
    const what = `${ASKED_FOR[kind]}${whose}`;
    const how =
      this.deps.publicUrl() === null
        ? `Decide by POST /v1/approvals/${id}/approve or /reject.`
        : `Look at it and decide here. The link is for you alone:\n\n${LINK_PLACE}`;
    const lines = [
      `${what} waits until somebody approves it.`,
      `Until ${expiresAt.toISOString()}; then it ends.`,
      how,
      'An answer to this mail decides nothing.',
    ];
    return {
      about: id,
      to: [address],
      subject: `${notices === 0 ? '' : 'Reminder: '}${what} waits for your approval`,
      text: `${lines.join('\n\n')}\n`,
      key: `approval:${id}:${notices}:${createHash('sha256').update(address).digest('hex')}`,
    };
  }
}
