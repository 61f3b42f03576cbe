import type { ControlPlace, SeenPage } from '../browser/forms.js';
import { isSign, meaningOf, nameOf, type SiteField } from './fields.js';
import type { PasswordWishes } from './passwords.js';
import { OTHERS, plain, says, type FieldMeaning } from './words.js';

/** What is wanted of a site. */
export type SkillGoal = 'signup' | 'login';

/** What is known when a page is looked at. */
export interface SkillKnowledge {
  readonly goal: SkillGoal;
  /** What may be entered, by the name of autofill, or by the name or label of a field. */
  readonly values: Readonly<Record<string, string>>;
  readonly acceptTerms: boolean;
  /** Whether there is a password to fill in, or may be one. */
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  /** Whether a password was made and filled in: what asks for an address alone is beside it. */
  readonly hasFilledPassword: boolean;
  /** Whether a mail with a code is there that was not entered yet. */
  readonly hasCode: boolean;
  /** Whether codes and links can be read from an inbox. */
  readonly readsMail: boolean;
  /** Whether a mail was of use already. */
  readonly hasUsedMail: boolean;
  /** Forms that were sent, by their prints. */
  readonly sent: readonly string[];
  /** Whether the browser was lost while a form was being sent: nobody knows whether it was. */
  readonly isUnsure: boolean;
  /** How often the same page was looked at in vain. */
  readonly looks: number;
  /** Whether a person was asked and said to go on: what stands in the way of programs was dealt with. */
  readonly isHelped: boolean;
  /** Addresses that were gone to by links of pages. */
  readonly followed: readonly string[];
}

/** What is filled into a page, and what of it is secret. */
export interface FormPlan {
  readonly values: readonly { readonly at: ControlPlace; readonly value: string }[];
  readonly ticks: readonly ControlPlace[];
  readonly passwords: readonly ControlPlace[];
  readonly totps: readonly ControlPlace[];
  /** For the code of a mail: one field, or one for each sign. */
  readonly codes: readonly ControlPlace[];
  /** What passwords of it are to be like. */
  readonly wishes: PasswordWishes | null;
  /** What tells the form from others. */
  readonly print: string;
}

/** What is to be done on a page. */
export type SkillMove =
  | { readonly kind: 'fill'; readonly plan: FormPlan }
  | { readonly kind: 'follow'; readonly url: string }
  | { readonly kind: 'look-again' }
  /** For a code, where the page has a field for one; unsure: not for long, since nothing may have been sent. */
  | { readonly kind: 'wait-for-mail'; readonly wantsCode: boolean; readonly isUnsure?: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'ask'; readonly reason: string; readonly fields: readonly string[] };

/** What the page of a site asks for next. */
export function nextMove(page: SeenPage, known: SkillKnowledge): SkillMove {
  const form = formOf(page, known);
  if (form?.isCode && hasSent(known)) return codeMove(page, form, known);
  if (form && hasPassword(form.fields)) return formMove(page, form, known);
  const told = toldMove(page, form, known);
  if (told !== null) return told;
  return form && !form.isCode ? formMove(page, form, known) : elsewhere(page, known);
}

/** What the words of a page say is next; null where they say nothing. */
function toldMove(page: SeenPage, form: PageForm | null, known: SkillKnowledge): SkillMove | null {
  const isThere = isIn(page, form, known);
  if (saysMail(page, known) && !(isThere && known.hasUsedMail))
    return { kind: 'wait-for-mail', wantsCode: false };
  return isThere ? { kind: 'done' } : null;
}

/** Whether a form was sent, as far as that is known. */
const hasSent = ({ sent, isHelped }: SkillKnowledge) => sent.length > 0 || isHelped;

const saysMail = (page: SeenPage, known: SkillKnowledge) =>
  known.readsMail && hasSent(known) && isSign(page.text, 'checkMail');

/** Whether the page says that it worked: by a way out, or by its words where it asks for nothing more. */
function isIn(page: SeenPage, form: PageForm | null, known: SkillKnowledge): boolean {
  const ways = [...page.buttons, ...page.links].map(({ text }) => text);
  if (ways.some((text) => isSign(text, 'logOut'))) return hasSent(known) || known.goal === 'login';
  const isBeside = form !== null && known.hasFilledPassword && !known.sent.includes(form.print);
  return hasSent(known) && (form === null || isBeside) && isSign(page.text, 'isIn');
}

interface PageForm {
  readonly fields: readonly SiteField[];
  readonly isCode: boolean;
  readonly print: string;
}

