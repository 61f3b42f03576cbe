import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type OpenAI from 'openai';

type ChatRequest = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type Embeddings = OpenAI.CreateEmbeddingResponse;

/** A completion that was asked for. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: ChatRequest;
}

/** What a model says; `then` instead of a whole answer. */
export interface ModelReply {
  readonly text?: string | null;
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** Tokens; null: it does not say. */
  readonly usage?: number | null;
  /** An error in place of a completion. */
  readonly status?: number;
  /** A body in place of a completion. */
  readonly body?: string;
  readonly then?: 'hang' | 'cut';
}

/** Decides what is said; `turn` counts calls from 1. */
export type ModelScript = (call: ModelCall, turn: number) => ModelReply | Promise<ModelReply>;

/** A server that speaks as OpenAI does, on the loopback interface. */
export interface ModelServer {
  /** What `base_url` is. */
  readonly url: string;
  readonly calls: readonly ModelCall[];
  /** Texts that vectors were asked for. */
  readonly embedded: readonly string[];
  script(script: ModelScript | ModelReply): void;
  /** What the vector of a text is. */
  embed(vectorOf: (text: string) => readonly number[]): void;
  forget(): void;
  close(): Promise<void>;
}

/** The key that it takes. */
export const MODEL_KEY = 'sk-the-key-of-the-model';

/** What was said to a model, all of it. */
export const saidTo = ({ request }: ModelCall): string => JSON.stringify(request.messages);

/** Starts one; first it says `ready` to whatever it is asked. */
export async function startModelServer(certificate: {
  readonly cert: string;
  readonly key: string;
}): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const embedded: string[] = [];
  let turn = 0;
  let script: ModelScript = () => ({ text: 'ready' });
  let vectorOf = (text: string): readonly number[] => [text.length, 1];

  const complete = async (call: ModelCall, response: ServerResponse) => {
    calls.push(call);
    answer(response, await script(call, ++turn), call.request);
  };
  const embed = (request: OpenAI.EmbeddingCreateParams, response: ServerResponse) => {
    const texts = [request.input].flat() as string[];
    embedded.push(...texts);
    const data = texts.map((text, index) => ({
      ...{ object: 'embedding' as const, index, embedding: [...vectorOf(text)] },
    }));
    const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
    send(response, 200, { object: 'list', model: request.model, data, usage } satisfies Embeddings);
  };

  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    const { url: path = '', headers } = request;
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      if (headers.authorization !== `Bearer ${MODEL_KEY}`)
        return send(response, 401, errorOf(`Incorrect API key: ${headers.authorization}`));
      if (path === '/v1/embeddings') return embed(body as OpenAI.EmbeddingCreateParams, response);
      if (path !== '/v1/chat/completions') return send(response, 404, errorOf('Not here'));
      void complete({ path, headers, request: body as ChatRequest }, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/v1`,
    calls,
    embedded,
    script(next) {
      turn = 0;
      script = typeof next === 'function' ? next : () => next;
    },
    embed: (next) => void (vectorOf = next),
    forget() {
      calls.splice(0);
      embedded.splice(0);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const errorOf = (message: string) => ({ error: { message, type: 'invalid_request_error' } });

function answer(response: ServerResponse, reply: ModelReply, request: ChatRequest): void {
  if (reply.then === 'hang') return;
  if (reply.then === 'cut') return void response.socket?.destroy();
  const { status = 200 } = reply;
  if (reply.body !== undefined) return void response.writeHead(status).end(reply.body);
  if (status !== 200) return send(response, status, errorOf(`Refused: ${JSON.stringify(request)}`));
  send(response, 200, completionOf(reply, request));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const completionOf = (
  { text = null, calls = [], usage = 10 }: ModelReply,
  { model }: ChatRequest,
): OpenAI.Chat.ChatCompletion => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model,
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      logprobs: null,
      message: {
        role: 'assistant',
        content: text,
        refusal: null,
        ...(calls.length > 0 && { tool_calls: calls.map(toolCallOf) }),
      },
    },
  ],
  ...(usage !== null && {
    usage: { prompt_tokens: usage - 1, completion_tokens: 1, total_tokens: usage },
  }),
});

const toolCallOf = (
  { name, arguments: given }: { readonly name: string; readonly arguments: unknown },
  index: number,
): OpenAI.Chat.ChatCompletionMessageFunctionToolCall => ({
  id: `call_${index}`,
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
});
