import type { Caller } from '../../../auth/caller.js';
import type { SeenPage } from '../../../browser/forms.js';
import type { Queries } from '../../../db/queries.js';
import { AppError } from '../../../errors.js';
import type { PasswordWishes } from '../../../skills/passwords.js';
import type { FormPlan, SkillGoal, SkillKnowledge } from '../../../skills/moves.js';
import type { PageOrder } from '../../browser-sessions/orders.js';
import { plain } from '../../../skills/words.js';
import { readKeptSteps, type KeptStep } from '../kept-steps.js';
import type { JsonObject, StepRow } from '../rows.js';
import { makerOf, type StepContext } from '../task-type.js';

/** What signing up and logging in are told. */
export interface SkillInput {
  readonly url?: string | undefined;
  readonly inbox_id?: string | undefined;
  readonly credential_id?: string | undefined;
  readonly namespace?: string | undefined;
  readonly session_id?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly accept_terms?: boolean | undefined;
  readonly require_auth?: boolean | undefined;
}

/** A step of signing up or logging in, as it is given to its functions. */
export type SkillContext = StepContext<SkillInput>;

/** What of a step stands in its row and is read by the next ones: ids, counts, and what comes next. */
export interface SkillResult extends JsonObject {
  /** The step behind it; none behind the last one. */
  readonly then?: string;
}

/** What is kept of a step beside: nothing secret, and not shown. */
export interface SkillContent {
  /** What a page was to be filled with. */
  readonly plan?: FormPlan;
  /** Where the page was, or is to be gone to. */
  readonly url?: string;
  readonly sending?: Extract<PageOrder, { do: 'submit' }>;
  /** What the next password is to be like, and what the site said of the one before. */
  readonly wishes?: PasswordWishes;
  readonly said?: readonly string[];
  /** What a person was asked, and answered; a name that was found is an answer too. */
  readonly arguments?: JsonObject & { readonly reason: string };
  readonly answer?: Readonly<Record<string, string>>;
}

/** Steps by name, with what is kept of them. */
export async function stepsWithContent(
  database: Queries,
  taskId: string,
): Promise<ReadonlyMap<string, KeptStep<SkillContent>>> {
  const rows = await readKeptSteps<SkillContent>(database, taskId);
  return new Map(rows.map((row) => [row.name, row]));
}

/** What a numbered step is called: `readPage` of `readPage:2`. */
export const kindOf = (name: string): string => name.split(':')[0]!;

/** The finished steps in the order they ended; of one kind, where it is named. */
export const finished = (steps: readonly StepRow[], kind?: string): readonly StepRow[] =>
  steps
    .filter(({ name, status }) => status === 'COMPLETED' && (!kind || kindOf(name) === kind))
    .toSorted((one, other) => Date.parse(one.endedAt!) - Date.parse(other.endedAt!));

/** The last result of a kind of step; undefined before there is one. */
export const lastResult = (steps: readonly StepRow[], kind: string): SkillResult | undefined =>
  finished(steps, kind).at(-1)?.result;

/** Whether a form may have been sent: from then on what was made stays. */
export const hasSent = (steps: readonly StepRow[]): boolean =>
  finished(steps, 'fillForm').some(({ result }) => result['submitting'] === true);

/** What was made for the task, also where it was kept although the task failed. */
export function madeBy(steps: readonly StepRow[], kind: string): SkillResult | undefined {
  const row = steps.find(({ name }) => name === kind);
  const stands = row?.status === 'COMPLETED' || (row?.status === 'UNDONE' && hasSent(steps));
  return stands ? row.result : undefined;
}

/** The credential that is filled in: the one that was named, or the one that was made. */
export const credentialOf = ({ input, task }: SkillContext): string | null =>
  input.credential_id ?? textOf(madeBy(task.steps, 'storeCredential'), 'credential_id');

/** A text of a result; null where there is none. */
export function textOf(result: SkillResult | undefined, name: string): string | null {
  const value = result?.[name];
  return typeof value === 'string' ? value : null;
}

