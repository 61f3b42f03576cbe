import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { LookReport } from '../src/resources/domains/looking.js';
import type { VerifyDomainInput } from '../src/resources/domains/run.js';
import { named } from './earlier-names.js';
import { orElse } from './local-activities.js';
import { domainChanged, domainState, verifyNow } from './messages.js';
import { createPhases, type EnterPhase } from './phase.js';

// Retries of an activity grow no history, so it may take days until storage is back.
const domains = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { maximumInterval: '1m' },
});
const { readDomain, lookAtRecords, takeOverName, changeKeys, tellOwners } = domains;
// Most looks are nothing but one of these, inside the workflow task. A look ends within eight seconds.
const atOnce = proxyLocalActivities<Activities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
});

// Milliseconds by which a look may be late before it counts as one of many that were missed, and within which
// those are spread.
const LATE_MS = 60_000;
const SPREAD_MS = 600_000;
// Seconds until a look is tried again that gave way to other work, doubled each time, and how often it does.
const GIVES_WAY_SECONDS = 10;
const MAX_GIVES_WAY = 5;
// Looks of a run: what was asked for counts as well, and a run takes so many updates.
const MAX_LOOKS = 500;

/** Looks at the records of a domain as often as its row says, as long as it is there. */
export async function verifyDomain(input: VerifyDomainInput): Promise<string> {
  const { domainId } = input;
  const enter = createPhases();
  // Asked once, before all else: a run that began without goes on without.
  const steps = patched('looks inside') ? stepsInside : stepsOutside;
  const asked = { changed: false, verify: 0, answered: 0 };
  const seen = { report: null as LookReport | null, looks: 0, later: 0 };
  const hasWork = () => asked.changed || asked.verify > asked.answered;
  setHandler(domainChanged, () => void (asked.changed = true));
  setHandler(domainState, () => ({
    status: seen.report?.status ?? 'PENDING',
    summary: seen.report?.summary ?? 'not looked at yet',
    looks: seen.looks,
  }));
  setHandler(verifyNow, async () => {
    const mine = ++asked.verify;
    await condition(() => asked.answered >= mine);
  });

  const next = async (from: LookReport) => {
    const isDue = await untilDue(from, hasWork, enter);
    // A look that is under way may have begun before whoever asks now published the last record.
    const covered = asked.verify;
    const isAsked = covered > asked.answered;
    asked.changed = false;
    const found =
      isDue || isAsked
        ? await look(steps, domainId, isAsked || seen.later >= MAX_GIVES_WAY)
        : await steps.read(domainId);
    asked.answered = covered;
    if (found === 'later') return { ...from, retryInSeconds: givesWay(seen.later++) };
    if (isDue || isAsked) seen.looks++;
    seen.later = 0;
    return found;
  };

  seen.report = await steps.read(domainId);
  while (seen.report !== null && !mayEnd(seen.looks)) seen.report = await next(seen.report);
  asked.answered = Infinity;
  await condition(allHandlersFinished);
  return seen.report === null ? 'the domain is gone' : continueAsNew<typeof verifyDomain>(input);
}

const mayEnd = (looks: number) => looks >= MAX_LOOKS || workflowInfo().continueAsNewSuggested;

const givesWay = (times: number) => (1 + Math.random()) * GIVES_WAY_SECONDS * 2 ** times;

/** True once a look is due by its time, false when there is other work before. */
async function untilDue(
  { retryInSeconds, status, summary }: LookReport,
  hasWork: () => boolean,
  enter: EnterPhase,
): Promise<boolean> {
  if (hasWork()) return false;
  if (retryInSeconds === null) {
    setCurrentDetails(`${status}: ${summary}; looked at only when somebody asks`);
    await condition(hasWork);
    return false;
  }
  const milliseconds = retryInSeconds * 1_000;
  const due = Date.now() + milliseconds;
  setCurrentDetails(`${status}: ${summary}; next look at ${new Date(due).toISOString()}`);
  enter(status.toLowerCase(), milliseconds);
  if (milliseconds > 0 && (await condition(hasWork, milliseconds))) return false;
  const isLate = Date.now() - due > LATE_MS;
  return !isLate || !(await condition(hasWork, Math.ceil(Math.random() * SPREAD_MS)));
}

/** How a run reads and looks. */
interface Steps {
  /** Whether reading tells of a turn, whoever brought it about. */
  readonly tells: boolean;
  read(domainId: string): Promise<LookReport | null>;
  /** Looks, or gives way to other work where it may. */
  look(domainId: string, mustLook: boolean): Promise<LookReport | null | 'later'>;
}

const stepsOutside: Steps = {
  tells: false,
  read: async (domainId) => underNamesOfToday(await readDomain(domainId)),
  look: async (domainId) => underNamesOfToday(await lookAtRecords(domainId)),
};

const underNamesOfToday = (report: LookReport | null) => report && named(report);

const stepsInside: Steps = {
  tells: true,
  async read(domainId) {
    const report = await orElse(atOnce.readDomain(domainId), () => readDomain(domainId));
    if (report?.untold) await tellOwners(domainId);
    return report;
  },
  async look(domainId, mustLook) {
    const withRetries = () => lookAtRecords(domainId);
    const seen = await orElse(atOnce.lookInTurn(domainId, mustLook), withRetries);
    return seen === 'later' && mustLook ? withRetries() : seen;
  },
};

/** One look and what follows from it. */
async function look(
  steps: Steps,
  domainId: string,
  mustLook: boolean,
): Promise<LookReport | null | 'later'> {
  const report = await steps.look(domainId, mustLook);
  if (!report || report === 'later') return report;
  if (!(report.handover || report.keysDue || report.untold)) return report;
  if (report.handover) await takeOverName(domainId);
  if (report.keysDue) await changeKeys(domainId);
  if (report.untold && !steps.tells) await tellOwners(domainId);
  return steps.read(domainId);
}
