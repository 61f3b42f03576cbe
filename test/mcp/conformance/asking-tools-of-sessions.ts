import type { ServerContext } from '@modelcontextprotocol/server';
import type { Answered } from './asking-tools.js';
import type { SuiteTool } from './tools.js';

// Tools that ask the program something while they run, as versions with sessions do: by a request on the stream of
// the call, which is answered by a POST of its own.

const NAMED = ['First', 'Second', 'Third'];
const titled = NAMED.map((name, n) => ({ const: `value${n + 1}`, title: `${name} Option` }));
const untitled = ['option1', 'option2', 'option3'];

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const ENUMS = {
  untitledSingle: { type: 'string', enum: untitled },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

const RESPONSE = { response: { type: 'string', description: "User's response" } };

async function elicit(
  { mcpReq }: ServerContext,
  message: string,
  properties: object,
): Promise<Answered> {
  const params = { message, requestedSchema: { type: 'object', properties, required: [] } };
  const answer = await mcpReq.send({ method: 'elicitation/create', params });
  return { content: [{ type: 'text', text: `User response: ${JSON.stringify(answer)}` }] };
}

async function sample({ mcpReq }: ServerContext, prompt: string): Promise<Answered> {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
  const params = { messages, maxTokens: 100 };
  const answer = await mcpReq.send({ method: 'sampling/createMessage', params });
  return { content: [{ type: 'text', text: `LLM response: ${JSON.stringify(answer.content)}` }] };
}

const taking = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

/** By their names. */
export const ASKING_IN_SESSION: Readonly<Record<string, SuiteTool>> = {
  test_sampling: {
    description: "Asks the program's model",
    inputSchema: taking('prompt'),
    run: (context, { prompt }) => sample(context, String(prompt)),
  },
  test_elicitation: {
    description: 'Asks the user',
    inputSchema: taking('message'),
    run: (context, { message }) => elicit(context, String(message), RESPONSE),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks the user, with defaults',
    run: (context) => elicit(context, 'Please review the defaults', DEFAULTS),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks the user to choose',
    run: (context) => elicit(context, 'Please choose', ENUMS),
  },
};
