import type { ControlPlace, SeenPage } from '../browser/forms.js';
import { isSign, meaningOf, nameOf, type SiteField } from './fields.js';
import type { PasswordWishes } from './passwords.js';
import { isAboutPassword, wishesAfter } from './refusals.js';
import { DISMISSING, OTHERS, PASSKEY, plain, says, type FieldMeaning } from './words.js';

/** What is wanted of a site. */
export type SkillGoal = 'signup' | 'login';

/** What is known when a page is looked at. */
export interface SkillKnowledge {
  /** Also to log in where it is found out whether there is an account by now. */
  readonly goal: SkillGoal;
  readonly isTryingLogin: boolean;
  /** Whether there is an account to be tried, and it was not. */
  readonly mayTryLogin: boolean;
  /** What may be entered, by the name of autofill, or by the name or label of a field. */
  readonly values: Readonly<Record<string, string>>;
  readonly acceptTerms: boolean;
  /** Whether there is a password to fill in, or may be one. */
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** Whether a password was made and filled in: what asks for an address alone is beside it. */
  readonly hasFilledPassword: boolean;
  /** Whether a mail with a code is there that was not entered yet. */
  readonly hasCode: boolean;
  /** Whether codes and links can be read from an inbox. */
  readonly readsMail: boolean;
  /** Whether a mail was of use already. */
  readonly hasUsedMail: boolean;
  /** Whether a mail was waited for in vain, where it was not known whether a form was sent. */
  readonly hasMissedMail: boolean;
  /** Forms that were sent, by their prints; those that were refused, and are filled in anew, are none. */
  readonly sent: readonly string[];
  /** What sites said of passwords that they refused. */
  readonly said: readonly string[];
  /** How often a name that was taken was changed; null where it is not ours to change. */
  readonly renamed: number | null;
  /** How often a button behind a link was pressed. */
  readonly pressed: number;
  /** How often something that lay over the page was taken away. */
  readonly dismissed: number;
  /** Whether the browser was lost since a form was sent, or as it was: nobody knows whether the site took it. */
  readonly isUnsure: boolean;
  /** Whether that ever was so. */
  readonly hasLost: boolean;
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
  /** Boxes for news that are ticked already. */
  readonly unticks: readonly ControlPlace[];
  readonly passwords: readonly ControlPlace[];
  readonly totps: readonly ControlPlace[];
  /** What has a passkey asked for: it signs in without more. */
  readonly passkeys: readonly ControlPlace[];
  /** For the code of a mail: one field, or one for each sign. */
  readonly codes: readonly ControlPlace[];
  /** What passwords of it are to be like. */
  readonly wishes: PasswordWishes | null;
  /** The name of the account, where the form asks for another than an address; null without one. */
  readonly username: string | null;
  /** What tells the form from others. */
  readonly print: string;
}

/** What is to be done on a page. */
export type SkillMove =
  /** Anew: what was sent before counts no more. */
  | { readonly kind: 'fill'; readonly plan: FormPlan; readonly isAnew?: boolean }
  | { readonly kind: 'follow'; readonly url: string }
  | { readonly kind: 'look-again' }
  /** For a code, where the page has a field for one; unsure: not for long, since nothing may have been sent. */
  | { readonly kind: 'wait-for-mail'; readonly wantsCode: boolean; readonly isUnsure?: boolean }
  /** Behind a link of a mail: programs that only look at links are not to use them up. */
  | { readonly kind: 'press'; readonly at: ControlPlace }
  /** What lies over the page is taken away. */
  | { readonly kind: 'dismiss'; readonly at: ControlPlace }
  /** The site refused the password, and said so. */
  | {
      readonly kind: 'another-password';
      readonly wishes: PasswordWishes;
      readonly said: readonly string[];
    }
  /** The name is taken. */
  | { readonly kind: 'another-name'; readonly name: string }
  /** Finds out whether there is an account: by a link of the page, or on the front page of the site. */
  | { readonly kind: 'try-login'; readonly url: string | null }
  /** There is no account: the form is filled in again. */
  | { readonly kind: 'start-over' }
  | { readonly kind: 'done' }
  | { readonly kind: 'ask'; readonly reason: string; readonly fields: readonly string[] };

/** What the page of a site asks for next. */
export function nextMove(page: SeenPage, known: SkillKnowledge): SkillMove {
  const form = formOf(page, known);
  const over = form && coverOf(page, form, known);
  if (over) return { kind: 'dismiss', at: placeOf(over) };
  const passkey = known.hasPasskey ? passkeyMove(page, known) : null;
  if (passkey) return passkey;
  if (form?.isCode && hasSent(known)) return codeMove(page, form, known);
  if (form && hasPassword(form.fields)) return formMove(page, form, known);
  const told = toldMove(page, form, known);
  if (told !== null) return told;
  return form && !form.isCode ? formMove(page, form, known) : elsewhere(page, known);
}

