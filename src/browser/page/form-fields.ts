import type { PageField, Root } from './dom.js';
import type { FieldName, FillOrder } from './order.js';
import { problemOfPlace } from './places.js';

// These functions run in the page, as those of fill-fields.ts.

declare const document: Root;

/** What is filled, by what it is filled with: one field, or for a code one for each of its characters. */
export type Targets = Partial<Record<FieldName, readonly PageField[]>>;

/**
 * The fields of a form for signing in: a password and what stands before it, or one of the steps alone; of a passkey
 * the button.
 */
export function formFields({ has, isPassword }: FillOrder): Targets {
  if (has.includes('passkey')) return passkeyButton();
  const all = deepAll(document, 'input').filter((field) => canBeFilled(field));
  const boxes = all.filter((field) => takesOne(field));
  const whole = all.filter((field) => !boxes.includes(field));
  const password = isPassword ? whole.find(({ type }) => type === 'password') : undefined;
  const code = has.includes('totp') ? codeField(all) : undefined;
  const texts = whole.filter(({ type }) => ['text', 'email', 'tel'].includes(type));
  const before = texts.filter(
    (field) => field !== code && (!password || isBefore(field, password)),
  );
  const identifier = before.find((field) => saysUser(field)) ?? (password && before.at(-1));
  return {
    ...(identifier && { identifier: [identifier] }),
    ...(password && { value: [password] }),
    ...(code && { totp: boxesFrom(code) }),
  };
}

/** What has a passkey asked for: a button, or a field beside which the page offers it. */
function passkeyButton(): Targets {
  const pattern =
    /pass-?\s?key|security key|webauthn|fido|face id|touch id|fingerprint|biometr|clave de acceso|clé d.accès|chave de acesso|toegangssleutel|パスキー|通行密钥|패스키/i;
  const all = deepAll(document, 'button, a, [role=button], input[type=submit], input[type=button]');
  const isIt = (one: PageField) =>
    pattern.test(`${one.textContent ?? ''} ${one.getAttribute('value') ?? ''} ${wordsOf(one)}`);
  const button = all.find(
    (one) => isIt(one) && !one.disabled && problemOfPlace(one, true) === null,
  );
  const offers = (one: PageField) =>
    /\bwebauthn\b/i.test(one.getAttribute('autocomplete') ?? '') && canBeFilled(one);
  const target = button ?? deepAll(document, 'input').find(offers);
  return target ? { passkey: [target] } : {};
}

/** The field of a one-time code, or the first of its boxes. */
function codeField(all: readonly PageField[]): PageField | undefined {
  const single = 1;
  return (
    all.find((field) => saysCode(field)) ??
    all.find((field) => takesOne(field) && boxesFrom(field).length > single)
  );
}

/** Where a code has a box for each of its characters, all of them from this one on. */
export function boxesFrom(first: PageField): PageField[] {
  const least = 4;
  const all = deepAll(document, 'input').filter(
    (field) => field.form === first.form && canBeFilled(field),
  );
  if (!all.includes(first)) return [first];
  const behind = all.slice(all.indexOf(first) + 1);
  const end = behind.findIndex((field) => !takesOne(field));
  const boxes = [first, ...(end < 0 ? behind : behind.slice(0, end))];
  return boxes.length < least ? [first] : boxes;
}

/** Whether it is one of several boxes. */
function takesOne(field: PageField): boolean {
  if (!['text', 'tel', 'number', 'password'].includes(field.type)) return false;
  const words = field.getAttribute('aria-label') ?? '';
  return field.maxLength === 1 || /\b(?:digit|character|code)\W+\d\b|\b\d of \d\b/i.test(words);
}

function saysCode(field: PageField): boolean {
  if (!['text', 'tel', 'number'].includes(field.type)) return false;
  const pattern =
    /one-time-code|otp|2fa|mfa|two.?factor|one.?time|verification.?code|\bcode\b|token/i;
  return pattern.test(wordsOf(field));
}

function saysUser(field: PageField): boolean {
  if (/^(?:email)$/.test(field.type)) return true;
  return /user.?name|\buser\b|e-?mail|login|\baccount\b|identifier/i.test(wordsOf(field));
}

function wordsOf(field: PageField): string {
  const names = ['autocomplete', 'name', 'id', 'aria-label', 'placeholder'];
  return names.map((name) => field.getAttribute(name) ?? '').join(' ');
}

function isBefore(field: PageField, other: PageField): boolean {
  const following = 4;
  return (field.compareDocumentPosition(other) & following) !== 0;
}

/** Also those in open shadow trees. */
export function deepAll(root: Root, selector: string): PageField[] {
  const found: PageField[] = [];
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot) found.push(...deepAll(element.shadowRoot, selector));
  return [...Array.from(root.querySelectorAll(selector)), ...found];
}

function canBeFilled(field: PageField): boolean {
  return !field.disabled && !field.readOnly && problemOfPlace(field, true) === null;
}

/** What runs in the page of this. */
export const FORM_FIELDS = [
  ...[formFields, passkeyButton, codeField, boxesFrom, takesOne, saysCode, saysUser, wordsOf],
  ...[isBefore, deepAll, canBeFilled],
];
