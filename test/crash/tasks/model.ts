import type { ModelCall, ModelReply } from '../../support/model-server.js';

/** Words of a mail that says the number of a locker. */
export const LOCKER = 'The locker has the number 8841.';

/** What fits the schema that asks for it. */
export const LOCKER_SCHEMA = {
  type: 'object',
  properties: { number: { type: 'string' } },
  required: ['number'],
};

/** Has an agent call a tool with these arguments; then it says that it is done. */
export const goalOf = (tool: string, args: object) => `CALL ${tool} ${JSON.stringify(args)}`;

/** Answers each kind of task as a model would that understands it. */
export function modelThatHelps(call: ModelCall): ModelReply {
  const { messages } = call.request;
  if (messages.at(-1)?.role === 'tool') return { text: 'done' };
  const [, tool, args] = /^CALL (\w+) (.*)$/.exec(textOf(messages[1]?.content)) ?? [];
  if (tool !== undefined) return { calls: [{ name: tool, arguments: args }] };
  const { questions } = JSON.parse(textOf(messages[1]?.content)) as { questions?: string[] };
  if (questions)
    return saying({ opening: 'Hello', answers: questions.map(() => 'Yes.'), closing: 'Bye' });
  return saying({
    data: { number: '8841' },
    quotes: [{ path: '/number', mail: 1, quote: LOCKER }],
  });
}

const saying = (answer: object): ModelReply => ({ text: JSON.stringify(answer) });

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : ((content as { text?: string }[])[0]?.text ?? '');
