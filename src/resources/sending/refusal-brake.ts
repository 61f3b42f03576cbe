import type { Database } from '../../db/database.js';
import { KeyQueue } from '../../live/watch.js';
import type { Log } from '../../log.js';
import type { SendingBrake } from '../suppressions/reports.js';
import type { ClaimedSend, SendOutcomeRow } from './attempt-statements.js';

interface RefusalBrakeDeps {
  readonly database: Database;
  readonly brake: SendingBrake;
  readonly log: Pick<Log, 'warn'>;
}

/** An attempt that has ended. */
interface CountedSend {
  readonly claimed: Pick<ClaimedSend, 'inbox_id' | 'domain_id'>;
  readonly outcome: Pick<SendOutcomeRow, 'recipients'>;
}

/**
 * Looks whether too much mail of a domain is refused, behind the attempts that saw a refusal. Many of them are
 * looked at together; a look that is lost is made up for by that of the next refusal.
 */
export function createRefusalBrake({ database, brake, log }: RefusalBrakeDeps) {
  const refusedOf = new KeyQueue<string>(
    async (inboxIds) => {
      for (const id of inboxIds) await database.transaction((manager) => brake(manager, id));
    },
    (err) => log.warn({ err }, 'refused mail was not counted yet'),
  );
  return (ended: readonly CountedSend[]): void => {
    const refused = ended.filter(({ claimed, outcome }) => isOwn(claimed) && hasFailed(outcome));
    void refusedOf.add(refused.map(({ claimed }) => claimed.inbox_id));
  };
}

/** The brake is for domains of organizations. */
const isOwn = ({ domain_id: domainId }: CountedSend['claimed']) => domainId !== null;

const hasFailed = ({ recipients }: CountedSend['outcome']) =>
  recipients.some(({ status }) => status === 'failed');
