import type { SeenPage } from '../browser/forms.js';
import { isSign, meaningOf, nameOf } from './fields.js';
import { wishesOf } from './form-plan.js';
import { ask, MAX_LOOKS, UNSURE, type SkillKnowledge, type SkillMove } from './moves.js';
import { hasLoginForm, type PageForm } from './page-forms.js';
import { isAboutPassword, wishesAfter } from './refusals.js';

/** The same form again: it was refused, nobody knows, or the page is not done yet. Null: it is sent again. */
export function sentBefore(
  page: SeenPage,
  form: PageForm,
  known: SkillKnowledge,
): SkillMove | null {
  if (known.isUnsure) return unsureMove(page, known);
  if (known.isTryingLogin) return triedMove(page, form, known);
  const refused = refusedMove(page, form, known);
  if (refused) return refused;
  if (known.readsMail && isSign(page.text, 'checkMail'))
    return { kind: 'wait-for-mail', wantsCode: false };
  if (known.looks < MAX_LOOKS) return { kind: 'look-again' };
  const reason = 'The form is still there, and nothing says whether it was taken';
  return triedLogin(page, known) ?? ask(reason, []);
}

/**
 * The browser was lost while it was sent. A mail of the site tells, or the account does; logging in twice makes
 * nothing twice, and before there is a password there is no account.
 */
function unsureMove(page: SeenPage, known: SkillKnowledge): SkillMove | null {
  const isPasswordLogin = known.goal === 'login' && known.hasPassword;
  const mayCome = known.readsMail && !known.hasUsedMail && !known.hasMissedMail;
  if (mayCome && !isPasswordLogin)
    return { kind: 'wait-for-mail', wantsCode: false, isUnsure: true };
  if (known.goal === 'login') return null;
  return known.hasFilledPassword ? (triedLogin(page, known) ?? ask(UNSURE, [])) : null;
}

/** What a site says to who logs in where there may be no account. */
function triedMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  if (known.readsMail && isSign(page.text, 'checkMail'))
    return { kind: 'wait-for-mail', wantsCode: false };
  const isRefused = page.alerts.length > 0 || form.fields.some(({ isInvalid }) => isInvalid);
  if (!isRefused && known.looks < MAX_LOOKS) return { kind: 'look-again' };
  if (known.hasLost) return { kind: 'start-over' };
  return ask('Nothing said that it worked, and the site does not let the account in', []);
}

/** Logging in, to find out whether there is an account: here, by a link, or on the front page; null where that is of no use. */
export function triedLogin(page: SeenPage, known: SkillKnowledge): SkillMove | null {
  if (!known.mayTryLogin) return null;
  const url = hasLoginForm(page) ? page.url : wayTo(page, known, 'logIn');
  return { kind: 'try-login', url: url ?? null };
}

const MAX_PASSWORDS = 3;
const MAX_NAMES = 3;

/** What the site says of what it refused; null where it says nothing. */
function refusedMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove | null {
  const invalid = form.fields.filter(({ isInvalid }) => isInvalid);
  const [alert] = page.alerts;
  const isSaid = alert !== undefined || invalid.length > 0;
  const said = alert === undefined ? page.text : page.alerts.join('\n');
  if (isSign(said, 'isTaken')) return takenMove(said, form, known);
  const another = isSaid ? anotherPassword(page.alerts, form, known) : null;
  if (another) return another;
  if (alert !== undefined) return ask(`The site refused it: ${alert}`, []);
  if (invalid.length === 0) return null;
  return ask('The site refused what stands in fields', invalid.map(nameOf));
}

function takenMove(said: string, { fields }: PageForm, known: SkillKnowledge): SkillMove {
  const name = fields.find((field) => meaningOf(field) === 'username');
  const isOfName = name !== undefined && (name.isInvalid || !isSign(said, 'address'));
  const { renamed } = known;
  if (known.goal === 'signup' && isOfName && renamed !== null && renamed < MAX_NAMES)
    return { kind: 'another-name', name: known.values['username']! };
  return ask('The site says that there is such an account', []);
}

function anotherPassword(
  alerts: readonly string[],
  { fields }: PageForm,
  known: SkillKnowledge,
): SkillMove | null {
  const password = fields.find(({ type }) => type === 'password');
  const refused = fields.some(({ type, isInvalid }) => type === 'password' && isInvalid);
  const about = alerts.filter((alert) => refused || isAboutPassword(alert));
  if (!password || known.goal !== 'signup' || !known.hasFilledPassword) return null;
  if (!refused && about.length === 0) return null;
  const said = [...known.said, about.join('\n')];
  const wishes = said.length < MAX_PASSWORDS && wishesAfter(said, wishesOf(password), said.length);
  return wishes ? { kind: 'another-password', wishes, said: [about.join('\n')] } : null;
}

/** Where a link of the page leads to the form that is looked for. */
export function wayTo(
  { links, url }: SeenPage,
  { followed }: SkillKnowledge,
  sign: 'signUp' | 'logIn',
): string | undefined {
  return links.find(
    ({ href, text }) =>
      isSign(text, sign) && href.startsWith('https:') && href !== url && !followed.includes(href),
  )?.href;
}
