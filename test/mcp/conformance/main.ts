import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSharedInstallation } from '../../e2e/installation.js';
import setUp from '../../support/global-setup.js';
import tearDown from '../../support/global-teardown.js';
import { judge, nameOf, OF_FIXTURE, OF_SERVICE, type Expected, type Verdict } from './expected.js';
import { startEverything } from './fixture.js';
import { startKeyedProxy } from './keyed-proxy.js';
import { SIGN_IN_RUN, TOOL_RUNS, type SuiteRun, type Target } from './runs.js';

// `npm run mcp:conformance`: the suites of the protocol, over the transport of this service with the tools that they
// call, and over the service itself. Needs npx and a registry.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Whether all is as it should be. */
async function runAll(
  what: string,
  target: Target,
  runs: readonly SuiteRun[],
  rules: readonly Expected[],
): Promise<boolean> {
  let isGood = true;
  for (const { name, run } of runs) {
    const verdict = judge(await run(target), rules);
    show(what, name, verdict);
    isGood &&= verdict.failed.length === 0;
  }
  return isGood;
}

function show(what: string, name: string, verdict: Verdict): void {
  const { scenarios, passed, warned, expected, failed } = verdict;
  const expectedCount = [...expected.values()].reduce((sum, count) => sum + count, 0);
  const counts = [passed, warned.length, expectedCount, failed.length, scenarios];
  console.log(row(what, name, ...counts));
  for (const [reason, count] of expected) console.log(`           ${count} expected: ${reason}`);
  for (const check of warned) console.log(`           warning: ${nameOf(check)}`);
  for (const check of failed) console.log(`           ${nameOf(check)}: ${check.errorMessage}`);
}

const WIDTHS = [9, 42, 7, 8, 9, 7, 9];
const row = (...cells: readonly (string | number)[]) =>
  cells.map((cell, n) => String(cell).padEnd(WIDTHS[n]!)).join(' ');

async function overFixture(): Promise<boolean> {
  const tools = await startEverything();
  const { key } = await tools.api.createOrg();
  const proxy = await startKeyedProxy(tools.url, key);
  try {
    return await runAll('fixture', proxy, TOOL_RUNS, OF_FIXTURE);
  } finally {
    proxy.close();
    await tools.close();
  }
}

async function overService(): Promise<boolean> {
  const installation = await createSharedInstallation();
  try {
    const { rest: issuer } = await installation.start({ role: 'api' });
    const key = await installation.apiKey();
    const proxy = await startKeyedProxy(issuer, key);
    const target = { url: proxy.url, signIn: { issuer, key } };
    const isGood = await runAll('service', target, [...TOOL_RUNS, SIGN_IN_RUN], OF_SERVICE);
    proxy.close();
    return isGood;
  } finally {
    await installation.remove();
  }
}

await setUp({ rootDir: ROOT });
try {
  console.log(row('over', 'suite', 'passed', 'warned', 'expected', 'failed', 'scenarios'));
  const [fixture, service] = [await overFixture(), await overService()];
  process.exitCode = fixture && service ? 0 : 1;
} finally {
  await tearDown();
}
process.exit();
