import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { knowsTasks, TASKS_EXTENSION } from '../../../src/mcp/long-calls.js';
import type { McpDeps } from '../../../src/mcp/mount.js';
import { RpcRefusal } from '../../../src/mcp/rpc-errors.js';
import type { Toolbox } from '../../../src/mcp/toolbox.js';
import { startToolApi, type ToolApi } from '../fixture.js';
import type { TestTool } from '../two-tools.js';
import { createEverythingServer, type Around } from './everything-server.js';
import { NEEDS_TASKS } from './long-tools.js';
import { TOOLS, WITH_HEADER } from './tools.js';

const find = (name: string) =>
  // What its header says is compared by the package, which then is handed all of the call.
  name in TOOLS && name !== WITH_HEADER ? { name, waits: false } : undefined;

// The server that is made for each request knows the rest of them.
const TOOLBOX: Toolbox<TestTool> = {
  instructions: '',
  select: () => ({ listJson: Buffer.from('[]'), find }),
  endsWithConnection: () => false,
  call: () => Promise.reject(new Error('tools of the suites are called by their server')),
};

const WITHOUT_TASKS = new RpcRefusal(
  400,
  ProtocolErrorCode.MissingRequiredClientCapability,
  'This tool takes longer than a request',
  { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
);

/** The tools, prompts and resources of the suites behind the transport of this service; `beside` as in `startToolApi`. */
export async function startEverything(given: { beside?: ToolApi } = {}): Promise<ToolApi> {
  const makeServer: McpDeps<TestTool>['makeServer'] = ({ open, answer }) => {
    const around: Around = (name, context, work) => {
      const call = open({ name, waits: false }, context);
      return answer(call, async (current) => {
        try {
          await api.httpOptions.executor.count(call);
          if (name === NEEDS_TASKS && !knowsTasks(context)) call.refuse(WITHOUT_TASKS);
          return await work(current);
        } finally {
          call.ended();
        }
      });
    };
    return createEverythingServer(around);
  };
  const started = await startToolApi({ ...given, makeServer, toolbox: TOOLBOX });
  const { api } = started;
  return started;
}
