import type { PageEntry } from '../../../browser/forms.js';
import { sendingOf, type FormPlan, type SkillGoal } from '../../../skills/plan.js';
import type { CredentialEntry, PageOrder } from '../../browser-sessions/orders.js';
import { refused } from './looking.js';
import { codeOf } from './mail.js';
import { going, lastContent, type SkillStepDefinition } from './step-parts.js';
import {
  credentialOf,
  orderPage,
  pendingCode,
  type OrderOutcome,
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
    if (look.kind === 'lost') return going({ then: 'openSession', is_lost: true });
    if (look.kind === 'refused') return refused(context.task.steps, 'fillForm', look);
    const { plan } = (await lastContent(context)) as { readonly plan: FormPlan };
    const sending = sendingOf(look.seen, placesOf(plan), goal);
    if (!sending) return going({ then: 'readPage', is_refused: true, step: look.step });
    const { print } = plan;
    const email_id = plan.codes.length > 0 ? pendingCode(context.task.steps) : null;
    // What tells people from programs is left to a person, once all else is filled in.
    const isWatched = look.seen.challenges.length > 0;
    const then = isWatched ? 'askPerson' : 'submitForm';
    const result = { then, submitting: true, step: look.step, print, email_id };
    const challenge = { arguments: { reason: CHALLENGE, fields: [], page: look.seen.url } };
    return going(result, {
      sending: { do: 'submit', ...sending },
      ...(isWatched && challenge),
    });
  },
});

const CHALLENGE = 'The site asks whether a person is there (CAPTCHA)';

const placesOf = ({ values, passwords, totps, codes, ticks }: FormPlan) => [
  ...values.map(({ at }) => at),
  ...[passwords, totps, codes, ticks].flat(),
];

async function entering(context: SkillContext, plan: FormPlan): Promise<PageOrder> {
  const entry: PageEntry = {
    values: [...plan.values, ...(await codeValues(context, plan))],
    ticks: plan.ticks,
  };
  const credentialId = credentialOf(context);
  const use = (name: 'value' | 'totp') => (at: FormPlan['passwords'][number]) => ({
    ...{ credentialId: credentialId!, principal: context.task.madeBy! },
    keyId: context.task.madeBy!,
    fields: [{ name, at }],
  });
  const uses: CredentialEntry[] = [
    ...plan.passwords.map(use('value')),
    ...plan.totps.map(use('totp')),
  ];
  return { do: 'enter', entry, uses };
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