const MAX_DISMISSED = 5;

/** A button that takes away what lies over the form; undefined where nothing does, or none is found. */
function coverOf(page: SeenPage, form: PageForm, known: SkillKnowledge) {
  const controls = [...form.fields, ...buttonsOf(form.fields, page)];
  if (known.dismissed >= MAX_DISMISSED || !controls.some(({ isCovered }) => isCovered)) return;
  const free = page.buttons.filter((one) => !one.isCovered && !controls.includes(one));
  // Consent is given by whom it was allowed.
  const kinds = DISMISSING.filter(([kind]) => kind !== 'accept' || known.acceptTerms);
  return kinds.flatMap(([, words]) => free.filter(({ text }) => says(plain(text), words)))[0];
}

/** Signing in with a passkey: by its button, or where the page offers it with a field. */
function passkeyMove(page: SeenPage, known: SkillKnowledge): SkillMove | null {
  const button = page.buttons.find(({ text }) => says(plain(text), PASSKEY));
  const field = page.fields.find(({ autocomplete }) => /\bwebauthn\b/i.test(autocomplete));
  const at = button ?? field;
  const print = `${page.url.split(/[?#]/)[0]}\npasskey`;
  if (!at || leadsOut(page)) return null;
  if (!known.sent.includes(print) || known.isHelped || known.isUnsure)
    return { kind: 'fill', plan: { ...EMPTY, passkeys: [placeOf(at)], print } };
  const [alert] = page.alerts;
  if (alert === undefined && known.looks < MAX_LOOKS) return { kind: 'look-again' };
  return ask(`The site did not take the passkey${alert === undefined ? '' : `: ${alert}`}`, []);
}

/** What the words of a page say is next; null where they say nothing. */
function toldMove(page: SeenPage, form: PageForm | null, known: SkillKnowledge): SkillMove | null {
  const isThere = isIn(page, form, known);
  if (saysMail(page, known) && !(isThere && known.hasUsedMail))
    return { kind: 'wait-for-mail', wantsCode: false };
  if (!isThere) return null;
  // The account is there, and the session is not in yet.
  const login = leadsOut(page) || !hasLoginForm(page) ? null : triedLogin(page, known);
  return login ?? { kind: 'done' };
}

/** Whether a form was sent, as far as that is known. */
const hasSent = ({ sent, isHelped }: SkillKnowledge) => sent.length > 0 || isHelped;

const saysMail = (page: SeenPage, known: SkillKnowledge) =>
  known.readsMail && hasSent(known) && isSign(page.text, 'checkMail');

/** Whether the page says that it worked: by a way out, or by its words where it asks for nothing more. */
function isIn(page: SeenPage, form: PageForm | null, known: SkillKnowledge): boolean {
  if (leadsOut(page)) return hasSent(known) || known.goal === 'login';
  const isBeside = form !== null && known.hasFilledPassword && !known.sent.includes(form.print);
  return hasSent(known) && (form === null || isBeside) && isSign(page.text, 'isIn');
}

/** Whether one can log out: whoever can is in. */
const leadsOut = ({ buttons, links }: SeenPage) =>
  [...buttons, ...links].some(({ text }) => isSign(text, 'logOut'));

interface PageForm {
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

const hasLoginForm = (page: SeenPage) =>
  formsOf(page).some(
    (fields) => hasPassword(fields) && isFor('login', fields, textsOfButtons(fields, page)),
  );

/** The form that is meant, of those of the page; null without one. */
function formOf(page: SeenPage, known: SkillKnowledge): PageForm | null {
  const rated = formsOf(page).map((fields) => ({ fields, rate: rateOf(fields, page, known) }));
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
  if (known.hasTotp && (!isAgain || known.isUnsure) && !isSign(page.text, 'checkMail'))
    return { kind: 'fill', plan: { ...EMPTY, totps: places, print: form.print } };
  if (known.readsMail) return { kind: 'wait-for-mail', wantsCode: true };
  return ask('The site asks for a code that was not sent by mail', form.fields.map(nameOf));
}

/** What is next where a code was sent by the form before; null where another code is. */
function codeAgain(page: SeenPage, known: SkillKnowledge): SkillMove | null {
  // Those of an authenticator are made anew; another mail may never come.
  if (known.isUnsure) return known.hasTotp ? null : (triedLogin(page, known) ?? ask(UNSURE, []));
  // The page goes on a moment later.
  return page.alerts.length === 0 && known.looks < MAX_LOOKS ? { kind: 'look-again' } : null;
}

const UNSURE = 'The browser was lost as the form was sent: nobody knows whether the site took it';

const EMPTY = {
  ...({ values: [], ticks: [], unticks: [], passwords: [], passkeys: [], totps: [] } as const),
  ...({ codes: [], wishes: null, username: null } as const),
};

function formMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  const isSent = known.sent.includes(form.print) && !known.isHelped;
  const before = isSent ? sentBefore(page, form, known) : null;
  const move = before ?? fillMove(form, known);
  // So are those that come behind it.
  const isAnew = isSent && !known.isTryingLogin;
  return isAnew && move.kind === 'fill' ? { ...move, isAnew } : move;
}

