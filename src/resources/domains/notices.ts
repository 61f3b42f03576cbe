import type { Database } from '../../db/database.js';
import type { Notice, ServiceMail, ServiceSender } from '../sending/service-mail.js';
import type { NoticeCause } from './care.js';
import { DomainEntity } from './entities.js';
import { hasNoticeDue } from './looking.js';
import { DomainStore } from './store.js';

interface DomainNoticesDeps {
  readonly database: Database;
  readonly mailDomain: string;
  readonly mail: Pick<ServiceMail, 'sender' | 'send'>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

// A turn that came meanwhile is still to be told of.
const NOTE_TOLD = `
UPDATE domains SET told_at = CASE WHEN turn_at = $2 THEN now()
  ELSE turn_at - interval '1 millisecond' END WHERE id = $1`;

const SUBJECTS: Readonly<Record<NoticeCause, string>> = {
  verified: 'is verified',
  failing: 'has records that are wrong',
  degraded: 'has been wrong for three days',
  failed: 'has failed and sends no mail any more',
  recovered: 'is right again',
  'dkim-next': 'has a new DKIM key to be published',
};

/** Tells the people an organization names of what becomes of its domain: one mail a turn, one a day at most. */
export class DomainNotices {
  constructor(private readonly deps: DomainNoticesDeps) {}

  /** Sends the notice that is due, if one is; answers what was done in a few words for operators. */
  async tell(domainId: string): Promise<string> {
    const { database, mailDomain, mail } = this.deps;
    const domain = await database.repository(DomainEntity).findOneBy({ id: domainId });
    if (!domain || !hasNoticeDue(domain)) return 'nothing is due';
    const now = await new DomainStore(database).now();
    if (domain.toldAt && now.getTime() - domain.toldAt.getTime() < DAY_MS)
      return 'one was sent today';
    const sender = await mail.sender();
    if (!sender) return `there is no postmaster@${mailDomain} to send from`;
    const outcome = await this.send(domain, sender);
    await database.query(NOTE_TOLD, [domainId, domain.turnAt]);
    return outcome;
  }

  private async send(domain: DomainEntity, sender: ServiceSender): Promise<string> {
    const refused = await this.deps.mail.send(sender, noticeOf(domain));
    return refused === null ? `told of ${domain.turn}` : `not told: ${refused}`;
  }
}

const NEXT_KEY =
  'The key that signs its mail is changed once a year. Publish the record more_records.dkim_next beside those that are there: the new key signs once it is seen, and until then nothing changes.';

/** The mail that tells of a turn. */
function noticeOf(about: DomainEntity): Notice {
  const { id, domain, turn, turnAt, status, reason, failingSince, notify } = about;
  const lines = [
    `${domain} ${SUBJECTS[turn!]}.`,
    `Its status is ${status}.`,
    ...(turn === 'dkim-next' ? [NEXT_KEY] : []),
    ...(reason === null ? [] : [`What is wrong: ${reason}.`]),
    ...(failingSince === null ? [] : [`Since ${failingSince.toISOString()}.`]),
    'GET /v1/domains shows what to publish; POST /v1/domains/{id}/verify looks at once.',
  ];
  return {
    about: id,
    to: notify,
    subject: `${domain} ${SUBJECTS[turn!]}`,
    text: `${lines.join('\n\n')}\n`,
    key: `domain:${id}:${turnAt!.getTime()}`,
  };
}
