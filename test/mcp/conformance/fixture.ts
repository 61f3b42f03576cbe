import type { McpDeps } from '../../../src/mcp/mount.js';
import type { Toolbox } from '../../../src/mcp/toolbox.js';
import { startToolApi, type ToolApi } from '../fixture.js';
import type { TestTool } from '../two-tools.js';
import { createEverythingServer, type Around } from './everything-server.js';
import { TOOLS, WITH_HEADER } from './tools.js';

const find = (name: string) =>
  // What its header says is compared by the package, which then is handed all of the call.
  name in TOOLS && name !== WITH_HEADER ? { name, waits: false } : undefined;

// The server that is made for each request knows the rest of them.
const TOOLBOX: Toolbox<TestTool> = {
  instructions: '',
  select: () => ({ listJson: '[]', find }),
  endsWithConnection: () => false,
  call: () => Promise.reject(new Error('tools of the suites are called by their server')),
};

/** The tools, prompts and resources of the suites behind the transport of this service. */
export async function startEverything(): Promise<ToolApi> {
  const makeServer: McpDeps<TestTool>['makeServer'] = ({ open }) => {
    const around: Around = async (name, context, work) => {
      const call = open({ name, waits: false }, context);
      try {
        await api.httpOptions.executor.count(call);
        return await work();
      } finally {
        call.ended();
      }
    };
    return createEverythingServer(around);
  };
  const started = await startToolApi({ makeServer, toolbox: TOOLBOX });
  const { api } = started;
  return started;
}