function fillMove(form: PageForm, known: SkillKnowledge): SkillMove {
  const entries = form.fields.map((field) => entryFor(field, form, known));
  const missing = form.fields.filter((_field, index) => entries[index] === 'missing');
  if (missing.length > 0) return ask(reasonOf(missing), missing.map(nameOf));
  const placesOf = (entry: FieldEntry) =>
    form.fields.filter((_field, index) => entries[index] === entry).map(placeOf);
  const password = form.fields.find((_field, index) => entries[index] === 'password');
  return {
    kind: 'fill',
    plan: {
      ...EMPTY,
      values: form.fields.flatMap((field, index) => valueAt(field, entries[index]!)),
      ticks: placesOf('tick'),
      unticks: placesOf('untick'),
      passwords: placesOf('password'),
      totps: placesOf('totp'),
      wishes: password ? wishesOf(password) : null,
      username: usernameIn(form, known),
      print: form.print,
    },
  };
}

function usernameIn({ fields }: PageForm, known: SkillKnowledge): string | null {
  if (fields.some((field) => meaningOf(field) === 'email') || known.sent.length > 0) return null;
  const field = fields.find((one) => meaningOf(one) === 'username');
  return field ? valueFor(field, 'username', known) : null;
}

const wishesOf = ({ minLength, maxLength, pattern, passwordRules }: SiteField) => ({
  ...{ minLength, maxLength, pattern, passwordRules },
});

/** The same form again: it was refused, nobody knows, or the page is not done yet. Null: it is sent again. */
function sentBefore(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove | null {
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

function triedLogin(page: SeenPage, known: SkillKnowledge): SkillMove | null {
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

const MAX_LOOKS = 3;

/** What goes into a field: a value, something secret, nothing, or what is not known. */
type FieldEntry =
  { readonly value: string } | ('password' | 'totp' | 'tick' | 'untick' | 'nothing' | 'missing');

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
  if (isChecked && meaning === 'newsletter') return 'untick';
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
  const button = alert === undefined ? confirming(page, known) : undefined;
  if (button) return { kind: 'press', at: placeOf(button) };
  const isInVain = alert === undefined && known.looks >= MAX_LOOKS;
  const mayBeIn = known.isUnsure || isInVain || (known.hasUsedMail && hasLoginForm(page));
  const login = isSent && mayBeIn ? triedLogin(page, known) : null;
  if (login) return login;
  if (isSent && alert !== undefined) return ask(`The site says: ${alert}`, []);
  const sign = known.goal === 'signup' ? 'signUp' : 'logIn';
  const url = isSent ? undefined : wayTo(page, known, sign);
  if (url !== undefined) return { kind: 'follow', url };
  if (page.challenges.length > 0 && !known.isHelped) return ask(CHALLENGE, []);
  if (known.looks < MAX_LOOKS) return { kind: 'look-again' };
  if (isSent) return ask('Nothing on the page says that it worked', []);
  return ask(`There is no form to ${known.goal === 'signup' ? 'sign up' : 'log in'}`, []);
}

const MAX_PRESSED = 3;

/** What confirms an address, on the page behind a link. */
function confirming({ buttons }: SeenPage, { goal, hasUsedMail, pressed }: SkillKnowledge) {
  if (!hasUsedMail || pressed >= MAX_PRESSED) return undefined;
  const isMeant = (text: string) =>
    isSign(text, 'confirm') || (goal === 'login' && isSign(text, 'logIn'));
  return buttons.find(({ text }) => isMeant(text) && !says(plain(text), OTHERS));
}

/** Why a person is asked where programs are told from people. */
export const CHALLENGE = 'The site asks whether a person is there (CAPTCHA)';

/** Where a link of the page leads to the form that is looked for. */
function wayTo(
  { links, url }: SeenPage,
  { followed }: SkillKnowledge,
  sign: 'signUp' | 'logIn',
): string | undefined {
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