/** The inbox that mail is read from; null without one. */
export function inboxOf({ task: { steps } }: SkillContext): { id: string; address: string } | null {
  const made = madeBy(steps, 'makeInbox');
  if (typeof made?.['inbox_id'] !== 'string') return null;
  return { id: made['inbox_id'], address: String(made['address']) };
}

/** The session that is open now. */
export const sessionOf = ({ task: { steps } }: SkillContext): string =>
  String(lastResult(steps, 'openSession')?.['session_id']);

/** Whoever made it, for what is taken back also where the key is gone. */
export const asMaker = ({ task: { orgId, madeBy: id } }: SkillContext): Caller => ({
  ...{ orgId, principal: { kind: 'key', id: id ?? '' }, plan: 'free', scopes: null },
  ...{ allowedInboxIds: null, allowedNamespaces: null, settings: {}, address: '' },
});

/** What came of an order. */
export type OrderOutcome =
  | { readonly kind: 'seen'; readonly step: number; readonly seen: SeenPage }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string };

/** Has an order carried out in the session of the task: once, however often the step is tried. */
export async function orderPage(
  context: SkillContext,
  as: string,
  order: PageOrder,
): Promise<OrderOutcome> {
  const { task, browserSessions } = context;
  const signal = new AbortController().signal;
  try {
    const caller = await makerOf(context);
    const keyed = { order, key: `${task.id}:${as}` };
    const session = sessionOf(context);
    const { step, done } = await browserSessions.carryOut(caller, session, keyed, signal);
    const { seen, refused } = done;
    if (seen) return { kind: 'seen', step, seen };
    const { status, message: why } = refused!;
    return status >= 500 ? { kind: 'lost', why } : { kind: 'refused', status, why };
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 410))
      return { kind: 'lost', why: error.message };
    throw error;
  }
}

/** Whether there is more to fill in of a credential than a passkey or codes. */
const isPassword = (opened: SkillResult) =>
  opened['is_passkey'] !== true && opened['is_for_codes'] !== true;

/** What is known before a page is judged. */
export async function knowledgeOf(
  context: SkillContext,
  goal: SkillGoal,
  step: string,
): Promise<SkillKnowledge> {
  const { task, input, database } = context;
  const { steps } = task;
  const kept = await stepsWithContent(database, task.id);
  const all = finished(steps);
  const named = madeBy(steps, 'openSession') ?? {};
  const isPasskey = named['is_passkey'] === true;
  return {
    ...aboutLogin(steps, goal),
    acceptTerms: input.accept_terms === true,
    values: valuesOf(context, all, kept),
    hasPassword: goal === 'signup' || (input.credential_id !== undefined && isPassword(named)),
    hasFilledPassword: hasSent(steps) && madeBy(steps, 'storeCredential') !== undefined,
    ...{ hasTotp: named['has_totp'] === true, hasPasskey: isPasskey },
    hasCode: pendingCode(steps) !== null,
    readsMail: inboxOf(context) !== null,
    hasUsedMail: finished(steps, 'readMail').some(({ result }) => result['use'] !== undefined),
    hasMissedMail: behindLoss(all).some(({ result }) => result['no_mail'] === true),
    sent: sinceAnew(all).flatMap(({ result }) =>
      typeof result['print'] === 'string' ? [result['print']] : [],
    ),
    said: [...kept.values()].flatMap(({ content }) => content?.said ?? []),
    renamed: isNamed(input) ? null : finished(steps, 'changeName').length,
    pressed: finished(steps, 'pressButton').length,
    dismissed: finished(steps, 'closeOverlay').length,
    isUnsure: hasLost(all) && !behindLoss(all).some(isSubmitted),
    hasLost: hasLost(all),
    looks: looksInVain(all),
    isHelped: step === 'readPage' && kindOf(all.at(-1)?.name ?? '') === 'askPerson',
    followed: [...kept.values()].flatMap(({ content }) => (content?.url ? [content.url] : [])),
  };
}

