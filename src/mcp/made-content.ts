import type { CallToolResult, JSONRPCMessage } from '@modelcontextprotocol/server';

/** A result of which the JSON is there: it is text and structured content, and is made once. */
export const resultOf = (json: string): CallToolResult => ({
  content: [{ type: 'text', text: json }],
  // Whoever makes JSON of the result without knowing of this gets the value.
  structuredContent: { toJSON: () => JSON.parse(json) as unknown },
});

const PLACE = '"structuredContent":{}';

/** A message as JSON. */
export function jsonOf(message: JSONRPCMessage): string {
  const made = madeIn(message);
  if (made === null) return JSON.stringify(message);
  const json = JSON.stringify(made.without);
  // Within texts quotes are escaped: nobody can write the place but we.
  const at = json.lastIndexOf(PLACE);
  return `${json.slice(0, at)}"structuredContent":${made.json}${json.slice(at + PLACE.length)}`;
}

/** The JSON that was made of a result, and the message without it. */
function madeIn(message: JSONRPCMessage): { json: string; without: JSONRPCMessage } | null {
  if (!('result' in message)) return null;
  const { content, structuredContent } = message.result as CallToolResult;
  const [text] = content ?? [];
  if (!isMade(structuredContent) || text?.type !== 'text') return null;
  const result = { ...message.result, structuredContent: {} };
  return { json: text.text, without: { ...message, result } };
}

// What was read from JSON holds no functions.
const isMade = (content: unknown) =>
  typeof (content as { readonly toJSON?: unknown } | undefined)?.toJSON === 'function';
