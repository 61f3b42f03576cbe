import { Answer, operationWith } from '../../operations/operation.js';
import { fromWire } from '../../operations/wire.js';
import { newQuestion, presentQuestion, question, questionQuery } from './schema.js';
import type { QuestionService } from './service.js';

const operation = operationWith<{ readonly questions: QuestionService }>();

/** Questions about mail. */
export const questionOperations = [
  /** 200 with the answer, 202 where it takes longer than the client waits. */
  operation({
    name: 'ask',
    summary: 'Ask mail a question; the answer is quoted from it word for word, or there is none.',
    access: 'emails:read',
    input: newQuestion,
    output: question,
    http: { method: 'POST', path: '/v1/ask' },
    creates: true,
    inOneTransaction: false,
    alsoAnswers: { 202: 'It is not answered yet: read it by its id.' },
    waits: ({ wait }) => wait > 0,
    async run({ caller, services, signal }, input) {
      const asked = await services.questions.ask(caller, fromWire(input), signal);
      return new Answer(presentQuestion(asked), asked.status === 'COMPLETED' ? 200 : 202);
    },
  }),

  /** Citations go with their mail. */
  operation({
    name: 'getQuestion',
    summary: 'Get a question; with a timeout, once it is answered.',
    access: 'emails:read',
    input: questionQuery,
    output: question,
    http: { method: 'GET', path: '/v1/ask/:id' },
    waits: ({ timeout }) => timeout > 0,
    run: async ({ caller, services, signal }, { id, timeout: timeoutSeconds }) =>
      presentQuestion(await services.questions.get(caller, id, { timeoutSeconds, signal })),
  }),
];
