import { createKeyCallers } from '../auth/authenticate.js';
import type { KeyScope } from '../auth/scopes.js';
import { catalogue } from '../catalogue.js';
import { translated } from '../db/errors.js';
import { AppError, StillRunning } from '../errors.js';
import type { ToolDefinition } from '../mcp/tools/define.js';
import { readArguments } from '../mcp/tools/read-arguments.js';
import { selectToolset } from '../mcp/tools/toolset.js';
import type { Executor } from '../operations/execute.js';
import type { AnyOperation } from '../operations/operation.js';
import type { AgentTool, AgentTools } from '../resources/tasks/agent/tools.js';
import { executorOf } from './executor.js';
import type { ServiceParts } from './parts.js';

// Whatever is not here no agent can have: keys, vault, webhooks, domains, SMTP, models, approvals, tasks.
const SCOPES: ReadonlySet<string> = new Set<KeyScope>([
  'inboxes:read',
  'inboxes:write',
  'emails:read',
  'emails:write',
  'emails:send',
  'threads:write',
  'routing:manage',
]);
// They answer passwords, or ask models.
const NEVER: readonly string[] = ['create_inbox', 'regenerate_imap_password', 'ask'];

const isForAgents = ({ name, operation: { access } }: ToolDefinition) =>
  SCOPES.has(access) && !NEVER.includes(name);

// Statuses of failures that pass: a model is not told of them, the call is made again.
const TRANSIENT: ReadonlySet<number> = new Set([429, 503]);

function toolsForAgents(): ReadonlyMap<string, ToolDefinition> {
  const operations: readonly AnyOperation[] = catalogue;
  const { list, find } = selectToolset(operations, { toolsets: 'all' });
  const given = list.map(({ name }) => find(name)!).filter(isForAgents);
  return new Map(given.map((tool) => [tool.name, tool]));
}

const asAgentTool = ({ name, tool }: ToolDefinition): AgentTool => ({
  name,
  description: tool.description ?? '',
  inputSchema: tool.inputSchema,
  isReading: tool.annotations?.readOnlyHint === true,
});

/** Operations of the catalogue as tools of agents, run by the executor of all front ends. */
export function createAgentTools(parts: ServiceParts, services: () => unknown): AgentTools {
  // Looked at when an agent is at work: making the tools takes long.
  let known: ReadonlyMap<string, ToolDefinition> | undefined;
  const tools = () => (known ??= toolsForAgents());
  // There are services for every operation of the catalogue: front ends are checked for that.
  let made: Executor<never> | undefined;
  const executor = () => (made ??= executorOf(parts, services() as never));
  const fieldsOf: AgentTools['fieldsOf'] = (name, args) =>
    readArguments(tools().get(name)!.inputs, args).fields;
  return {
    get all() {
      return [...tools().values()].map(asAgentTool);
    },
    fieldsOf,
    callerOf: createKeyCallers(parts.databases.background),
    async call({ caller, name, args, idempotencyKey }) {
      const tool = tools().get(name)!;
      try {
        const outcome = await executor().execute(tool.operation, {
          ...{ caller, idempotencyKey, signal: new AbortController().signal },
          fields: () => fieldsOf(name, args),
          onAnswered: (settle) => settle(true),
          onCounted: () => undefined,
        });
        return tool.present(outcome, parts.publicUrl() ?? '').json;
      } catch (thrown) {
        const error = translated(thrown);
        // So it counts where a worker was killed meanwhile: what came of it is known after that.
        if (error instanceof StillRunning) throw new AppError(503, error.message);
        if (!(error instanceof AppError) || TRANSIENT.has(error.status)) throw error;
        return JSON.stringify({ error: error.message });
      }
    },
  };
}
