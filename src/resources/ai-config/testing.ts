import type { z } from 'zod';
import type { Models } from '../../models/models.js';
import type { ModelRequest } from '../../models/messages.js';
import { ModelError } from '../../models/model-error.js';
import type { ModelSettings } from '../../models/settings.js';
import { readJsonAnswer } from '../../models/json-answer.js';
import { storable } from '../../mail/text/safe-text.js';
import type { aiTest } from './schema.js';

/** What a test came to. */
export type ModelTest = z.input<typeof aiTest>;

const MAX_ANSWER = 500;
// Milliseconds: a request waits for it.
const ANSWER_WITHIN_MS = 25_000;

const asking = (text: string): ModelRequest => ({
  system: 'You are being tried out. Do as you are told, in as few words as you can.',
  messages: [{ role: 'user', text }],
  maxOutputTokens: 500,
  timeout: ANSWER_WITHIN_MS,
});

const PLAIN = asking('Answer with the word ready.');

const WITH_TOOLS: ModelRequest = {
  ...asking('Call the tool get_time.'),
  tools: [
    {
      name: 'get_time',
      description: 'Gives the time.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    },
  ],
};

const WITH_SCHEMA: ModelRequest = {
  ...asking('Answer with a JSON object whose member ready is true.'),
  schema: {
    type: 'object',
    properties: { ready: { type: 'boolean' } },
    required: ['ready'],
    additionalProperties: false,
  },
};

/** One plain completion decides; what else the model can do is tried once it has answered. */
export async function testModel(
  models: Pick<Models, 'ask'>,
  settings: ModelSettings,
): Promise<ModelTest> {
  const asked = await models.ask(settings, PLAIN).catch(orModelError);
  if (asked instanceof ModelError)
    return { ok: false, error: asked.message, answer: null, ...NOT_TRIED };
  const tried = (request: ModelRequest) => models.ask(settings, request).catch(orModelError);
  const [tools, schema] = await Promise.all([tried(WITH_TOOLS), tried(WITH_SCHEMA)]);
  return {
    ok: true,
    error: null,
    answer: storable(asked.text, MAX_ANSWER),
    tools: !(tools instanceof ModelError) && tools.calls.some(({ name }) => name === 'get_time'),
    json_schema: !(schema instanceof ModelError) && isReady(readJsonAnswer(schema.text)),
    usage: asked.tokens !== null,
  };
}

const NOT_TRIED = { tools: null, json_schema: null, usage: null };

function orModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  throw error;
}

const isReady = (value: unknown) =>
  typeof value === 'object' && value !== null && 'ready' in value && value.ready === true;
