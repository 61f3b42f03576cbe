import type { Form, PageElement, PageField, Root, Style } from './dom.js';
import { setValue, tellOfChange } from './fill-fields.js';
import { deepAll } from './form-fields.js';
import { around, canBeSeen, problemOfPlace } from './places.js';

// As in `fill-fields.ts`: these functions run in the page, in a world of their own, and are sent as text.

interface PageDocument extends Root {
  readonly body: PageControl | null;
  getElementById(id: string): PageControl | null;
}

/** An element, with what fields, buttons and links have. */
interface PageControl extends PageField {
  readonly name: string;
  readonly id: string;
  readonly value: string;
  readonly checked: boolean;
  readonly required: boolean;
  readonly maxLength: number;
  readonly minLength: number;
  readonly pattern: string;
  readonly placeholder: string;
  readonly innerText: string;
  readonly href: string;
  readonly options: Iterable<{ readonly value: string; readonly text: string }>;
  readonly parentElement: PageControl | null;
  readonly validity: { readonly valid: boolean } | undefined;
  closest(selector: string): PageControl | null;
  querySelectorAll(selector: string): ArrayLike<PageControl>;
  setAttribute(name: string, value: string): void;
  click(): void;
}

declare const document: PageDocument;
declare const getComputedStyle: (element: PageElement) => Style;
declare const HTMLSelectElement: { readonly prototype: object };

/** A field or a button, by its number among those of a frame, and what it was when it was seen. */
export interface SeenControl {
  readonly n: number;
  readonly is: string;
  /** The number of its form within the frame; -1 for those of none. */
  readonly form: number;
  /** Whether something lies over it. */
  readonly isCovered: boolean;
}

