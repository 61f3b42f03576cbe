import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { ASKING, type Answered } from './asking-tools.js';
import { LONG_TOOLS } from './long-tools.js';
import { ASKING_IN_SESSION } from './asking-tools-of-sessions.js';

/** A tool that the suites call. */
export interface SuiteTool {
  readonly description: string;
  /** JSON Schema; no arguments unless given. */
  readonly inputSchema?: object;
  run(
    context: ServerContext,
    args: Readonly<Record<string, unknown>>,
  ): Answered | Promise<Answered>;
}

/** A red dot, and no sound. */
export const IMAGE = {
  type: 'image' as const,
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
};
const AUDIO = {
  type: 'audio' as const,
  data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=',
  mimeType: 'audio/wav',
};

const text = (words: string) => ({ type: 'text' as const, text: words });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
const answering = (description: string, ...content: CallToolResult['content']): SuiteTool => ({
  description,
  run: () => ({ content }),
});

// Milliseconds between what a tool tells, as the suites have it.
const STEP = 50;

async function logThrice({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const data of ['started', 'processing', 'completed']) {
    await mcpReq.log('info', `Tool execution ${data}`);
    await sleep(STEP);
  }
  return { content: [text('Logged')] };
}

async function tellProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken ?? 0;
  for (const progress of [0, STEP, 2 * STEP]) {
    const params = { progressToken, progress, total: 2 * STEP };
    await mcpReq.notify({ method: 'notifications/progress', params });
    await sleep(STEP);
  }
  return { content: [text(String(progressToken))] };
}

// Everything that the suites want to find in `tools/list` as it was written.
const JSON_SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** Its argument is sent in a header as well, which has to say the same (`Mcp-Param-Region`). */
export const WITH_HEADER = 'test_header_parameter';

const MIXED = [
  text('Multiple content types test:'),
  IMAGE,
  resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
];

/** What the suites call, by its name. */
export const TOOLS: Readonly<Record<string, SuiteTool>> = {
  test_simple_text: answering('Text', text('This is a simple text response for testing.')),
  test_image_content: answering('An image', IMAGE),
  test_audio_content: answering('Sound', AUDIO),
  test_embedded_resource: answering(
    'A resource',
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answering('Text, an image and a resource', ...MIXED),
  test_error_handling: {
    description: 'An error',
    run() {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_logging: { description: 'Logs', run: logThrice },
  test_logging_tool: { description: 'Logs', run: logThrice },
  test_tool_with_progress: { description: 'Tells of its progress', run: tellProgress },
  test_streaming_elicitation: { description: 'Tells of its progress', run: tellProgress },
  json_schema_2020_12_tool: {
    ...answering('Has a schema with everything', text('Called')),
    inputSchema: JSON_SCHEMA_2020_12,
  },
  [WITH_HEADER]: {
    ...answering('Has an argument that is sent in a header as well', text('Called')),
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
  },
  ...LONG_TOOLS,
  ...ASKING_IN_SESSION,
  ...ASKING,
};
