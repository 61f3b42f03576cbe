import type { Frame, Page } from 'playwright-core';
import { conflict, invalid } from '../errors.js';
import { isModified, type PageAct } from './acts.js';
import { CONTROL_MARK } from './control-mark.js';
import type { FieldPlaces } from './fill.js';
import type { Masks } from './masks.js';
import { isRef, targetOf } from './refs.js';
import { readSelector } from './selectors.js';

// Attributes that say what an element is. Of others a page may make what stands in its fields, and whoever may ask how
// such a value begins learns it letter by letter.
const SAY_WHAT_IT_IS = new Set([
  ...['accept', 'action', 'alt', 'autocomplete', 'class', 'dir', 'disabled', 'enctype', 'for'],
  ...['form', 'formaction', 'formmethod', 'height', 'hidden', 'href', 'hreflang', 'id'],
  ...['inputmode', 'lang', 'maxlength', 'method', 'minlength', 'multiple', 'name', 'placeholder'],
  ...['readonly', 'rel', 'required', 'role', 'scope', 'src', 'tabindex', 'target', 'title'],
  ...['type', 'width', 'aria-checked', 'aria-controls', 'aria-current', 'aria-describedby'],
  ...['aria-disabled', 'aria-expanded', 'aria-haspopup', 'aria-hidden', 'aria-invalid'],
  ...['aria-label', 'aria-labelledby', 'aria-modal', 'aria-pressed', 'aria-required'],
  ...['aria-selected', 'data-cy', 'data-qa', 'data-test', 'data-test-id', 'data-testid'],
  CONTROL_MARK,
]);

const FIELDS = 'input, textarea, [contenteditable]';
// Which fields a key changes; any other key changes all kinds.
const CHANGED_BY: readonly (readonly [key: RegExp, fields: string | null])[] = [
  [/^(?:(?:Shift\+)?Tab|Escape|Arrow(?:Left|Right)|Home|End|Page(?:Up|Down)|F\d{1,2})$/, null],
  [/^Enter$/, 'textarea, [contenteditable]'],
  [/^Arrow(?:Up|Down)$/, 'input[type=number]'],
];
const LOADS_WITHIN_MS = 5_000;

/** Once secrets were typed, nothing is done by which a page could tell what they are, though no text shows them. */
export class Guarded {
  constructor(private readonly masks: Masks) {}

  /** Does it, unless it could tell. @throws AppError 400, 409 */
  async doing(page: Page, act: PageAct, work: () => Promise<void>): Promise<void> {
    if (this.masks.isEmpty) return work();
    await this.checkAct(page, act);
    try {
      await work();
    } finally {
      // What was waited for may have been looked for on another page by now.
      if (act.action === 'wait') await this.checkSelector(page, 'selector', act.selector);
    }
  }

  /** Where a credential is to go. @throws AppError 400, 409 */
  async checkPlaces(page: Page, places: FieldPlaces | null): Promise<void> {
    if (this.masks.isEmpty) return;
    for (const [name, place] of Object.entries(places ?? {}))
      if (!isRef(place)) await this.checkSelector(page, `fields.${name}`, place);
  }

  private async checkAct(page: Page, act: PageAct): Promise<void> {
    if (act.action === 'press') await this.checkKey(page, act.key ?? '');
    await this.checkSelector(page, 'selector', act.selector);
    if (act.action === 'type') await this.checkBox(page, act);
  }

  /** Part of a secret is none that is found: fields that hold one are emptied, or stay as they are. */
  private async checkKey(page: Page, key: string): Promise<void> {
    if (isModified(key))
      throw conflict(
        'After a credential was used, keys that copy and modifier keys are not pressed',
      );
    const [, fields] = CHANGED_BY.find(([pattern]) => pattern.test(key)) ?? [null, FIELDS];
    // Whatever a key is meant for, it goes where the focus is.
    if (fields !== null && (await this.isShownIn(page, fields)))
      throw conflict(
        'A field holds the credential that was used: no key that could change it is pressed; ' +
          'type replaces what is in a field, click does what Space does',
      );
  }

  /** Of a code that has a box for each character, the other boxes would show the rest. */
  private async checkBox(page: Page, act: PageAct): Promise<void> {
    const target = await targetOf(page, act);
    if ((await target.count()) === 0) return;
    const held = await target.inputValue({ timeout: LOADS_WITHIN_MS }).catch(() => '');
    if ([...held].length === 1 && (await this.isShownIn(page, FIELDS)))
      throw conflict('The field holds a part of the credential that was used: it stays as it is');
  }

  private async isShownIn(page: Page, css: string): Promise<boolean> {
    const texts = await Promise.all(
      page.frames().map((frame) => textsIn(frame, css, (all) => all.evaluateAll(heldBy))),
    );
    return this.masks.shows(texts.flat().join('\n'));
  }

  private async checkSelector(page: Page, name: string, selector: string | undefined) {
    if (selector === undefined) return;
    const read = readSelector(selector);
    if ('problem' in read) throw invalid(`${name} ${read.problem}`);
    for (const attribute of new Set(read.compared)) {
      const isFit = SAY_WHAT_IT_IS.has(attribute) && !(await this.isShownBy(page, attribute));
      if (isFit) continue;
      throw conflict(
        `After a credential was used, ${name} must not compare ${attribute}, which pages may show it in: ` +
          'name the element by its ref in a snapshot, or by its id, name or type',
      );
    }
  }

  /** Pages write addresses with what a form sent, and more, into attributes that are otherwise fit. */
  private async isShownBy(page: Page, attribute: string): Promise<boolean> {
    const texts = await textsIn(page.mainFrame(), `[${attribute}]`, (all) =>
      all.evaluateAll(attributeOf, attribute),
    );
    return this.masks.shows([...new Set(texts)].join('\n'));
  }
}

/** Reads elements of a frame, once more where it goes on elsewhere meanwhile. @throws AppError 409 */
async function textsIn(
  frame: Frame,
  css: string,
  read: (all: ReturnType<Frame['locator']>) => Promise<string[]>,
): Promise<string[]> {
  const all = frame.locator(`css=${css}`);
  try {
    return await read(all);
  } catch {
    if (frame.isDetached()) return [];
    await frame.waitForLoadState('load', { timeout: LOADS_WITHIN_MS }).catch(() => undefined);
    return read(all).catch(() => {
      throw conflict('The page changed meanwhile');
    });
  }
}

interface ComparedElement {
  readonly value?: unknown;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}

// These two run in the page.

const heldBy = (elements: readonly ComparedElement[]) =>
  elements.map(({ value, textContent }) =>
    typeof value === 'string' ? value : (textContent ?? ''),
  );

const attributeOf = (elements: readonly ComparedElement[], name: string) =>
  elements.map((element) => element.getAttribute(name) ?? '');