/** Whether the client said how it is to be called. */
const isNamed = ({ fields = {} }: SkillInput) =>
  Object.keys(fields).some((name) => plain(name) === 'username');

/** Steps behind the last one from which on what was sent before is filled in anew, or the log-in is tried. */
function sinceAnew(all: readonly StepRow[]): readonly StepRow[] {
  const isAnew = ({ name, result }: StepRow) =>
    result['is_anew'] === true || (kindOf(name) === 'openLogin' && result['is_lost'] !== true);
  return all.slice(all.findLastIndex(isAnew) + 1);
}

/** Whether it is being found out by logging in whether there is an account. */
export function isTryingLogin(steps: readonly StepRow[]): boolean {
  const all = finished(steps);
  const last = all[all.length - sinceAnew(all).length - 1];
  return last !== undefined && kindOf(last.name) === 'openLogin';
}

/** What the page is for, and whether logging in may be tried. */
const aboutLogin = (steps: readonly StepRow[], goal: SkillGoal) => ({
  ...(isTryingLogin(steps)
    ? ({ goal: 'login', isTryingLogin: true } as const)
    : { goal, isTryingLogin: false }),
  mayTryLogin: goal === 'signup' && mayTryLogin(steps),
});

/** Whether there may be an account by now, and nobody tried since the browser was lost. */
const mayTryLogin = (steps: readonly StepRow[]) =>
  hasSent(steps) &&
  madeBy(steps, 'storeCredential') !== undefined &&
  !behindLoss(finished(steps)).some(
    ({ name, result }) => kindOf(name) === 'openLogin' && result['is_lost'] !== true,
  );

const isOpening = ({ name }: StepRow) => kindOf(name) === 'openSession';

/** Whether a session took the place of a lost one. */
const hasLost = (all: readonly StepRow[]) => all.filter(isOpening).length > 1;

/** Steps behind the last loss; all of them where there was none. */
const behindLoss = (all: readonly StepRow[]) =>
  hasLost(all) ? all.slice(all.findLastIndex(isOpening) + 1) : all;

const isSubmitted = ({ name, result }: StepRow) =>
  kindOf(name) === 'submitForm' && result['is_lost'] !== true;

/** Looks one after the other that only said to look again. */
function looksInVain(all: readonly StepRow[]): number {
  const last = all.findLastIndex(({ result }) => result['then'] !== 'readPage');
  return all.length - 1 - last;
}

/** The mail whose code is to be entered next; null without one. */
export function pendingCode(steps: readonly StepRow[]): string | null {
  const all = finished(steps);
  const last = all.findLast(
    ({ name, result }, at) =>
      kindOf(name) === 'readMail' || (typeof result['email_id'] === 'string' && !isLost(all, at)),
  );
  const isPending = last !== undefined && kindOf(last.name) === 'readMail';
  return isPending && last.result['use'] === 'code' ? String(last.result['email_id']) : null;
}

/** Whether the browser was lost as the form of a step was sent: its code may be taken yet, and is taken once. */
const isLost = (all: readonly StepRow[], at: number) =>
  all.slice(at + 1).find(({ name }) => kindOf(name) === 'submitForm')?.result['is_lost'] === true;

/** Values that may be entered anywhere: nothing of them is secret. */
function valuesOf(
  context: SkillContext,
  all: readonly StepRow[],
  kept: ReadonlyMap<string, KeptStep<SkillContent>>,
): Readonly<Record<string, string>> {
  const address = inboxOf(context)?.address;
  const answers = all.map(({ name }) => kept.get(name)?.content?.answer ?? {});
  const identifier = madeBy(context.task.steps, 'openSession')?.['identifier'];
  return {
    ...(address !== undefined && { email: address, username: address.split('@')[0]! }),
    ...(typeof identifier === 'string' && { email: identifier, username: identifier }),
    ...context.input.fields,
    ...Object.fromEntries(answers.flatMap((answer) => Object.entries(answer))),
  };
}
