import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  embedMany,
  generateText,
  jsonSchema,
  type ModelMessage as LibraryMessage,
  type OutputInterface,
  type ToolSet,
} from 'ai';
import { EgressError } from '../egress/failure.js';
import type { JsonSchema, ModelAnswer, ModelMessage, ModelRequest } from './messages.js';
import { ModelError } from './model-error.js';
import type { ModelSettings } from './settings.js';

/** How a server of models is reached: the guarded way out. */
export type ModelFetch = typeof fetch;

// What it would warn of goes to the console of operators.
globalThis.AI_SDK_LOG_WARNINGS = false;

const providerOf = (fetch: ModelFetch, { baseUrl, apiKey }: ModelSettings) =>
  createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    fetch,
    supportsStructuredOutputs: true,
    ...(apiKey !== null && { apiKey }),
  });

/**
 * Asks a model once: the one way to it, loaded by who asks first. Nothing is tried again here.
 * @throws ModelError, and nothing else: errors of libraries hold the request
 */
export async function callModel(
  fetch: ModelFetch,
  settings: ModelSettings,
  request: ModelRequest,
): Promise<ModelAnswer> {
  const provider = providerOf(fetch, settings);
  const {
    system,
    messages,
    tools = [],
    schema,
    maxOutputTokens,
    idempotencyKey,
    timeout,
  } = request;
  const toolSet: ToolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      { description, inputSchema: jsonSchema(inputSchema) },
    ]),
  );
  try {
    const result = await generateText({
      // A model that is named by a string is one of a hosted gateway.
      model: provider.chatModel(settings.model),
      ...{ system, messages: messages.map(inLibrary), maxOutputTokens, maxRetries: 0 },
      ...(tools.length > 0 && { tools: toolSet }),
      ...(schema && { output: asJson(schema) }),
      ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
      ...(timeout !== undefined && { abortSignal: AbortSignal.timeout(timeout) }),
      // Schemas of clients are not of the strict kind.
      providerOptions: { model: { strictJsonSchema: false } },
    });
    const { text, toolCalls, usage } = result;
    return {
      text,
      calls: toolCalls.map(({ toolCallId: id, toolName: name, input }) => ({
        id,
        name,
        arguments: input,
      })),
      tokens: usage.totalTokens ?? null,
    };
  } catch (error) {
    throw asModelError(error);
  }
}

/** Vectors of texts, in order. @throws ModelError */
export async function embedTexts(
  fetch: ModelFetch,
  settings: ModelSettings & { readonly embeddingModel: string },
  texts: readonly string[],
): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly tokens: number | null }> {
  const provider = providerOf(fetch, settings);
  try {
    const model = provider.embeddingModel(settings.embeddingModel);
    const { embeddings, usage } = await embedMany({ model, values: [...texts], maxRetries: 0 });
    return { vectors: embeddings, tokens: usage.tokens > 0 ? usage.tokens : null };
  } catch (error) {
    throw asModelError(error);
  }
}

/** Asks for JSON; what comes is read by whoever asked. */
const asJson = (schema: JsonSchema): OutputInterface<string, never, never> => ({
  name: 'json',
  responseFormat: Promise.resolve({ type: 'json', schema }),
  parseCompleteOutput: async ({ text }) => text,
  parsePartialOutput: async () => undefined,
  createElementStreamTransform: () => undefined,
});

function inLibrary(message: ModelMessage): LibraryMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ id, name, arguments: input }) => ({
            ...{ type: 'tool-call' as const, toolCallId: id, toolName: name, input },
          })),
        ],
      };
    case 'tool': {
      const output = { type: 'text' as const, value: message.result };
      const { id: toolCallId, name: toolName } = message;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

/** Codes of connections that carried no request. */
const NOT_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

function asModelError(error: unknown): ModelError {
  const failure = egressErrorIn(error);
  if (failure) return unreached(failure);
  if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
    return new ModelError('away', 'The model does not answer: timed out', true);
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === undefined || status < 300)
    return new ModelError('unusable', 'The model server does not answer as OpenAI does', true);
  const isPassing = status >= 500 || PASSING_STATUSES.has(status);
  const problem = isPassing ? 'away' : 'refused';
  return new ModelError(problem, `The model server answered ${status}`, false);
}

function egressErrorIn(error: unknown): EgressError | null {
  if (error instanceof EgressError) return error;
  return error instanceof Error ? egressErrorIn(error.cause) : null;
}

function unreached({ reason, message, cause }: EgressError): ModelError {
  if (reason === 'forbidden') return new ModelError('refused', `base_url: ${message}`, false);
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const wasSent = reason === 'timeout' || (reason === 'connection' && !NOT_SENT.has(code));
  return new ModelError('away', `The model does not answer: ${message}`, wasSent);
}
