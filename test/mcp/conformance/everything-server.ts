import {
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { VERSIONS } from '../../../src/mcp/tool-server.js';
import { askingPrompt, STATES, type Answered } from './asking-tools.js';
import { IMAGE, TOOLS, type SuiteTool } from './tools.js';

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  logging: {},
  completions: {},
};

/** What is done around each call. */
export type Around = (
  name: string,
  context: ServerContext,
  work: (context: ServerContext) => Answered | Promise<Answered>,
) => Promise<Answered>;

/** A server with everything that the suites ask for. */
export function createEverythingServer(around: Around): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1' },
    {
      capabilities: CAPABILITIES,
      supportedProtocolVersions: VERSIONS,
      requestState: { verify: STATES.verify },
    },
  );
  for (const [name, tool] of Object.entries(TOOLS)) addTool(server, name, tool, around);
  addResources(server);
  addPrompts(server);
  addAnswers(server.server);
  return server;
}

const NO_ARGUMENTS = { type: 'object' };

function addTool(
  server: McpServer,
  name: string,
  { description, inputSchema = NO_ARGUMENTS, run }: SuiteTool,
  around: Around,
): void {
  const schema = fromJsonSchema<Record<string, unknown>>(inputSchema);
  server.registerTool(name, { description, inputSchema: schema }, (args, context) =>
    around(name, context, (current) => run(current, args)),
  );
}

function addResources(server: McpServer): void {
  for (const name of ['static-text', 'watched-resource']) {
    const [uri, mimeType] = [`test://${name}`, 'text/plain'];
    const contents = [{ uri, mimeType, text: `This is the content of ${name}.` }];
    server.registerResource(name, uri, { mimeType }, () => ({ contents }));
  }
  const binary = { uri: 'test://static-binary', mimeType: IMAGE.mimeType };
  server.registerResource('static-binary', binary.uri, { mimeType: binary.mimeType }, () => ({
    contents: [{ ...binary, blob: IMAGE.data }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { mimeType }, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType, text: JSON.stringify({ id, templateTest: true }) }],
  }));
}

type PromptContent =
  | typeof IMAGE
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType: string;
        readonly text: string;
      };
    };

const prompt = (...contents: PromptContent[]) => ({
  messages: contents.map((content) => ({ role: 'user' as const, content })),
});
const text = (words: string) => ({ type: 'text' as const, text: words });

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Words' }, () =>
    prompt(text('A simple prompt.')),
  );
  const image = { description: 'An image' };
  server.registerPrompt('test_prompt_with_image', image, () => prompt(IMAGE, text('Look at it.')));
  const asking = { description: 'Asks for its context' };
  server.registerPrompt('test_input_required_result_prompt', asking, askingPrompt);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => prompt(text(`arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content.' };
      return prompt({ type: 'resource', resource }, text('Process the resource above.'));
    },
  );
}

function addAnswers(server: Server): void {
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}
