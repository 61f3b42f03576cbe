import type { CallToolResult } from '@modelcontextprotocol/server';
import { catalogue } from '../../../src/catalogue.js';
import { callTool, type ToolInvocation } from '../../../src/mcp/tools/call.js';
import type { ToolDefinition } from '../../../src/mcp/tools/define.js';
import { selectToolset } from '../../../src/mcp/tools/toolset.js';
import type { TestApi } from '../../support/start-api.js';

/** Every tool there is. */
export const ALL_TOOLS = selectToolset(catalogue, { toolsets: 'all' });

/** What a tool answered, and what it structured. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  // Tests look into answers of any shape; a wrong guess fails them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of any shape
  readonly content: any;
}

export type CallTool = (
  name: string,
  args?: unknown,
  more?: Partial<ToolInvocation>,
) => Promise<ToolAnswer>;

/** What addresses in answers begin with. */
const PUBLIC_URL = 'https://mail.example';

/** Calls tools of an API in this process, with a key. */
export function toolCaller(api: TestApi, key: string): CallTool {
  const { executor, identify } = api.httpOptions;
  return async (name, args = {}, more = {}) => {
    const tool = ALL_TOOLS.find(name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    const settlers: ((written: boolean) => void)[] = [];
    const result = await callTool(executor, tool, args, {
      caller: await identify('api-key', { 'x-api-key': key }, '127.0.0.2'),
      signal: new AbortController().signal,
      publicUrl: PUBLIC_URL,
      onAnswered: (settle) => void settlers.push(settle),
      onCounted: () => undefined,
      ...more,
    });
    for (const settle of settlers) settle(result.isError !== true);
    return answerOf(result);
  };
}

function answerOf({ isError = false, content, structuredContent }: CallToolResult): ToolAnswer {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  // As it is on the wire.
  const structured = JSON.stringify(structuredContent) as string | undefined;
  return { isError, text, content: structured && JSON.parse(structured) };
}

/** An answer as the operation gave it: what stands below `untrusted` beside what does not. */
export function together(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(together);
  if (typeof value !== 'object' || value === null) return value;
  const { untrusted, ...own } = value as Record<string, unknown>;
  const parts = Object.entries(own).map(([name, part]) => [name, together(part)]);
  return { ...Object.fromEntries(parts), ...(untrusted as object | undefined) };
}

/** Fields as arguments, by the names of the tool. */
export function argumentsOf({ inputs }: ToolDefinition, fields: Readonly<Record<string, unknown>>) {
  const names = new Map([...inputs.fields].map(([name, field]) => [field, name]));
  const named = Object.entries(fields).map(([field, value]) => [names.get(field) ?? field, value]);
  return Object.fromEntries(named) as Record<string, unknown>;
}
