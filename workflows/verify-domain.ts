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
import type { PutOffLook } from '../src/resources/domains/look-throttle.js';
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
// those were spread in an earlier version.
const LATE_MS = 60_000;
const SPREAD_MS = 540_000;
// What gave way was told no turn in an earlier version: seconds until it is tried again.
const GIVES_WAY_SECONDS = 60;
// Looks of a run: what was asked for counts as well, and a run takes so many updates.
const MAX_LOOKS = 500;

/**
 * Looks at the records of a domain as often as its row says, as long as it is there. A look that is put off is made
 * beside it: it sleeps for longer, and reads what came of that.
 */
export async function verifyDomain(input: VerifyDomainInput): Promise<string> {
  const { domainId } = input;
  const enter = createPhases();
  // Asked once, before all else: a run that began without goes on without.
  const steps = patched('looks inside') ? stepsInside : stepsOutside;
  const spreads = !patched('late looks are put off');
  const asked = { changed: false, verify: 0, answered: 0 };
  const seen = { report: null as LookReport | null, looks: 0, hasTurn: false };
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

  const untilLook = async (from: LookReport) => {
    const reached = await untilDue(from, hasWork, enter);
    return reached === 'late' && spreads ? spread(hasWork) : reached;
  };
  const next = async (from: LookReport) => {
    const until = await untilLook(from);
    const isDue = until !== 'work';
    // A look that is under way may have begun before whoever asks now published the last record.
    const covered = asked.verify;
    const isAsked = covered > asked.answered;
    asked.changed = false;
    const found =
      isDue || isAsked
        ? await look(steps, domainId, isAsked || seen.hasTurn || until === 'turn')
        : await steps.read(domainId);
    asked.answered = covered;
    seen.hasTurn = isLater(found) && found !== 'later';
    if (isLater(found)) return { ...from, retryInSeconds: secondsLeft(found) };
    if (isDue || isAsked) seen.looks++;
    return found;
  };

  seen.report = await steps.read(domainId);
  while (seen.report !== null && !mayEnd(seen.looks)) seen.report = await next(seen.report);
  asked.answered = Infinity;
  await condition(allHandlersFinished);
  return seen.report === null ? 'the domain is gone' : continueAsNew<typeof verifyDomain>(input);
}

const mayEnd = (looks: number) => looks >= MAX_LOOKS || workflowInfo().continueAsNewSuggested;

/** What a look came to: null where the domain is gone. */
type TurnReport = LookReport | null | PutOffLook | 'later';

const isLater = (seen: TurnReport): seen is PutOffLook | 'later' =>
  seen === 'later' || (seen !== null && 'laterInSeconds' in seen);

const secondsLeft = (later: PutOffLook | 'later') =>
  later === 'later' ? GIVES_WAY_SECONDS : later.laterInSeconds;

/** A look is due by its time, or was missed, or one that was missed has its turn, or there is other work before. */
type Reached = 'due' | 'late' | 'turn' | 'work';

async function untilDue(
  { retryInSeconds, nextLookAt, status, summary }: LookReport,
  hasWork: () => boolean,
  enter: EnterPhase,
): Promise<Reached> {
  if (hasWork()) return 'work';
  if (retryInSeconds === null) {
    setCurrentDetails(`${status}: ${summary}; looked at only when somebody asks`);
    await condition(hasWork);
    return 'work';
  }
  const milliseconds = retryInSeconds * 1_000;
  const due = Date.now() + milliseconds;
  // Earlier versions looked themselves whenever they went on, and told no other time.
  const nextLook = nextLookAt ?? new Date(due).toISOString();
  setCurrentDetails(`${status}: ${summary}; next look at ${nextLook}`);
  enter(status.toLowerCase(), milliseconds);
  if (milliseconds > 0 && (await condition(hasWork, milliseconds))) return 'work';
  return Date.now() - due <= LATE_MS ? 'due' : 'late';
}

const spread = async (hasWork: () => boolean): Promise<Reached> =>
  (await condition(hasWork, Math.ceil(Math.random() * SPREAD_MS))) ? 'work' : 'turn';

/** How a run reads and looks. */
interface Steps {
  /** Whether reading tells of a turn, whoever brought it about. */
  readonly tells: boolean;
  read(domainId: string): Promise<LookReport | null>;
  /** Looks where that is due or asked for; puts it off where it may and the machine is busy. */
  look(domainId: string, mustLook: boolean): Promise<TurnReport>;
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
    return mustLook && isLater(seen) ? withRetries() : seen;
  },
};

/** One look and what follows from it. */
async function look(steps: Steps, domainId: string, mustLook: boolean): Promise<TurnReport> {
  const report = await steps.look(domainId, mustLook);
  if (!report || isLater(report)) return report;
  if (!(report.handover || report.keysDue || report.untold)) return report;
  if (report.handover) await takeOverName(domainId);
  if (report.keysDue) await changeKeys(domainId);
  if (report.untold && !steps.tells) await tellOwners(domainId);
  return steps.read(domainId);
}
