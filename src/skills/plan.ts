import type { SeenPage } from '../browser/forms.js';
import { isSign, nameOf } from './fields.js';
import { fillMove } from './form-plan.js';
import {
  ask,
  CHALLENGE,
  EMPTY,
  MAX_LOOKS,
  UNSURE,
  type SkillKnowledge,
  type SkillMove,
} from './moves.js';
import {
  buttonsOf,
  codesOf,
  formOf,
  hasLoginForm,
  hasPassword,
  leadsOut,
  placeOf,
  type PageForm,
} from './page-forms.js';
import { sentBefore, triedLogin, wayTo } from './sent-before.js';
import { DISMISSING, OTHERS, PASSKEY, plain, says } from './words.js';

/** What the page of a site asks for next. */
export function nextMove(page: SeenPage, known: SkillKnowledge): SkillMove {
  const form = formOf(page, known);
  return (
    coverMove(page, form, known) ??
    (known.hasPasskey ? passkeyMove(page, known) : null) ??
    askedMove(page, form, known) ??
    toldMove(page, form, known) ??
    (form && !form.isCode ? formMove(page, form, known) : elsewhere(page, known))
  );
}

/** A form that asks for a code or a password is what the page is about, whatever it says beside. */
function askedMove(page: SeenPage, form: PageForm | null, known: SkillKnowledge): SkillMove | null {
  if (form?.isCode && hasSent(known)) return codeMove(page, form, known);
  return form && hasPassword(form.fields) ? formMove(page, form, known) : null;
}

const MAX_DISMISSED = 5;

/** What lies over the form is taken away; null where nothing does, or no button for it is found. */
function coverMove(page: SeenPage, form: PageForm | null, known: SkillKnowledge): SkillMove | null {
  if (!form || known.dismissed >= MAX_DISMISSED) return null;
  const controls = [...form.fields, ...buttonsOf(form.fields, page)];
  if (!controls.some(({ isCovered }) => isCovered)) return null;
  const free = page.buttons.filter((one) => !one.isCovered && !controls.includes(one));
  // Consent is given by whom it was allowed.
  const kinds = DISMISSING.filter(([kind]) => kind !== 'accept' || known.acceptTerms);
  const [button] = kinds.flatMap(([, words]) =>
    free.filter(({ text }) => says(plain(text), words)),
  );
  return button ? { kind: 'dismiss', at: placeOf(button) } : null;
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

function formMove(page: SeenPage, form: PageForm, known: SkillKnowledge): SkillMove {
  const isSent = known.sent.includes(form.print) && !known.isHelped;
  const before = isSent ? sentBefore(page, form, known) : null;
  const move = before ?? fillMove(form, known);
  // So are those that come behind it.
  const isAnew = isSent && !known.isTryingLogin;
  return isAnew && move.kind === 'fill' ? { ...move, isAnew } : move;
}

/** No form for it is on the page. */
function elsewhere(page: SeenPage, known: SkillKnowledge): SkillMove {
  if (known.sent.length > 0) return behindSending(page, known);
  const isSignup = known.goal === 'signup';
  const url = wayTo(page, known, isSignup ? 'signUp' : 'logIn');
  if (url !== undefined) return { kind: 'follow', url };
  return lookAgain(page, known, `There is no form to ${isSignup ? 'sign up' : 'log in'}`);
}

/** A form was sent, and the page behind it asks for nothing that is known. */
function behindSending(page: SeenPage, known: SkillKnowledge): SkillMove {
  // A person was asked, and says that it worked.
  if (known.isHelped) return { kind: 'done' };
  const [alert] = page.alerts;
  const button = alert === undefined ? confirming(page, known) : undefined;
  if (button) return { kind: 'press', at: placeOf(button) };
  const login = mayBeIn(page, known) ? triedLogin(page, known) : null;
  if (login) return login;
  if (alert !== undefined) return ask(`The site says: ${alert}`, []);
  return lookAgain(page, known, 'Nothing on the page says that it worked');
}

/** Whether logging in would tell more than the page does. */
const mayBeIn = (page: SeenPage, { isUnsure, looks, hasUsedMail }: SkillKnowledge) =>
  isUnsure ||
  (page.alerts.length === 0 && looks >= MAX_LOOKS) ||
  (hasUsedMail && hasLoginForm(page));

/** Once more, a few times; a person is asked then. */
function lookAgain(page: SeenPage, known: SkillKnowledge, reason: string): SkillMove {
  if (page.challenges.length > 0 && !known.isHelped) return ask(CHALLENGE, []);
  return known.looks < MAX_LOOKS ? { kind: 'look-again' } : ask(reason, []);
}

const MAX_PRESSED = 3;

/** What confirms an address, on the page behind a link. */
function confirming({ buttons }: SeenPage, { goal, hasUsedMail, pressed }: SkillKnowledge) {
  if (!hasUsedMail || pressed >= MAX_PRESSED) return undefined;
  const isMeant = (text: string) =>
    isSign(text, 'confirm') || (goal === 'login' && isSign(text, 'logIn'));
  return buttons.find(({ text }) => isMeant(text) && !says(plain(text), OTHERS));
}
