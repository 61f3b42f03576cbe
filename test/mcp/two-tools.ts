import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError } from '../../src/errors.js';
import type { Executor } from '../../src/operations/execute.js';
import type { Toolbox } from '../../src/mcp/toolbox.js';

/** A tool of the transport's tests. */
export interface TestTool {
  readonly name: string;
  readonly waits: boolean;
}

const schema = { type: 'object' as const };
const TOOLS: readonly TestTool[] = [
  { name: 'echo', waits: false },
  { name: 'work', waits: false },
  { name: 'wait', waits: true },
  { name: 'forbidden', waits: false },
];

/** What became of the calls of a toolbox. */
export interface TestToolbox extends Toolbox<TestTool> {
  /** Calls that run, by the text they were given. */
  readonly running: ReadonlyMap<string, RunningCall>;
  /** Texts of calls, each with whether its answer was written. */
  readonly settled: readonly (readonly [text: string, written: boolean])[];
}

export interface RunningCall {
  readonly signal: AbortSignal;
  progress(message: string): void;
  /** Ends the call with a text. */
  end(text: string): void;
}

const result = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Tools that do as the test says: `echo` answers at once, `work` and `wait` run until they are ended. */
export function createToolbox(executor: Pick<Executor<never>, 'count'>): TestToolbox {
  const running = new Map<string, RunningCall>();
  const settled: [string, boolean][] = [];
  const listed = TOOLS.map(({ name }) => ({
    ...{ name, description: name, inputSchema: schema },
    annotations: { readOnlyHint: name !== 'work' },
  }));
  const byQuery = new Map<string, ReturnType<Toolbox<TestTool>['select']>>();

  return {
    running,
    settled,
    instructions: 'Do as the test says.',
    select({ toolsets = 'default' }) {
      if (toolsets === 'none') throw new AppError(400, 'toolsets must be of: default, short');
      const names = toolsets === 'short' ? ['echo'] : TOOLS.map(({ name }) => name);
      const known = byQuery.get(toolsets);
      const tools = known ?? {
        listJson: Buffer.from(JSON.stringify(listed.filter(({ name }) => names.includes(name)))),
        find: (name: string) =>
          names.includes(name) ? TOOLS.find((tool) => tool.name === name) : undefined,
      };
      byQuery.set(toolsets, tools);
      return tools;
    },
    endsWithConnection: ({ waits }) => waits,
    async call({ name }, args, call) {
      const { text = '' } = args as { text?: string };
      try {
        await executor.count(call);
      } catch (error) {
        return { ...result((error as Error).message), isError: true };
      }
      if (name === 'forbidden')
        throw new AppError(403, 'more rights are needed', {
          headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
        });
      call.onAnswered((written) => settled.push([text, written]));
      if (name === 'echo') return result(text);
      const answer = await new Promise<string>((resolve) => {
        if (name === 'wait') call.signal.addEventListener('abort', () => resolve('ended'));
        const progress = (message: string) => call.onProgress?.({ progress: 1, message });
        running.set(text, { signal: call.signal, progress, end: resolve });
      });
      running.delete(text);
      return result(answer);
    },
  };
}
