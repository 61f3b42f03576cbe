import type {
  CallToolResult,
  JSONRPCMessage,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import { asSent } from '../http/answer.js';
import { piecesOf, type TextPieces } from './pieces.js';

/** What a tool answers, as JSON: a result holds it twice, as its text and as its structured content. */
export class PreparedContent {
  private pieces: Record<'quoted' | 'plain', string | Buffer> | null = null;

  constructor(readonly json: string) {}

  /** Both, as they are sent. What is shown again is made once. */
  get sent() {
    return (this.pieces ??= {
      quoted: asSent(JSON.stringify(this.json)),
      plain: asSent(this.json),
    });
  }

  /** `JSON.stringify` of a result gives the value, for those who do not use `jsonOf`. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** A result of it. */
export const resultOf = (content: PreparedContent): CallToolResult => ({
  content: [{ type: 'text', text: content.json }],
  structuredContent: content,
});

/** A message as JSON. */
export function jsonOf(message: JSONRPCMessage): TextPieces {
  if (!('result' in message)) return piecesOf(JSON.stringify(message));
  const { structuredContent, ...others } = message.result as CallToolResult;
  return isPrepared(structuredContent)
    ? withPrepared(message, structuredContent, JSON.stringify({ ...others, content: undefined }))
    : piecesOf(JSON.stringify(message));
}

const isPrepared = (content: unknown): content is PreparedContent =>
  content instanceof PreparedContent;

/** The JSON of a result of `content`, and what else there is of it: `more`, an object. */
function withPrepared(
  { id }: JSONRPCResultResponse,
  { sent: { quoted, plain } }: PreparedContent,
  more: string,
): TextPieces {
  return piecesOf(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":`,
    quoted,
    '}],"structuredContent":',
    plain,
    `${more === '{}' ? '' : ','}${more.slice(1)}}`,
  );
}
