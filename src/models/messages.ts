/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model may call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A call that a model asks for. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As it wrote them: it may be anything. */
  readonly arguments: unknown;
}

/** A part of a conversation. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly result: string };

/** What a model is asked. */
export interface ModelRequest {
  /** What it is to do: the only words that are orders. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** What its answer is to be as JSON. */
  readonly schema?: JsonSchema;
  readonly maxOutputTokens: number;
  /** The same for the same request: servers that know it do not charge twice. */
  readonly idempotencyKey?: string;
  /** Milliseconds, below those of the way out. */
  readonly timeout?: number;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** What it cost; null where the server does not say. */
  readonly tokens: number | null;
}

// What the words around a message cost at most.
const AROUND_A_MESSAGE = 32;

/** As many tokens as a request can cost: none is less than a byte. */
export function mostTokens({
  system,
  messages,
  tools,
  schema,
  maxOutputTokens,
}: ModelRequest): number {
  const said = JSON.stringify([system, messages, tools ?? [], schema ?? null]);
  return Buffer.byteLength(said) + AROUND_A_MESSAGE * (messages.length + 1) + maxOutputTokens;
}
