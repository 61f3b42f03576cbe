import { domainOnly, HOUR_AGO, never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    addDomain: never({ domain: 'example.com' }),
    listDomains: never({}),
    getDomain: domainOnly(),
    verifyDomain: domainOnly(),
    updateDomain: domainOnly(),
    deleteDomain: domainOnly(),
    rotateDkim: domainOnly(),
    getZoneFile: domainOnly(),
    listDomainChanges: domainOnly(),
  },
  idle: {
    domainCare: {
      looking: { look: async () => null, lookIfDue: async () => null, stand: async () => null },
      turns: { take: async () => ({ laterInSeconds: 1 }) },
      handover: { take: async () => false },
      rotation: { advance: async () => 'nothing is due' },
      notices: { tell: async () => 'nothing is due' },
    },
  },
  left: {
    verifyDomain: {
      rows: `INSERT INTO domains (id, org_id, domain, token, next_look_at)
        VALUES ($1, 'org_1', $1, '', ${HOUR_AGO})`,
    },
  },
};
