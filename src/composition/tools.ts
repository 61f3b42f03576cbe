import { catalogue } from '../catalogue.js';
import type { AppError } from '../errors.js';
import type { Mount } from '../http/app.js';
import { mountMcp, type McpDeps } from '../mcp/mount.js';
import type { Toolbox } from '../mcp/toolbox.js';
import { callTool } from '../mcp/tools/call.js';
import type { ToolDefinition } from '../mcp/tools/define.js';
import { INSTRUCTIONS, selectToolset } from '../mcp/tools/toolset.js';
import type { Executor } from '../operations/execute.js';
import { ToolAnswers } from '../resources/tool-sessions/answers.js';
import { ToolSessions } from '../resources/tool-sessions/service.js';
import { ToolTasks } from '../resources/tool-sessions/tasks.js';
import type { Infrastructure } from './infrastructure.js';
import type { Services } from './services.js';

type Tool = ToolDefinition<Services>;

interface ToolsOptions
  extends
    Pick<Infrastructure, 'databases' | 'vault'>,
    Omit<McpDeps<Tool>, 'toolbox' | 'sessions' | 'answers' | 'tasks' | 'executor'> {
  readonly executor: Executor<Services>;
}

/** Serves the operations of the catalogue as tools, beside REST. */
export function mountTools(options: ToolsOptions): Mount {
  const { databases, vault, executor } = options;
  const database = databases.front;
  return mountMcp<Tool>({
    ...options,
    toolbox: toolboxOf(executor),
    sessions: new ToolSessions(database),
    answers: new ToolAnswers({ database, vault }),
    tasks: new ToolTasks({ database, vault }),
  });
}

const toolboxOf = (executor: Executor<Services>): Toolbox<Tool> => ({
  instructions: INSTRUCTIONS,
  select: (query) => selectToolset(catalogue, query),
  // Nothing that reads is listened to in the end but waits.
  endsWithConnection: ({ tool }) => tool.annotations?.readOnlyHint === true,
  async call(tool, args, call) {
    let refused: AppError | null = null;
    const { caller, signal, publicUrl, onProgress } = call;
    const result = await callTool(executor, tool, args, {
      ...{ caller, signal, publicUrl, onProgress },
      onAnswered: (settle) => call.onAnswered(settle),
      onCounted: (allowance) => call.onCounted(allowance),
      onRefused: (error) => (refused = error),
    });
    if (isChallenge(refused)) throw refused as AppError;
    return result;
  },
});

/** Whether a person could give what is missing: programs ask for it when they see it in an HTTP answer. */
const isChallenge = (error: AppError | null): error is AppError =>
  error?.extra.headers?.['WWW-Authenticate'] !== undefined;
