import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, BenchResult } from './figures.js';
import { comparison, table } from './report.js';

// `npm run bench -- [name …] [--full] [--json FILE] [--compare FILE]`: what the service reaches on this machine.
// Nothing fails for being slow; a wrong answer does.

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  boot: async () => (await import('./boot.js')).boot,
  calibrate: async () => (await import('./calibrate.js')).calibrate,
  ingest: async () => (await import('./ingest.js')).ingest,
  wait: async () => (await import('./wait.js')).wait,
  lone: async () => (await import('./lone.js')).lone,
  waiters: async () => (await import('./waiters.js')).waiters,
  streams: async () => (await import('./streams.js')).streams,
  'durable-waits': async () => (await import('./durable-waits.js')).durableWaits,
  rest: async () => (await import('./rest.js')).rest,
  ask: async () => (await import('./ask.js')).ask,
  tasks: async () => (await import('./tasks.js')).tasks,
  oauth: async () => (await import('./oauth.js')).oauth,
  imap: async () => (await import('./imap.js')).imap,
  mcp: async () => (await import('./mcp.js')).mcp,
  webhooks: async () => (await import('./webhooks.js')).webhooks,
  subscribed: async () => (await import('./subscribed.js')).subscribed,
  send: async () => (await import('./send.js')).send,
  parse: async () => (await import('./parse.js')).parse,
  domains: async () => (await import('./domains.js')).domains,
  'due-domains': async () => (await import('./due-domains.js')).dueDomains,
  workflows: async () => (await import('./workflows.js')).workflows,
  browser: async () => (await import('./browser.js')).browser,
};

// Run only when named: one part in ten is told from the noise in minutes, and looks are spread over ten.
const APART = new Set(['subscribed', 'due-domains']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
});

function chosen(): string[] {
  const unknown = positionals.filter((name) => !(name in BENCHES));
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  if (positionals.length > 0) return positionals;
  return Object.keys(BENCHES).filter((name) => !APART.has(name));
}

async function runBench(name: string): Promise<BenchResult> {
  const directory = await mkdtemp(join(tmpdir(), `restante-bench-${name}-`));
  // As root, the embedded Postgres runs as another user, who has to get in.
  await chmod(directory, 0o711);
  try {
    return await (
      await BENCHES[name]!()
    )({ full: values.full, directory });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

type Results = Readonly<Record<string, BenchResult>>;

/** What an earlier run wrote with `--json`; nothing where none is named. @throws when there is no such file */
async function earlierResults(): Promise<Results> {
  if (values.compare === undefined) return {};
  const { results } = JSON.parse(await readFile(values.compare, 'utf8')) as { results: Results };
  return results;
}

async function main(): Promise<void> {
  // Ending by `exit` lets each started service be told.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const earlier = await earlierResults();
  const results: Record<string, BenchResult> = {};
  for (const name of chosen()) {
    const result = (results[name] = await runBench(name));
    console.log(`\n${table(name, result)}`);
    if (earlier[name]) console.log(`\n${comparison(name, earlier[name], result)}`);
  }
  const file = values.json ?? join(tmpdir(), 'bench-results.json');
  const circumstances = {
    commit: commit(),
    at: new Date(),
    cores: availableParallelism(),
    node: process.version,
    full: values.full,
  };
  await writeFile(file, `${JSON.stringify({ ...circumstances, results }, null, 2)}\n`);
  console.log(`\nAll figures: ${file}`);
}

await main();
