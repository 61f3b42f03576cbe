import type { Locator, Page } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import { drawnText } from './drawn-text.js';
import type { Masks } from './masks.js';

const WITHIN_MS = 10_000;
const COLOR = '#000000';

/** A picture of the page, or why there is none. */
export type Picture = { readonly png: Buffer } | { readonly refused: string };

/**
 * A picture of what can be seen. Once a credential was used, all fields are covered; where a secret is drawn beside
 * them there is none.
 */
export async function screenshotOf(page: Page, masks: Masks): Promise<Picture> {
  if (await showsSecret(page, masks)) return REFUSED;
  const mask = masks.isEmpty ? [] : fieldsOf(page);
  const options = { timeout: WITHIN_MS, animations: 'disabled', caret: 'hide', mask } as const;
  const png = await page.screenshot({ ...options, maskColor: COLOR }).catch(() => null);
  if (png === null) return { refused: 'no picture could be taken in time' };
  // The page goes on meanwhile.
  return (await showsSecret(page, masks)) ? REFUSED : { png };
}

const REFUSED = { refused: 'there is no picture: the page shows a secret that was filled in' };

const fieldsOf = (page: Page): Locator[] =>
  page.frames().map((frame) => frame.locator('input, textarea, select, [contenteditable]'));

/** Also where it cannot be found out. */
async function showsSecret(page: Page, masks: Masks): Promise<boolean> {
  if (masks.isEmpty) return false;
  const texts = await withTimeout(
    WITHIN_MS,
    drawnText(page).catch(() => null),
    null,
  );
  return texts === null || texts.some((text) => masks.shows(text));
}
