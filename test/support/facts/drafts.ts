import { draftOnly, MAIL, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createDraft: { refused: ({ inbox }) => [{ inbox_id: inbox, ...MAIL }] },
    listDrafts: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    getDraft: draftOnly(),
    updateDraft: draftOnly({ subject: 'Mine' }),
    deleteDraft: draftOnly(),
    sendDraft: draftOnly(),
  },
  given: {
    createDraft: MAIL,
    updateDraft: { subject: 'new' },
  },
  // What was sent is gone.
  refusedExamples: { deleteDraft: 404 },
};
