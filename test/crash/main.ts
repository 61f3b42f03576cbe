// `npm run crash -- --kills N --seed S`: kills processes of a running service at random moments while
// mail flows, and looks whether anything that was accepted is missing, repeated or stuck afterwards.
// `npm run crash -- --storms [--storm NAME]…`: lets storage stall and strangers flood a running service, and
// looks what others felt of it.
// `npm run crash -- --domains --seed S`: kills the service at each step of verifying, changing hands and rotating.
// `npm run crash -- --tasks --seed S`: the same of each step of each type of task; then Temporal forgets two hundred.
// `npm run crash -- --approvals --seed S`: the same of mail that waits for approval.
// `npm run crash -- --imap --kills 50 --seed S`: kills IMAP processes while mail comes, is read and goes.
import { parseArgs } from 'node:util';
import { runApprovals } from './approvals/run.js';
import { runDomains } from './domains/run.js';
import { runImap } from './imap/run.js';
import { runCrash } from './run.js';
import { runStorms } from './storms/run.js';
import { runTasks } from './tasks/run.js';

// The first ones tell enough.
const SHOWN = 50;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    domains: { type: 'boolean', default: false },
    tasks: { type: 'boolean', default: false },
    approvals: { type: 'boolean', default: false },
    imap: { type: 'boolean', default: false },
    storms: { type: 'boolean', default: false },
    storm: { type: 'string', multiple: true, default: [] },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('--kills takes a whole number from 1 on, --seed a whole number');
  process.exit(2);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.abort(new Error(`ended by ${signal}`)));

const show = ({ summary, problems }: { summary: string; problems: readonly string[] }) => {
  for (const problem of problems.slice(0, SHOWN)) console.error(problem);
  console.log(summary);
  if (problems.length > 0) process.exitCode = 1;
};

try {
  const { signal } = interrupted;
  if (values.storms || values.storm.length > 0) await runStorms(values.storm, signal, show);
  else if (values.domains) show(await runDomains({ seed, signal }));
  else if (values.tasks) show(await runTasks({ seed, signal }));
  else if (values.approvals) show(await runApprovals({ seed, signal }));
  else if (values.imap) show(await runImap({ kills, seed, signal }));
  else show(await runCrash({ kills, seed, signal }));
  process.exit();
} catch (error) {
  console.error(`crash: seed ${seed}: ${(error as Error).message}`);
  // Senders that were interrupted may still be waiting for an answer.
  process.exit(1);
}
