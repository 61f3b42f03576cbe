import type { CallToolResult, JSONRPCMessage } from '@modelcontextprotocol/server';

/** A result whose JSON is made already: both its text and its structured content. */
export const resultOf = (json: string): CallToolResult => ({
  content: [{ type: 'text', text: json }],
  // `JSON.stringify` of the result gives the value, for those who do not use `jsonOf`.
  structuredContent: { toJSON: () => JSON.parse(json) as unknown },
});

const PLACE = '"structuredContent":{}';

/** A message as JSON. */
export function jsonOf(message: JSONRPCMessage): string {
  const made = madeIn(message);
  if (made === null) return JSON.stringify(message);
  const json = JSON.stringify(made.without);
  // Within texts quotes are escaped: nobody else can write the placeholder.
  const at = json.lastIndexOf(PLACE);
  return `${json.slice(0, at)}"structuredContent":${made.json}${json.slice(at + PLACE.length)}`;
}

/** The JSON that a result brings along, and the message without it. */
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
