import type {
  CallToolResult,
  JSONRPCMessage,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import { piecesOf, type TextPieces } from './pieces.js';

/** A result whose JSON is made already: both its text and its structured content. */
export const resultOf = (json: string): CallToolResult => ({
  content: [{ type: 'text', text: json }],
  // `JSON.stringify` of the result gives the value, for those who do not use `jsonOf`.
  structuredContent: { toJSON: () => JSON.parse(json) as unknown },
});

/** A message as JSON. */
export function jsonOf(message: JSONRPCMessage): TextPieces {
  if (!('result' in message)) return piecesOf(JSON.stringify(message));
  const { content, structuredContent, ...more } = message.result as CallToolResult;
  const [text] = content ?? [];
  return isMade(structuredContent) && text?.type === 'text'
    ? withMade(message, text.text, JSON.stringify(more))
    : piecesOf(JSON.stringify(message));
}

// What was read from JSON holds no functions.
const isMade = (content: unknown) =>
  typeof (content as { readonly toJSON?: unknown } | undefined)?.toJSON === 'function';

/** The JSON of a result with `json` as its text and its content, and what else there is of it: `more`, an object. */
function withMade({ id }: JSONRPCResultResponse, json: string, more: string): TextPieces {
  return piecesOf(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":`,
    JSON.stringify(json),
    '}],"structuredContent":',
    json,
    `${more === '{}' ? '' : ','}${more.slice(1)}}`,
  );
}
