import type { PageEntry } from '../../../browser/forms.js';
import { CHALLENGE, type FormPlan, type SkillGoal } from '../../../skills/moves.js';
import { sendingOf } from '../../../skills/page-forms.js';
import type { CredentialEntry, PageOrder } from '../../browser-sessions/orders.js';
import type { StepOutcome } from '../task-type.js';
import { refused } from './looking.js';
import { codeOf } from './mail.js';
import { going, lastContent, lost, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  isTryingLogin,
  orderPage,
  pendingCode,
  type OrderOutcome,
  type SkillContent,
  type SkillContext,
} from './walk.js';

/** Fills in what the page asks for; behind it the form counts as sent. */
export const fillForm = (goal: SkillGoal): SkillStepDefinition => ({
  name: 'fillForm',
  usesBrowser: true,
  async prepare(context, as) {
    const { plan } = await lastContent(context);
    return orderPage(context, as, await entering(context, plan!));
  },
  async run(context, prepared) {
    const look = prepared as OrderOutcome;
    if (look.kind === 'lost') return lost(look.why);
    if (look.kind === 'refused') return refused(context.task.steps, 'fillForm', look);
    const { plan } = (await lastContent(context)) as { readonly plan: FormPlan };
    const isTrying = isTryingLogin(context.task.steps);
    return filled(context, plan, look, isTrying ? 'login' : goal);
  },
});

/** What is filled in is sent; behind that it counts as sent. */
function filled(
  { task: { steps } }: SkillContext,
  plan: FormPlan,
  { seen, step }: Extract<OrderOutcome, { kind: 'seen' }>,
  goal: SkillGoal,
): StepOutcome {
  const isCode = plan.codes.length > 0;
  const sending = sendingOf(seen, placesOf(plan), goal);
  const email_id = isCode ? pendingCode(steps) : null;
  const sent = { submitting: true, step, print: plan.print, email_id };
  // Passkeys are sent as they are used, and codes by some pages at their last sign.
  if (plan.passkeys.length > 0 || (isCode && !sending)) return going({ then: 'readPage', ...sent });
  if (!sending) return going({ then: 'readPage', is_refused: true, step });
  const content: SkillContent = { sending: { do: 'submit', ...sending } };
  if (seen.challenges.length === 0) return going({ then: 'submitForm', ...sent }, content);
  // What tells people from programs is left to a person, once all else is filled in.
  const about = { reason: CHALLENGE, fields: [], page: seen.url };
  return going({ then: 'askPerson', ...sent }, { ...content, arguments: about });
}

const placesOf = ({ values, passwords, totps, codes, ticks }: FormPlan) => [
  ...values.map(({ at }) => at),
  ...[passwords, totps, codes, ticks].flat(),
];

async function entering(context: SkillContext, plan: FormPlan): Promise<PageOrder> {
  const entry: PageEntry = {
    values: [...plan.values, ...(await codeValues(context, plan))],
    ticks: plan.ticks,
    unticks: plan.unticks,
  };
  return { do: 'enter', entry, uses: usesOf(context, plan) };
}

/** As few as there can be: each of a credential that is to be approved takes an approval. */
function usesOf(context: SkillContext, plan: FormPlan): CredentialEntry[] {
  const named = [
    ...plan.passwords.map((at) => ({ name: 'value', at }) as const),
    ...plan.passkeys.map((at) => ({ name: 'passkey', at }) as const),
    ...plan.totps.map((at) => ({ name: 'totp', at }) as const),
  ];
  const first = named.filter(
    ({ name }, index) => named.findIndex((one) => one.name === name) === index,
  );
  const about = {
    ...{ credentialId: credentialOf(context)!, principal: context.task.madeBy! },
    keyId: context.task.madeBy!,
  };
  const others = named.filter((one) => !first.includes(one));
  return [first, ...others.map((one) => [one])]
    .filter((fields) => fields.length > 0)
    .map((fields) => ({ ...about, fields }));
}

/** The code of the mail, whole or a sign for each field. */
async function codeValues(context: SkillContext, { codes }: FormPlan) {
  const emailId = pendingCode(context.task.steps);
  const code = codes.length === 0 || emailId === null ? null : await codeOf(context, emailId);
  if (code === null) return [];
  const signs = [...code];
  return codes.map((at, index) => ({
    at,
    value: codes.length === 1 ? code : (signs[index] ?? ''),
  }));
}
