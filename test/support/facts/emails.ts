import { emailOnly, inboxOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    listEmails: inboxOnly(),
    searchEmails: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    readInboxEmail: { refused: ({ inbox, email }) => [{ id: inbox, emailId: email }] },
    readEmail: emailOnly(),
    updateEmail: emailOnly({ is_read: true }),
    deleteEmail: emailOnly(),
    readRawEmail: emailOnly(),
    readAttachment: emailOnly({ attachmentId: 'att_00000000000000000000' }),
    readTimeline: emailOnly(),
  },
  given: {
    updateEmail: { is_read: true },
  },
  idle: { upgrades: { upgradeChunk: async () => ({ done: true, messages: 0 }) } },
  // There is no file.
  refusedExamples: { readAttachment: 404 },
};
