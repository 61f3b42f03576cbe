import type { ControlPlace, SeenPage } from '../browser/forms.js';
import { isSign, meaningOf, type SiteField } from './fields.js';
import type { SkillGoal, SkillKnowledge } from './moves.js';
import { OTHERS, plain, says } from './words.js';

/** A form of a page. */
export interface PageForm {
  readonly fields: readonly SiteField[];
  readonly isCode: boolean;
  readonly print: string;
}

/** The fields of each form of a page. */
function formsOf({ fields }: SeenPage): readonly (readonly SiteField[])[] {
  const forms = new Map<string, SiteField[]>();
  for (const field of fields) {
    const of = `${field.frame} ${field.form}`;
    forms.set(of, [...(forms.get(of) ?? []), field]);
  }
  return [...forms.values()];
}

/** Whether one can log in on the page, by a password. */
export const hasLoginForm = (page: SeenPage) =>
  formsOf(page).some(
    (fields) => hasPassword(fields) && isFor('login', fields, textsOfButtons(fields, page)),
  );

/** The form that is meant, of those of the page; null without one. */
export function formOf(page: SeenPage, known: SkillKnowledge): PageForm | null {
  const rated = formsOf(page).map((fields) => ({ fields, rate: rateOf(fields, page, known) }));
  const best = rated.toSorted((one, other) => other.rate - one.rate)[0];
  if (!best || best.rate <= 0) return null;
  const { fields } = best;
  const isCode = !hasPassword(fields) && codesOf(fields).length > 0;
  const print = [page.url.split(/[?#]/)[0], ...fields.map(({ is }) => is)].join('\n');
  return { fields, isCode, print };
}

/** Whether one of the fields is for a password. */
export const hasPassword = (fields: readonly SiteField[]) =>
  fields.some(({ type }) => type === 'password');

/** How much a form is like what is looked for; nothing for those for something else. */
function rateOf(fields: readonly SiteField[], page: SeenPage, { goal }: SkillKnowledge): number {
  const buttons = textsOfButtons(fields, page);
  const other = rateOfOther(fields, buttons);
  if (other !== null) return other;
  const isOwn = isFor(goal, fields, buttons);
  const isOther = isFor(goal === 'signup' ? 'login' : 'signup', fields, buttons);
  if (isOther && !isOwn) return 0;
  return (isOwn ? OWN : POSSIBLE) + (hasPassword(fields) ? 1 : 0);
}

/** The same of what is no form for a name or a password; null for one that is. */
function rateOfOther(fields: readonly SiteField[], buttons: readonly string[]): number | null {
  if (hasPassword(fields)) return null;
  if (codesOf(fields).length > 0) return CODE;
  if (!hasIdentifier(fields)) return isAskedOn(fields, buttons) ? ASKED_ON : 0;
  return isForOther(buttons) ? 0 : null;
}

const [ASKED_ON, POSSIBLE, CODE, OWN] = [1, 2, 5, 6];

const hasIdentifier = (fields: readonly SiteField[]) =>
  fields.map(meaningOf).some((meaning) => meaning === 'email' || meaning === 'username');

/** Whether a form says by its fields or buttons that it is for this. */
function isFor(goal: SkillGoal, fields: readonly SiteField[], buttons: readonly string[]): boolean {
  const isNew =
    fields.filter(({ type }) => type === 'password').length > 1 ||
    fields.map(meaningOf).includes('new-password');
  const saysSo = (sign: 'signUp' | 'logIn') => buttons.some((text) => isSign(text, sign));
  return goal === 'signup' ? isNew || saysSo('signUp') : !isNew && saysSo('logIn');
}

/** Questions behind a first step: a form with something required. */
const isAskedOn = (fields: readonly SiteField[], buttons: readonly string[]) =>
  buttons.length > 0 && fields.some(({ isRequired }) => isRequired);

/** Searches have no button, or one that says so; newsletters say so. */
const isForOther = (buttons: readonly string[]) =>
  buttons.length === 0 || buttons.some((text) => says(plain(text), FOR_OTHER));

const FOR_OTHER =
  'subscribe|newsletter|abonnieren|s abonner|suscribir|search|suche|rechercher|buscar|cerca|zoek|szukaj|ara|поиск|検索|搜索';

/** Fields for a code: one, or one for each of its signs. */
export function codesOf(fields: readonly SiteField[]): readonly SiteField[] {
  const texts = fields.filter(({ type }) => ['text', 'tel', 'number', 'password'].includes(type));
  const single = texts.filter(({ maxLength, type }) => maxLength === 1 && type !== 'password');
  if (single.length >= 4) return single;
  const meant = texts.find((field) => meaningOf(field) === 'one-time-code');
  return meant ? [meant] : [];
}

/** Whether one can log out: whoever can is in. */
export const leadsOut = ({ buttons, links }: SeenPage) =>
  [...buttons, ...links].some(({ text }) => isSign(text, 'logOut'));

/** Where a field or a button stands. */
export const placeOf = ({ frame, n, is }: ControlPlace): ControlPlace => ({ frame, n, is });

/** The buttons of a form, without those of other sign-ins. */
export const buttonsOf = ([first]: readonly SiteField[], { buttons }: SeenPage) =>
  buttons.filter(
    ({ frame, form, text }) =>
      frame === first?.frame && form === first.form && !says(plain(text), OTHERS),
  );

const textsOfButtons = (fields: readonly SiteField[], page: SeenPage) =>
  buttonsOf(fields, page).map(({ text }) => text);

/** What sends a form that was filled in: a button, or Enter in its last field. */
export function sendingOf(
  page: SeenPage,
  filled: readonly ControlPlace[],
  goal: SkillGoal,
): { readonly at: ControlPlace; readonly how: 'click' | 'enter' } | null {
  const isFilled = (field: SiteField) =>
    filled.some(({ frame, n }) => frame === field.frame && n === field.n);
  const fields = page.fields.filter(isFilled);
  const last = fields.at(-1);
  if (!last) return null;
  const buttons = buttonsOf([last], page);
  const signs = [goal === 'signup' ? 'signUp' : 'logIn', 'goOn'] as const;
  const told = signs.flatMap((sign) => buttons.filter(({ text }) => isSign(text, sign)));
  const button =
    told.find(({ submits }) => submits) ??
    buttons.find(({ submits }) => submits) ??
    told[0] ??
    (buttons.length === 1 ? buttons[0] : undefined);
  if (button) return { at: placeOf(button), how: 'click' };
  return { at: placeOf(last), how: 'enter' };
}
