import type { Homes } from '../belongs.js';
import type { PageField, Form, Root } from './dom.js';

// These functions run in the page, in a world of their own: each is sent as text, so that they know nothing but
// each other and the page. A page changes neither the prototypes nor the globals of that world.

declare const document: Root;
declare const location: { readonly ancestorOrigins: Iterable<string> };
declare const self: { readonly origin: string };
declare const HTMLInputElement: { readonly prototype: object };
declare const HTMLTextAreaElement: { readonly prototype: object };
declare const HTMLFormElement: { readonly prototype: object };
declare const HTMLButtonElement: { readonly prototype: object };
declare const InputEvent: new (type: string, init: object) => object;
declare const Event: new (type: string, init: object) => object;

/** What is filled. */
export type FieldName = 'identifier' | 'value' | 'totp';

/** What is to be filled, and where. */
export interface FillOrder {
  /** Selectors by field; null: the form is found. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>> | null;
  /** What there is to fill in. */
  readonly has: readonly FieldName[];
  /** Whether the value is a password, and so only for fields of passwords. */
  readonly isPassword: boolean;
  readonly homes: Homes;
  /** Null: only looks. */
  readonly values: Readonly<Partial<Record<FieldName, string>>> | null;
  /** Attribute that marks fields meant by refs; taken away. */
  readonly marker: string;
}

/** What came of it: where it was filled, or why not. */
export interface FillOutcome {
  readonly found: readonly FieldName[];
  readonly filled: boolean;
  /** An origin it does not belong to. */
  readonly foreign: string | null;
  /** What is wrong with a field. */
  readonly problem: string | null;
}

function fillFields(order: FillOrder): FillOutcome {
  const targets = order.fields ? namedFields(order) : formFields(order);
  const found = Object.keys(targets) as FieldName[];
  const answer = { found, filled: false, foreign: null, problem: null };
  if (found.length === 0 || order.values === null) return answer;
  const foreign = foreignOrigin(order.homes, targets);
  if (foreign !== null) return { ...answer, foreign };
  for (const name of found) {
    const problem = problemOfField(name, targets[name]!, order.isPassword);
    if (problem !== null) return { ...answer, problem };
  }
  // All are checked before the first is set, and no code of the page runs in between.
  for (const name of found) setValue(targets[name]!, order.values[name] ?? '');
  for (const name of found) tellOfChange(targets[name]!);
  return { ...answer, filled: true };
}

function namedFields({ fields, marker }: FillOrder): Partial<Record<FieldName, PageField>> {
  const targets: Partial<Record<FieldName, PageField>> = {};
  for (const [name, selector] of Object.entries(fields ?? {})) {
    const [target] = deepAll(document, selector);
    if (!target) continue;
    target.removeAttribute(marker);
    targets[name as FieldName] = target;
  }
  return targets;
}

/** The fields of a form for signing in: a password and what stands before it, or one of the two steps alone. */
function formFields({ has, isPassword }: FillOrder): Partial<Record<FieldName, PageField>> {
  const all = deepAll(document, 'input').filter((field) => canBeFilled(field));
  const password = isPassword ? all.find(({ type }) => type === 'password') : undefined;
  const code = has.includes('totp') ? all.find((field) => saysCode(field)) : undefined;
  const texts = all.filter((field) => ['text', 'email', 'tel'].includes(field.type));
  const before = texts.filter(
    (field) => field !== code && (!password || isBefore(field, password)),
  );
  const identifier = before.find((field) => saysUser(field)) ?? (password && before.at(-1));
  return {
    ...(identifier && { identifier }),
    ...(password && { value: password }),
    ...(code && { totp: code }),
  };
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
function deepAll(root: Root, selector: string): PageField[] {
  const found: PageField[] = [];
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot) found.push(...deepAll(element.shadowRoot, selector));
  return [...Array.from(root.querySelectorAll(selector)), ...found];
}

function canBeFilled(field: PageField): boolean {
  return !field.disabled && !field.readOnly && problemOfPlace(field, true) === null;
}

