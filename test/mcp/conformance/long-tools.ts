import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedContent,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { asksFor, needName, type Answered } from './asking-tools.js';
import type { SuiteTool } from './tools.js';

// Tools that take long, which become tasks for programs that know them.

// Milliseconds.
const LONG = 1_000;

/** Is of no use to programs that know no tasks. */
export const NEEDS_TASKS = 'failing_job';

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

async function later(result: CallToolResult): Promise<Answered> {
  await sleep(LONG);
  return result;
}

/** Asks for what was not answered, once it has taken its time: by then it is a task. */
async function asking({ mcpReq }: ServerContext, ...names: string[]): Promise<Answered> {
  const isOpen = (name: string) => acceptedContent(mcpReq.inputResponses, name) === undefined;
  if (!names.some(isOpen)) return said('Answered');
  await sleep(LONG);
  return asksFor(names);
}

const taking = (name: string, type: string) => ({
  type: 'object',
  properties: { [name]: { type } },
});

/** By their names. */
export const LONG_TOOLS: Readonly<Record<string, SuiteTool>> = {
  greet: {
    description: 'Greets at once',
    inputSchema: taking('name', 'string'),
    run: (_context, { name }) => said(`Hello, ${String(name)}!`),
  },
  slow_compute: {
    description: 'Takes its time',
    inputSchema: taking('seconds', 'number'),
    async run(_context, { seconds }) {
      await sleep(Number(seconds) * 1_000);
      return said('Computed');
    },
  },
  [NEEDS_TASKS]: {
    description: 'Takes its time, and fails',
    run: () => later({ ...said('Failed'), isError: true }),
  },
  protocol_error_job: {
    description: 'Takes its time, and breaks',
    async run() {
      await sleep(LONG);
      throw new Error('broken');
    },
  },
  confirm_delete: {
    description: 'Takes its time, and asks before it goes on',
    inputSchema: taking('filename', 'string'),
    run: (context) => asking(context, 'confirm'),
  },
  multi_input: {
    description: 'Takes its time, and asks for two things at once',
    run: (context) => asking(context, 'first', 'second'),
  },
  test_tool_with_task: {
    description: 'Asks for a name, and takes its time with it',
    run({ mcpReq }) {
      const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.['name'];
      return name === undefined ? needName() : later(said(`Hello, ${JSON.stringify(name)}!`));
    },
  },
};
