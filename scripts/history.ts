// `npm run history -- <workflow id>`: saves the history of a run for test/workflows/replay.test.ts.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { readConfig } from '../src/config.js';
import { createClient } from '../src/temporal/client.js';
import { connectionOptions, temporalOptions } from '../src/temporal/options.js';

const { History } = proto.temporal.api.history.v1;
const FOLDER = 'test/workflows/histories';
// Workers and clients name themselves after their process and machine.
const IDENTITY = /\d+@[\w.-]+/g;

/** Saves the history of `workflowId` as `<workflow>.json`, or with a number where that is taken. */
async function save(workflowId: string): Promise<string> {
  const config = readConfig(process.env);
  const address = config.TEMPORAL_ADDRESS;
  if (!address) throw new Error('TEMPORAL_ADDRESS names no server; the service prints its address');
  const options = temporalOptions(config, address);
  const connection = await Connection.connect(connectionOptions(options));
  try {
    const handle = createClient(connection, options).workflow.getHandle(workflowId);
    const { type } = await handle.describe();
    const history = History.fromObject(await handle.fetchHistory());
    const json = JSON.stringify(history, withoutTraces, 2).replace(IDENTITY, 'worker');
    const file = join(FOLDER, await freeName(type));
    await writeFile(file, `${json}\n`);
    return file;
  } finally {
    await connection.close();
  }
}

// Stack traces name paths of this machine.
const withoutTraces = (key: string, value: unknown) => (key === 'stackTrace' ? '' : value);

async function freeName(workflow: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const taken = await readdir(FOLDER);
  const names = [`${workflow}.json`, ...taken.map((_, index) => `${workflow}-${index + 2}.json`)];
  return names.find((name) => !taken.includes(name))!;
}

const [workflowId] = process.argv.slice(2);
if (!workflowId) throw new Error('Usage: npm run history -- <workflow id>');
process.stdout.write(`${await save(workflowId)}\n`);
