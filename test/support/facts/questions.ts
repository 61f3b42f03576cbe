import { HOUR_AGO, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    ask: {
      refused: ({ inbox }) => [{ question: 'When is it?', inbox_ids: [inbox] }],
      open: () => ({ question: 'When is it?', wait: 20 }),
    },
    getQuestion: { refused: ({ question }) => [{ id: question }] },
  },
  given: { ask: { question: 'When is it?', wait: 0 } },
  idle: { questionAnswering: { answer: async () => null, answerWithModel: async () => null } },
  left: {
    answerQuestion: {
      rows: `INSERT INTO questions (id, org_id, question, mode, filters, top_k, created_at)
        VALUES ($1, 'org_1', 'When?', 'extractive', '{}', 8, ${HOUR_AGO})`,
    },
  },
};