/** A field that can be seen, without its value. */
export interface SeenField extends SeenControl {
  /** The type of an input; `select-one`, `textarea` of others. */
  readonly type: string;
  readonly autocomplete: string;
  readonly name: string;
  readonly id: string;
  /** What stands beside it. */
  readonly label: string;
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isFilled: boolean;
  readonly isChecked: boolean;
  readonly isInvalid: boolean;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** `passwordrules`, as sites state them for password managers. */
  readonly passwordRules: string | null;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** A button that can be seen. */
export interface SeenButton extends SeenControl {
  readonly text: string;
  readonly submits: boolean;
}

/** A frame as it is seen: strangers' words. */
export interface SeenFrame {
  readonly text: string;
  readonly fields: readonly SeenField[];
  readonly buttons: readonly SeenButton[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
  /** Texts that tell of errors. */
  readonly alerts: readonly string[];
  /** What tells people from programs. */
  readonly challenges: readonly string[];
}

/** What is entered in a frame. Nothing of it is secret. */
export interface FrameOrder {
  readonly values: readonly (Pick<SeenControl, 'n' | 'is'> & { readonly value: string })[];
  /** Boxes to be ticked. */
  readonly ticks: readonly Pick<SeenControl, 'n' | 'is'>[];
  /** Those that are not to be. */
  readonly unticks: readonly Pick<SeenControl, 'n' | 'is'>[];
  /** Elements to be marked, so that others find them. */
  readonly marks: readonly (Pick<SeenControl, 'n' | 'is'> & { readonly mark: string })[];
  /** The attribute that marks. */
  readonly marker: string;
}

function readFrame(): SeenFrame {
  const controls = controlsOf();
  const forms: Form[] = [];
  const fields: SeenField[] = [];
  const buttons: SeenButton[] = [];
  controls.forEach((control, n) => {
    if (!isSeen(control)) return;
    if (control.form && !forms.includes(control.form)) forms.push(control.form);
    const form = control.form ? forms.indexOf(control.form) : -1;
    const isCovered = partsOf(control).every((one) => problemOfPlace(one, true) !== null);
    const seen = { n, is: printOf(control), form, isCovered };
    if (isButton(control)) buttons.push({ ...seen, ...buttonOf(control) });
    else fields.push({ ...seen, ...fieldOf(control) });
  });
  return { fields, buttons, ...wordsOfFrame(), challenges: challengesOf() };
}

/** Null where all was entered; else what is not there any more. */
function enterInFrame(order: FrameOrder): string | null {
  const controls = controlsOf();
  const all = [...order.values, ...order.ticks, ...order.unticks, ...order.marks];
  const changed = all.find(({ n, is }) => !controls[n] || printOf(controls[n]) !== is);
  if (changed) return changed.is;
  for (const { n, value } of order.values) enterOne(controls[n]!, value);
  for (const { n } of order.ticks) if (!controls[n]!.checked) controls[n]!.click();
  for (const { n } of order.unticks) if (controls[n]!.checked) controls[n]!.click();
  for (const { n, mark } of order.marks) controls[n]!.setAttribute(order.marker, mark);
  return null;
}

function enterOne(control: PageControl, value: string): void {
  if (control.tagName === 'SELECT')
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(
      control,
      value,
    );
  else setValue(control, value);
  tellOfChange(control, value);
}

function controlsOf(): PageControl[] {
  const selector = 'input:not([type=hidden]), select, textarea, button, [role=button]';
  return deepAll(document, selector) as PageControl[];
}

/** What a control is, so that one that took its number is told from it. */
function printOf(control: PageControl): string {
  const of = (name: string) => control.getAttribute(name) ?? '';
  return [control.tagName, control.type, of('name'), of('id'), of('autocomplete')].join(' ');
}

function isButton(control: PageControl): boolean {
  return (
    control.tagName === 'BUTTON' ||
    ['submit', 'button', 'image', 'reset'].includes(control.type) ||
    control.getAttribute('role') === 'button'
  );
}

function isBox({ type }: PageControl): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** What is drawn of it: boxes are often drawn by their labels, and are not to be seen themselves. */
function partsOf(control: PageControl): PageControl[] {
  return isBox(control)
    ? [control, ...(Array.from(control.labels ?? []) as PageControl[])]
    : [control];
}

function isSeen(control: PageControl): boolean {
  if (control.disabled || control.readOnly) return false;
  return partsOf(control).some(
    (one) => !isOutside(one) && problemOfPlace(one, true) !== 'cannot be seen',
  );
}

/** Whether it is where nobody can scroll to, or is cut off by what it is in. */
function isOutside(control: PageControl): boolean {
  const least = 4;
  const { left, top, width, height } = control.getBoundingClientRect();
  let [right, bottom, from, upper] = [left + width, top + height, left, top];
  if (right < 0 || bottom < -20_000) return true;
  for (let at = around(control); at && at.tagName !== 'BODY'; at = around(at)) {
    const { overflow } = getComputedStyle(at);
    // What is in there can be brought to where it is seen.
    if (/auto|scroll/.test(overflow)) break;
    if (!/hidden|clip/.test(overflow)) continue;
    const box = at.getBoundingClientRect();
    [right, bottom] = [
      Math.min(right, box.left + box.width),
      Math.min(bottom, box.top + box.height),
    ];
    [from, upper] = [Math.max(from, box.left), Math.max(upper, box.top)];
  }
  return right - from < least || bottom - upper < least;
}

function fieldOf(control: PageControl) {
  const numberOf = (value: number) => (value >= 0 ? value : null);
  const label = labelOf(control);
  return {
    ...{ type: control.type, name: control.name, id: control.id, label },
    autocomplete: control.getAttribute('autocomplete') ?? '',
    placeholder: short(control.getAttribute('placeholder') ?? ''),
    isRequired:
      control.required || control.getAttribute('aria-required') === 'true' || /\*\s*$/.test(label),
    isFilled: control.value !== '',
    isChecked: control.checked === true,
    isInvalid:
      control.getAttribute('aria-invalid') === 'true' ||
      (control.value !== '' && !isBox(control) && control.validity?.valid === false),
    minLength: numberOf(control.minLength),
    maxLength: numberOf(control.maxLength),
    pattern: control.getAttribute('pattern'),
    passwordRules: control.getAttribute('passwordrules'),
    options: Array.from(control.tagName === 'SELECT' ? control.options : [])
      .slice(0, 300)
      .map(({ value, text }) => ({ value, text: short(text) })),
  };
}

function labelOf(control: PageControl): string {
  const texts = Array.from(control.labels ?? []).map((label) => (label as PageControl).innerText);
  for (const id of (control.getAttribute('aria-labelledby') ?? '').split(' '))
    if (id !== '') texts.push(document.getElementById(id)?.innerText ?? '');
  texts.push(control.getAttribute('aria-label') ?? '', control.getAttribute('title') ?? '');
  const label = texts.map((text) => short(text)).find((text) => text !== '');
  return label ?? textAround(control);
}

/** What stands round a field that has no label, where there is no other field. */
function textAround(control: PageControl): string {
  const around = control.parentElement;
  if (!around || around.querySelectorAll('input, select, textarea').length > 1) return '';
  return short(around.innerText);
}

function buttonOf(control: PageControl) {
  const text = [control.innerText, control.tagName === 'INPUT' ? control.value : '']
    .concat([control.getAttribute('aria-label') ?? '', control.getAttribute('alt') ?? ''])
    .map((one) => short(one ?? ''))
    .find((one) => one !== '');
  const submits = ['submit', 'image'].includes(control.type) && control.form !== null;
  return { text: text ?? '', submits };
}

function wordsOfFrame() {
  const links = deepAll(document, 'a[href]') as PageControl[];
  const told =
    '[role=alert], [aria-live=assertive], [class*=error i], [id*=error i], [class*=invalid i]';
  const alerts = (deepAll(document, told) as PageControl[]).concat(described());
  const shadows = (deepAll(document, '*') as PageControl[]).filter((one) => one.shadowRoot);
  const inShadows = shadows.flatMap(({ shadowRoot }) =>
    Array.from(shadowRoot!.querySelectorAll(':scope > *')).map(
      (one) => (one as PageControl).innerText ?? '',
    ),
  );
  return {
    text: clipped([document.body?.innerText ?? '', ...inShadows].join('\n'), 20_000),
    links: links
      .filter((one) => isShown(one))
      .slice(0, 200)
      .map(({ href, innerText }) => ({ href: String(href), text: short(innerText) })),
    alerts: alerts
      .filter((one) => isShown(one))
      .filter((one) => one.tagName !== 'INPUT' && one.querySelectorAll('input').length === 0)
      .map(({ innerText }) => short(innerText ?? ''))
      .filter((text, at, texts) => text !== '' && texts.indexOf(text) === at)
      .slice(0, 10),
  };
}

/** What tells of fields that are marked as wrong. */
function described(): PageControl[] {
  const fields = deepAll(document, '[aria-invalid=true]') as PageControl[];
  const names = ['aria-errormessage', 'aria-describedby'];
  const ids = fields.flatMap((field) => names.map((name) => field.getAttribute(name) ?? ''));
  return ids
    .flatMap((list) => list.split(/\s+/))
    .flatMap((id) => (id === '' ? [] : (document.getElementById(id) ?? [])));
}

function challengesOf(): string[] {
  const known =
    /recaptcha|hcaptcha|turnstile|challenges\.cloudflare|arkoselabs|funcaptcha|captcha/i;
  const frames = deepAll(document, 'iframe[src]') as PageControl[];
  const boxes = deepAll(document, '.g-recaptcha, .h-captcha, .cf-turnstile, img[src*=captcha i]');
  return [...frames, ...(boxes as PageControl[])]
    .filter((one) => isShown(one) && one.getAttribute('data-size') !== 'invisible')
    .map((one) => one.getAttribute('src') ?? one.getAttribute('class') ?? '')
    .filter((text) => known.test(text) && !/size=invisible/.test(text))
    .map((text) => short(text));
}

function isShown(one: PageControl): boolean {
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
}

function short(text: string): string {
  return clipped(text.replace(/\s+/g, ' ').trim(), 200);
}

/** Never within a character. */
function clipped(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}

const FUNCTIONS = [
  ...[
    readFrame,
    enterInFrame,
    enterOne,
    controlsOf,
    printOf,
    isButton,
    isBox,
    partsOf,
    isSeen,
    isOutside,
    fieldOf,
    labelOf,
  ],
  ...[textAround, buttonOf, wordsOfFrame, described, challengesOf, isShown, short, clipped],
  ...[deepAll, problemOfPlace, canBeSeen, around, setValue, tellOfChange],
]
  .map(String)
  .join('\n');

/** As text: what reads a frame. */
export const READ_FRAME = `function () {\n${FUNCTIONS}\nreturn readFrame();\n}`;

/** A function of a `FrameOrder`, as text: what enters it. */
export const ENTER_IN_FRAME = `function (order) {\n${FUNCTIONS}\nreturn enterInFrame(order);\n}`;