/** The form that is meant, of those of the page; null without one. */
function formOf(page: SeenPage, known: SkillKnowledge): PageForm | null {
  const forms = new Map<string, SiteField[]>();
  for (const field of page.fields) {
    const of = `${field.frame} ${field.form}`;
    forms.set(of, [...(forms.get(of) ?? []), field]);
  }
  const rated = [...forms.values()].map((fields) => ({
    fields,
    rate: rateOf(fields, page, known),
  }));
  const best = rated.toSorted((one, other) => other.rate - one.rate)[0];
  if (!best || best.rate <= 0) return null;
  const { fields } = best;
  const isCode = !hasPassword(fields) && codesOf(fields).length > 0;
  const print = [page.url.split(/[?#]/)[0], ...fields.map(({ is }) => is)].join('\n');
  return { fields, isCode, print };
}

const hasPassword = (fields: readonly SiteField[]) =>
  fields.some(({ type }) => type === 'password');

/** How much a form is like what is looked for; nothing for those for something else. */
function rateOf(fields: readonly SiteField[], page: SeenPage, { goal }: SkillKnowledge): number {
  const buttons = buttonsOf(fields, page).map(({ text }) => text);
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
function codesOf(fields: readonly SiteField[]): readonly SiteField[] {
  const texts = fields.filter(({ type }) => ['text', 'tel', 'number', 'password'].includes(type));
  const single = texts.filter(({ maxLength, type }) => maxLength === 1 && type !== 'password');
  if (single.length >= 4) return single;
  const meant = texts.find((field) => meaningOf(field) === 'one-time-code');
  return meant ? [meant] : [];
}

function codeMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  const places = codesOf(form.fields).map(placeOf);
  if (known.hasCode) return { kind: 'fill', plan: { ...EMPTY, codes: places, print: form.print } };
  const isAgain = known.sent.includes(form.print);
  const again = isAgain ? codeAgain(page, known) : null;
  if (again !== null) return again;
  if (known.hasTotp && !isAgain && !isSign(page.text, 'checkMail'))
    return { kind: 'fill', plan: { ...EMPTY, totps: places, print: form.print } };
  if (known.readsMail) return { kind: 'wait-for-mail', wantsCode: true };
  return ask('The site asks for a code that was not sent by mail', form.fields.map(nameOf));
}

/** What is next where a code was sent by the form before; null where another code is. */
function codeAgain(page: SeenPage, known: SkillKnowledge): SkillMove | null {
  // Another mail may never come.
  if (known.isUnsure) return ask(UNSURE, []);
  // The page goes on a moment later.
  return page.alerts.length === 0 && known.looks < MAX_LOOKS ? { kind: 'look-again' } : null;
}

const UNSURE =
  'The browser was lost while the code was sent: nobody knows whether the site took it';

const EMPTY = { values: [], ticks: [], passwords: [], totps: [], codes: [], wishes: null } as const;

function formMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  if (known.sent.includes(form.print) && !known.isHelped) return sentBefore(page, form, known);
  const entries = form.fields.map((field) => entryFor(field, form, known));
  const missing = form.fields.filter((_field, index) => entries[index] === 'missing');
  if (missing.length > 0) return ask(reasonOf(missing), missing.map(nameOf));
  const passwords = form.fields.filter((_field, index) => entries[index] === 'password');
  return {
    kind: 'fill',
    plan: {
      values: form.fields.flatMap((field, index) => valueAt(field, entries[index]!)),
      ticks: form.fields.filter((_field, index) => entries[index] === 'tick').map(placeOf),
      passwords: passwords.map(placeOf),
      totps: form.fields.filter((_field, index) => entries[index] === 'totp').map(placeOf),
      codes: [],
      wishes: passwords[0] ? wishesOf(passwords[0]) : null,
      print: form.print,
    },
  };
}

const wishesOf = ({ minLength, maxLength, pattern, passwordRules }: SiteField) => ({
  ...{ minLength, maxLength, pattern, passwordRules },
});

/** The same form again: it was refused, nobody knows, or the page is not done yet. */
function sentBefore(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  if (known.isUnsure && known.readsMail && !known.hasUsedMail)
    return { kind: 'wait-for-mail', wantsCode: false, isUnsure: true };
  const [alert] = page.alerts;
  if (alert !== undefined) return ask(`The site refused it: ${alert}`, []);
  const invalid = form.fields.filter(({ isInvalid }) => isInvalid);
  if (invalid.length > 0) return ask('The site refused what stands in fields', invalid.map(nameOf));
  if (isSign(page.text, 'isTaken')) return ask('The site says that there is such an account', []);
  if (known.readsMail && isSign(page.text, 'checkMail'))
    return { kind: 'wait-for-mail', wantsCode: false };
  if (known.looks < MAX_LOOKS) return { kind: 'look-again' };
  return ask('The form is still there, and nothing says whether it was taken', []);
}

const MAX_LOOKS = 3;

/** What goes into a field: a value, something secret, nothing, or what is not known. */
type FieldEntry = { readonly value: string } | 'password' | 'totp' | 'tick' | 'nothing' | 'missing';

function entryFor(field: SiteField, { fields }: PageForm, known: SkillKnowledge): FieldEntry {
  const meaning = meaningOf(field);
  if (field.type === 'checkbox') return tickFor(field, meaning, known);
  const given = valueFor(field, meaning, known);
  if (given !== null) return { value: given };
  if (field.type === 'password') return known.hasPassword ? 'password' : 'missing';
  if (meaning === 'one-time-code' && known.hasTotp) return 'totp';
  return isMissing(field, fields) ? 'missing' : 'nothing';
}

/** Whether a field has to be filled in, and is not. */
const isMissing = (field: SiteField, fields: readonly SiteField[]) =>
  field.isRequired && !(field.type === 'radio' ? isChosen(field, fields) : field.isFilled);

function tickFor(
  { isRequired, isChecked }: SiteField,
  meaning: FieldMeaning | null,
  { acceptTerms }: SkillKnowledge,
): FieldEntry {
  if (isChecked || meaning === 'newsletter' || meaning === 'remember') return 'nothing';
  if (meaning === 'terms') return acceptTerms ? 'tick' : isRequired ? 'missing' : 'nothing';
  return isRequired ? 'missing' : 'nothing';
}

const isChosen = ({ name }: SiteField, fields: readonly SiteField[]) =>
  fields.some((other) => other.name === name && other.isChecked);

/** What was given for a field, by its own name or label or by what it asks for. */
function valueFor(
  field: SiteField,
  meaning: FieldMeaning | null,
  { values }: SkillKnowledge,
): string | null {
  const names = [field.name, field.id, field.label, field.placeholder].map(plain);
  const own = Object.entries(values).find(
    ([name]) => plain(name) !== '' && names.includes(plain(name)),
  );
  const value = own?.[1] ?? (meaning !== null ? values[meaning] : undefined) ?? null;
  if (value === null || meaning === 'cc-number' || field.type === 'radio') return null;
  return field.type.startsWith('select') ? optionFor(field, value) : value;
}

function optionFor({ options }: SiteField, value: string): string | null {
  const wanted = plain(value);
  const found = options.find((one) => plain(one.value) === wanted || plain(one.text) === wanted);
  return found?.value ?? null;
}

const valueAt = (field: SiteField, entry: FieldEntry) =>
  typeof entry === 'object' ? [{ at: placeOf(field), value: entry.value }] : [];

const REASONS: readonly (readonly [FieldMeaning, string])[] = [
  ['cc-number', 'The site asks for a means of payment'],
  ['tel', 'The site asks for a telephone number'],
  ['terms', 'The site asks to accept its terms (accept_terms)'],
];

function reasonOf(missing: readonly SiteField[]): string {
  const meanings = missing.map(meaningOf);
  const [, reason] = REASONS.find(([meaning]) => meanings.includes(meaning)) ?? [];
  return reason ?? 'The site asks for what is not known';
}

/** No form for it is on the page. */
function elsewhere(page: SeenPage, known: SkillKnowledge): SkillMove {
  const isSent = known.sent.length > 0;
  // A person was asked, and says that it worked.
  if (known.isHelped && isSent) return { kind: 'done' };
  const [alert] = page.alerts;
  if (isSent && alert !== undefined) return ask(`The site says: ${alert}`, []);
  const url = isSent ? undefined : wayTo(page, known);
  if (url !== undefined) return { kind: 'follow', url };
  if (known.looks < MAX_LOOKS) return { kind: 'look-again' };
  if (isSent) return ask('Nothing on the page says that it worked', []);
  return ask(`There is no form to ${known.goal === 'signup' ? 'sign up' : 'log in'}`, []);
}

/** Where a link of the page leads to the form that is looked for. */
function wayTo({ links, url }: SeenPage, { goal, followed }: SkillKnowledge): string | undefined {
  const sign = goal === 'signup' ? 'signUp' : 'logIn';
  return links.find(
    ({ href, text }) =>
      isSign(text, sign) && href.startsWith('https:') && href !== url && !followed.includes(href),
  )?.href;
}

const ask = (reason: string, fields: readonly string[]): SkillMove => ({
  kind: 'ask',
  reason,
  fields,
});

const placeOf = ({ frame, n, is }: ControlPlace): ControlPlace => ({ frame, n, is });

const buttonsOf = ([first]: readonly SiteField[], { buttons }: SeenPage) =>
  buttons.filter(
    ({ frame, form, text }) =>
      frame === first?.frame && form === first.form && !says(plain(text), OTHERS),
  );

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