/** The frame, those around it, and where the form goes to. */
function foreignOrigin(
  homes: Homes,
  targets: Partial<Record<FieldName, PageField>>,
): string | null {
  const forms = Object.values(targets).flatMap(({ form }) => (form ? [form] : []));
  const origins = [self.origin, ...location.ancestorOrigins, ...forms.flatMap(actionsOf)];
  return origins.find((origin) => !isHome(homes, origin)) ?? null;
}

function isHome({ exact, anyPort, below }: Homes, origin: string): boolean {
  const [, host = '', port = '443'] =
    /^https:\/\/([^/:]+|\[[^\]]+\])(?::(\d+))?$/.exec(origin) ?? [];
  if (host === '') return false;
  if (exact.includes(`${host}:${port}`) || anyPort.includes(host)) return true;
  return port === '443' && below.some((name) => host.endsWith(`.${name}`));
}

/** Origins that a form is sent to: its own action, and what its buttons say instead. */
function actionsOf(form: Form): string[] {
  const elements = Array.from(ownOf<Iterable<PageField>>(HTMLFormElement, form, 'elements'));
  const buttons = elements.filter((one) => one.getAttribute('formaction') !== null);
  const actions = [
    ownOf<string>(HTMLFormElement, form, 'action'),
    ...buttons.map((one) =>
      ownOf<string>(
        one.tagName === 'BUTTON' ? HTMLButtonElement : HTMLInputElement,
        one,
        'formAction',
      ),
    ),
  ];
  // A script of the page sends it: the page has it anyway.
  return actions
    .filter((action) => !/^javascript:/i.test(action))
    .map((action) => originOf(action));
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return 'null';
  }
}

/** A property as the platform has it: fields of a form may be named like one. */
function ownOf<Value>(kind: { readonly prototype: object }, of: object, name: string): Value {
  return Object.getOwnPropertyDescriptor(kind.prototype, name)!.get!.call(of) as Value;
}

function problemOfField(name: FieldName, field: PageField, isPassword: boolean): string | null {
  const kinds = {
    identifier: ['text', 'email', 'tel', 'search', 'url'],
    value: isPassword ? ['password'] : ['password', 'text', 'search', 'textarea'],
    totp: ['text', 'tel', 'number', 'password'],
  };
  const isField = field.tagName === 'INPUT' || field.tagName === 'TEXTAREA';
  if (!isField || !kinds[name].includes(field.type))
    return `the field for ${name} is of another kind`;
  if (field.disabled || field.readOnly) return `the field for ${name} takes nothing`;
  field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const problem = problemOfPlace(field, false);
  return problem === null ? null : `the field for ${name} ${problem}`;
}

function problemOfPlace(field: PageField, mayBeOffScreen: boolean): string | null {
  const { left, top, width, height } = field.getBoundingClientRect();
  const visible = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  if (width < 4 || height < 4 || !field.checkVisibility(visible)) return 'cannot be seen';
  const root = field.getRootNode();
  const points = [0.5, 0.15, 0.85].map((part) => left + width * part);
  const hits = points.map((x) => root.elementFromPoint(x, top + height / 2));
  if (hits.every((hit) => hit === null)) return mayBeOffScreen ? null : 'cannot be seen';
  const labels = Array.from(field.labels ?? []);
  const isOwn = (hit: PageField | null) =>
    hit === field || labels.some((label) => hit === label || label.contains(hit));
  return hits.some(isOwn) ? null : 'is covered';
}

function setValue(field: PageField, value: string): void {
  const kind = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, value);
}

function tellOfChange(field: PageField): void {
  const bubbling = { bubbles: true, composed: true };
  field.dispatchEvent(new InputEvent('input', { ...bubbling, inputType: 'insertText' }));
  field.dispatchEvent(new Event('change', bubbling));
}

const FUNCTIONS = [
  ...[fillFields, namedFields, formFields, saysCode, saysUser, wordsOf, isBefore, deepAll],
  ...[canBeFilled, foreignOrigin, isHome, actionsOf, originOf, ownOf, problemOfField],
  ...[problemOfPlace, setValue, tellOfChange],
];

/** A function of a `FillOrder`, as text: what is called in the page. */
export const FILL_FIELDS = `function (order) {
${FUNCTIONS.map(String).join('\n')}
return fillFields(order);
}`;
