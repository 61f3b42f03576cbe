import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { firstRow } from '../../db/queries.js';
import { AppError } from '../../errors.js';
import { draftOf } from './drafting.js';
import type { SendingService } from './service.js';

interface ServiceMailDeps {
  readonly database: Database;
  readonly mailDomain: string;
  readonly sending: Pick<SendingService, 'sendingInbox' | 'submit'>;
}

/** The inbox that every installation has. */
export interface ServiceSender {
  readonly id: string;
  readonly orgId: string;
  readonly plan: PlanName;
}

/** A mail of the service itself, in plain text. */
export interface Notice {
  /** The domain or the approval that it tells of. */
  readonly about: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same notice has the same key: it is sent once however often it is tried. */
  readonly key: string;
}

// Nobody waits for what becomes of a notice.
const AT_ONCE = AbortSignal.abort();

const SENDER = `
SELECT i.id, i.org_id AS "orgId", o.plan FROM inboxes i JOIN orgs o ON o.id = i.org_id
WHERE i.address = $1 AND i.domain_id IS NULL AND i.deleted_at IS NULL`;

/** Sends what the service itself has to tell people. */
export class ServiceMail {
  constructor(private readonly deps: ServiceMailDeps) {}

  /** Whom it is sent by; null where the inbox is gone. */
  async sender(): Promise<ServiceSender | null> {
    const { database, mailDomain } = this.deps;
    return firstRow<ServiceSender>(database, SENDER, [`postmaster@${mailDomain}`]);
  }

  /** Why it may not be sent; null where it is. @throws AppError 429, 503 where it may be later */
  async send(sender: ServiceSender, notice: Notice): Promise<string | null> {
    const { sending } = this.deps;
    const author = { ...sender, requestedBy: null, noticeOf: notice.about };
    try {
      const access = { orgId: sender.orgId, allowedInboxIds: null };
      const inbox = await sending.sendingInbox(access, sender.id);
      const request = { idempotencyKey: notice.key, signal: AT_ONCE };
      const { subject, text } = notice;
      const to = notice.to.map((address) => ({ name: null, address }));
      await sending.submit(author, inbox, draftOf({ to, subject, text }), request);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
      return error.message;
    }
  }
}
