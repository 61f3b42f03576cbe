import type { DomainHandover } from '../src/resources/domains/handover.js';
import type { DomainNotices } from '../src/resources/domains/notices.js';
import type { DkimRotation } from '../src/resources/domains/rotation.js';
import type { DomainLooking, LookReport } from '../src/resources/domains/looking.js';
import type { PutOffLook, LookThrottle } from '../src/resources/domains/look-throttle.js';

/** Looking after domains, as activities need it. */
export interface DomainCare {
  readonly looking: Pick<DomainLooking, 'look' | 'lookIfDue' | 'stand'>;
  readonly turns: Pick<LookThrottle, 'take'>;
  readonly handover: Pick<DomainHandover, 'take'>;
  readonly rotation: Pick<DkimRotation, 'advance'>;
  readonly notices: Pick<DomainNotices, 'tell'>;
}

/** What runs may do for domains. Each function is safe to run twice. */
export function domainActivities({
  domainCare: { looking, turns, handover, rotation, notices },
}: {
  readonly domainCare: DomainCare;
}) {
  return {
    /** Where a domain stands, without asking anybody; null when it is gone. */
    async readDomain(domainId: string): Promise<LookReport | null> {
      return looking.stand(domainId);
    },

    /** Asks all resolvers for the records of a domain and writes down what they say. */
    async lookAtRecords(domainId: string): Promise<LookReport | null> {
      return looking.look(domainId);
    },

    /** The same where that is due or asked for; what need not be done at once is put off while the machine is busy. */
    async lookInTurn(domainId: string, mustLook: boolean): Promise<LookReport | null | PutOffLook> {
      return turns.take(domainId, mustLook, () => looking.lookIfDue(domainId));
    },

    /** Makes a domain the holder of its name, after the one before has left it; whether it did. */
    async takeOverName(domainId: string): Promise<boolean> {
      return handover.take(domainId);
    },

    /** Does what is due about the keys of a domain; answers what in a few words. */
    async changeKeys(domainId: string): Promise<string> {
      return rotation.advance(domainId);
    },

    /** Tells those who are named of a turn, by mail; answers what was done in a few words. */
    async tellOwners(domainId: string): Promise<string> {
      return notices.tell(domainId);
    },
  };
}
