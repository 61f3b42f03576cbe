import { expect, it } from '@jest/globals';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { textOf } from '../../src/mcp/pieces.js';
import { jsonOf, PreparedContent, resultOf } from '../../src/mcp/prepared-content.js';

const PLACE = '"structuredContent":{}';
const content = { subject: PLACE, untrusted: { [PLACE]: `\\${PLACE}\u2028` } };
const made = resultOf(new PreparedContent(JSON.stringify(content)));
const plain = {
  content: [{ type: 'text', text: JSON.stringify(content) }],
  structuredContent: content,
};

it.each<[string, Record<string, unknown>, unknown?]>([
  ['in sessions', {}],
  ['without them', { resultType: 'complete', _meta: { note: PLACE } }],
  ['for an id that looks like the place', {}, PLACE],
])('a result is written as JSON.stringify would write its value: %s', (_era, more, id = 1) => {
  const message = (result: object) =>
    ({ jsonrpc: '2.0', id, result: { ...result, ...more } }) as JSONRPCMessage;

  expect(textOf(jsonOf(message(made)))).toBe(JSON.stringify(message(plain)));
  expect(JSON.stringify(message(made))).toBe(JSON.stringify(message(plain)));
});

it.each<[string, object]>([
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: PLACE } }],
  ['a result without content', { jsonrpc: '2.0', id: 1, result: {} }],
  ['a result of values', { jsonrpc: '2.0', id: 1, result: plain }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/progress', params: {} }],
])('%s is written as it is', (_what, message) => {
  expect(textOf(jsonOf(message as JSONRPCMessage))).toBe(JSON.stringify(message));
});
