import { Client, Connection } from '@temporalio/client';
import { addressOf, findTemporalOrphan } from '../src/embedded/temporal-process.js';
import { besideTasks } from './beside-tasks.js';
import type { QueueCalibratorCommands } from './calibrators/queue.js';
import { call, inLanes, withDatabase } from './client.js';
import { atLeast, type Bench } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { AgentsCommands } from './generators/agents.js';
import { idle } from './idle.js';
import { withService, type BenchService } from './service.js';

const AGENTS = 50;

/** Outside agents that claim and complete custom tasks, beside a bare program that does the same. */
export const tasks: Bench = ({ full, directory }) =>
  withProgram('generators/agents', (agents: Program<AgentsCommands>) =>
    withProgram('calibrators/queue', (calibrator: Program<QueueCalibratorCommands>) =>
      withService({ dataDir: directory }, async (service) => {
        const count = full ? 8_000 : 2_000;
        const { databaseUrl, rest: url, apiKey } = service;
        const headers = { 'X-API-Key': apiKey };
        // Warm: code is compiled, statements are planned.
        await makeTasks(service, 200);
        await agents.ask('work', { url, headers, agents: AGENTS });
        await makeTasks(service, count);
        // Their runs are begun.
        await idle(service);
        await withDatabase(databaseUrl, (client) => client.query('VACUUM ANALYZE tasks'));
        const port = await calibrator.ask('start', { databaseUrl, tasks: count });
        const bareUrl = `http://127.0.0.1:${port}`;
        const bare = await agents.ask('work', { url: bareUrl, headers: {}, agents: AGENTS });
        const before = await service.cpuMs();
        const own = await agents.ask('work', { url, headers, agents: AGENTS });
        const cpuMs = ((await service.cpuMs()) - before) / own.n;
        const seconds = own.n / own.perSecond + (await idle(service));
        const finishedCpuMs = ((await service.cpuMs()) - before) / own.n;
        await checkCompleted(databaseUrl, count + 200);
        await checkRuns(directory);
        const beside = await besideTasks(service, full ? 'full' : 'quick');
        const what = `claimed and completed, ${AGENTS} agents`;
        return {
          figures: [
            { what: `bare program: ${what}`, value: bare.perSecond, unit: '/s', ...bare },
            {
              ...{ what, value: own.perSecond, unit: '/s', ...own, cpuMs },
              ratio: own.perSecond / bare.perSecond,
              goal: atLeast(own.perSecond, 400),
            },
            {
              what: 'the same until the last of their runs has ended',
              ...{ value: own.n / seconds, unit: '/s' },
              ...{ n: own.n, cpuMs: finishedCpuMs },
            },
            ...beside,
          ],
        };
      }),
    ),
  );

/** The runs of all tasks have ended. */
async function checkRuns(directory: string): Promise<void> {
  const { port } = (await findTemporalOrphan(directory))!;
  const connection = await Connection.connect({ address: addressOf(port) });
  const open = `WorkflowType = 'runAgentTask' AND ExecutionStatus = 'Running'`;
  const { count } = await new Client({ connection }).workflow.count(open);
  await connection.close();
  if (count > 0) throw new Error(`${count} runs did not end`);
}

const makeTasks = (service: BenchService, count: number): Promise<void> =>
  inLanes(Array.from({ length: count }), () => call(service, '/v1/tasks', { type: 'custom' }));

/** Each was completed, once. */
const checkCompleted = (databaseUrl: string, count: number) =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ task_id: string }>(
      `SELECT task_id FROM task_events WHERE kind = 'completed' GROUP BY task_id HAVING count(*) = 1`,
    );
    if (rows.length !== count)
      throw new Error(`${rows.length} of ${count} tasks were completed once`);
  });
