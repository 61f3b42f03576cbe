/** A JSON-RPC message, as much of it as has to be known to pass it on. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly taskId?: unknown;
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly result?: {
    readonly protocolVersion?: string;
    readonly tools?: readonly ListedTool[];
  };
  readonly error?: { readonly message?: string };
}

/** A tool, as a list shows it. */
interface ListedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const LOST = -32000;

/** A line that is no JSON. */
export const PARSE_ERROR = -32700;
/** JSON that is no message. */
export const INVALID_REQUEST = -32600;

/** The version that a message of the era without sessions names; undefined of all others. */
export const ownVersion = ({ params }: Message): string | undefined => {
  const version = params?._meta?.[VERSION_KEY];
  return typeof version === 'string' ? version : undefined;
};

/** Whether a message is of no session: it is of the era without, or begins one. */
export const standsAlone = (message: Message): boolean =>
  message.method === 'initialize' || ownVersion(message) !== undefined;

/** Headers that say what a message says, in the era without sessions. */
export function headersOf(message: Message): Record<string, string> {
  const version = ownVersion(message);
  if (version === undefined) return {};
  const { taskId, name = taskId } = message.params ?? {};
  return {
    'MCP-Protocol-Version': version,
    ...(message.method !== undefined && { 'Mcp-Method': message.method }),
    ...(typeof name === 'string' && { 'Mcp-Name': encoded(name) }),
  };
}

// What a header cannot hold as it is.
const encoded = (name: string) =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;

/** What a request is answered with that got no answer, and why. */
export function failed({ id }: Message, reason: unknown): string {
  const message = reason instanceof Error ? reason.message : String(reason);
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: LOST, message } });
}

/** An error of a whole HTTP request as the answer to its message; null for what is none. */
export function withId(text: string, { id }: Message): string | null {
  try {
    const { error } = JSON.parse(text) as Message;
    return error ? JSON.stringify({ jsonrpc: '2.0', id, error }) : null;
  } catch {
    return null;
  }
}

/** Whether what a line holds is a message: a request, a notification, or the answer to one. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, method, result, error } = value as Readonly<Record<string, unknown>>;
  const isNamed = typeof id === 'string' || typeof id === 'number';
  if (jsonrpc !== '2.0') return false;
  if (method === undefined) return isNamed && (result !== undefined || error !== undefined);
  return typeof method === 'string' && (isNamed || id === undefined);
}

/** What a line is answered with of which no message can be read. */
export const refusal = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });

/** Whether a message is a request, which somebody waits for an answer of. */
export const isRequest = ({ id, method }: Message): boolean =>
  method !== undefined && id !== undefined && id !== null;

/** Whether it is the answer to one. */
export const answers = (message: Message, request: Message): boolean =>
  message.method === undefined && message.id === request.id;
