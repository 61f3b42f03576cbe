import { never, smtpOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createSmtpConfig: never({ provider: 'RESEND', name: 'mine', api_key: 'k' }),
    listSmtpConfigs: never({}),
    getSmtpConfig: smtpOnly(),
    updateSmtpConfig: smtpOnly({ name: 'mine' }),
    deleteSmtpConfig: smtpOnly(),
    testSmtpConfig: smtpOnly({ to: 'somebody@example.com' }),
    setDefaultSmtpConfig: smtpOnly(),
  },
  given: {
    updateSmtpConfig: { name: 'new' },
    testSmtpConfig: { to: 'somebody@example.com' },
  },
};
