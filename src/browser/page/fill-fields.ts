import type { Homes } from '../belongs.js';
import { FORM_FIELDS, formFields, deepAll, boxesFrom, type Targets } from './form-fields.js';
import { middleOf, PLACES, problemOfPlace } from './places.js';
import type { Form, PageField, Root } from './dom.js';
import type { FieldName, FillOrder, FillOutcome } from './order.js';

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

function fillFields(order: FillOrder): FillOutcome {
  const targets = order.fields ? namedFields(order) : formFields(order);
  const found = Object.keys(targets) as FieldName[];
  const answer = { found, filled: false, foreign: null, problem: null, points: [] };
  if (found.length === 0 || order.doing === 'find') return answer;
  const refused = refusalOf(order, targets);
  if (refused) return { ...answer, ...refused };
  const points = found.flatMap((name) => targets[name]!.map((field) => middleOf(field)));
  if (order.doing === 'check') return { ...answer, points };
  for (const name of found) {
    // Pages that keep values themselves hear of each before the next is set: what they did meanwhile is judged.
    const changed = refusalOf(order, { [name]: targets[name] });
    if (changed) return { ...answer, ...changed };
    fillTarget(name, targets[name]!, order);
  }
  return { ...answer, filled: true, points };
}

function refusalOf(order: FillOrder, targets: Targets): Partial<FillOutcome> | null {
  const foreign = foreignOrigin(order.homes, targets);
  if (foreign !== null) return { foreign };
  for (const [name, fields] of Object.entries(targets)) {
    const problem = problemOfTarget(name as FieldName, fields, order);
    if (problem !== null) return { problem };
  }
  return null;
}

function namedFields({ fields, marker, doing }: FillOrder): Targets {
  const targets: Targets = {};
  for (const [name, selector] of Object.entries(fields ?? {})) {
    const [target] = deepAll(document, selector);
    if (!target) continue;
    if (doing === 'fill') target.removeAttribute(marker);
    targets[name as FieldName] = name === 'totp' ? boxesFrom(target) : [target];
  }
  return targets;
}

/** The frame, those around it, and where the form goes to. */
function foreignOrigin(homes: Homes, targets: Targets): string | null {
  const fields = Object.values(targets).flat();
  const forms = new Set(fields.flatMap(({ form }) => (form ? [form] : [])));
  const origins = [self.origin, ...location.ancestorOrigins, ...[...forms].flatMap(actionsOf)];
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

function problemOfTarget(
  name: FieldName,
  fields: readonly PageField[],
  { isPassword, values, doing }: FillOrder,
): string | null {
  const characters = [...(values[name] ?? '')].length;
  const isShort = doing === 'fill' && fields.length > 1 && fields.length < characters;
  if (isShort) return `there are ${fields.length} fields for a code of ${characters}`;
  const problems = fields.map((field) => problemOfField(name, field, isPassword));
  return problems.find((problem) => problem !== null) ?? null;
}

function problemOfField(name: FieldName, field: PageField, isPassword: boolean): string | null {
  const kinds = {
    identifier: ['text', 'email', 'tel', 'search', 'url'],
    value: isPassword ? ['password'] : ['password', 'text', 'search', 'textarea'],
    totp: ['text', 'tel', 'number', 'password'],
    passkey: null,
  }[name];
  const isField = field.tagName === 'INPUT' || field.tagName === 'TEXTAREA';
  if (kinds && !(isField && kinds.includes(field.type)))
    return `the field for ${name} is of another kind`;
  if (field.disabled || field.readOnly) return `the field for ${name} takes nothing`;
  field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const problem = problemOfPlace(field, false);
  return problem === null ? null : `the field for ${name} ${problem}`;
}

function fillTarget(
  name: FieldName,
  fields: readonly PageField[],
  { values, marker }: FillOrder,
): void {
  const value = values[name] ?? '';
  // What is to be clicked is marked, and clicked from outside.
  if (name === 'passkey') return fields[0]!.setAttribute(marker, name);
  if (fields.length === 1) return enter(fields[0]!, value);
  [...value].forEach((character, at) => enter(fields[at]!, character));
}

function enter(field: PageField, value: string): void {
  setValue(field, value);
  tellOfChange(field, value);
}

/** Sets a value as the platform does, whatever scripts of the page put in its way. */
export function setValue(field: PageField, value: string): void {
  const kind = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, value);
}

/** Tells the page, as typing does. */
export function tellOfChange(field: PageField, data: string): void {
  const bubbling = { bubbles: true, composed: true };
  field.dispatchEvent(new InputEvent('input', { ...bubbling, inputType: 'insertText', data }));
  field.dispatchEvent(new Event('change', bubbling));
}

const FUNCTIONS = [
  ...[
    fillFields,
    refusalOf,
    namedFields,
    foreignOrigin,
    isHome,
    actionsOf,
    originOf,
    ownOf,
    problemOfTarget,
  ],
  ...[problemOfField, fillTarget, enter, setValue, tellOfChange, ...FORM_FIELDS, ...PLACES],
];

/** A function of a `FillOrder`, as text: what is called in the page. */
export const FILL_FIELDS = `function (order) {
${FUNCTIONS.map(String).join('\n')}
return fillFields(order);
}`;
