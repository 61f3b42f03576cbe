import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import type { SendingService } from '../sending/service.js';
import type { Turn } from './care.js';
import { DomainEntity } from './entities.js';
import { isUntold } from './looking.js';
import { DomainStore } from './store.js';

/** What telling of domains by mail needs. */
export interface DomainNoticesDeps {
  readonly database: Database;
  readonly mailDomain: string;
  readonly sending: Pick<SendingService, 'sendingInbox' | 'submit'>;
}

interface Sender {
  readonly id: string;
  readonly orgId: string;
  readonly plan: PlanName;
}

const DAY = 24 * 60 * 60 * 1_000;
// Nobody waits for what becomes of a notice.
const AT_ONCE = AbortSignal.abort();

// The inbox that every installation has.
const SENDER = `
SELECT i.id, i.org_id AS "orgId", o.plan FROM inboxes i JOIN orgs o ON o.id = i.org_id
WHERE i.address = $1 AND i.domain_id IS NULL AND i.deleted_at IS NULL`;

const SUBJECTS: Readonly<Record<Turn, string>> = {
  verified: 'is verified',
  failing: 'has records that are wrong',
  degraded: 'has been wrong for three days',
  failed: 'has failed and sends no mail any more',
  recovered: 'is right again',
};

/** Tells the people an organization names of what becomes of its domain: one mail a turn, one a day at most. */
export class DomainNotices {
  constructor(private readonly deps: DomainNoticesDeps) {}

  /** Sends the notice that is due, if one is; answers what was done in a few words for operators. */
  async tell(domainId: string): Promise<string> {
    const { database, mailDomain } = this.deps;
    const domain = await database.repository(DomainEntity).findOneBy({ id: domainId });
    if (!domain || !isUntold(domain)) return 'nothing is due';
    const now = await new DomainStore(database).now();
    if (domain.toldAt && now.getTime() - domain.toldAt.getTime() < DAY) return 'one was sent today';
    const [sender] = await database.query<Sender>(SENDER, [`postmaster@${mailDomain}`]);
    if (!sender) return `there is no postmaster@${mailDomain} to send from`;
    const said = await this.send(domain, sender);
    const { turnAt } = domain;
    await database.repository(DomainEntity).update({ id: domainId }, { toldAt: turnAt });
    return said;
  }

  /** The same turn has the same key, so that it is told once however often it is tried. */
  private async send(domain: DomainEntity, sender: Sender): Promise<string> {
    const { sending } = this.deps;
    const request = {
      idempotencyKey: `domain:${domain.id}:${domain.turnAt!.getTime()}`,
      signal: AT_ONCE,
    };
    try {
      const access = { orgId: sender.orgId, allowedInboxIds: null };
      const inbox = await sending.sendingInbox(access, sender.id);
      await sending.submit(sender, inbox, noticeOf(domain), request);
      return `told of ${domain.turn}`;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
      return `not told: ${error.message}`;
    }
  }
}

/** The mail that tells of a turn. */
function noticeOf({ domain, turn, status, reason, failingSince, notify }: DomainEntity) {
  const lines = [
    `${domain} ${SUBJECTS[turn!]}.`,
    `Its status is ${status}.`,
    ...(reason === null ? [] : [`What is wrong: ${reason}.`]),
    ...(failingSince === null ? [] : [`Since ${failingSince.toISOString()}.`]),
    'GET /v1/domains shows what to publish; POST /v1/domains/{id}/verify looks at once.',
  ];
  return {
    to: notify.map((address) => ({ name: null, address })),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: `${domain} ${SUBJECTS[turn!]}`,
    text: `${lines.join('\n\n')}\n`,
    headers: {},
    files: [],
    metadata: {},
    sendAt: null,
    answer: null,
    repliesTo: null,
  };
}
