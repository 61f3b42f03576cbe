import type { Locator, Page } from 'playwright-core';
import { conflict, invalid } from '../errors.js';
import { openWorlds, problemOfFrames } from './frames.js';
import { readSelector } from './selectors.js';

/** An element, as an act names it. */
export interface Target {
  /** Of the snapshot that was taken last. */
  readonly ref?: string | undefined;
  /** CSS, in the main frame. */
  readonly selector?: string | undefined;
}

const REF = /^(?:f\d+)?e\d+$/;

/** Whether it is spelled like a ref, and so none of CSS. */
export const isRef = (place: string): boolean => REF.test(place);

/** @throws AppError 400 for what is no selector, 409 for a ref that the last snapshot does not have */
export async function targetOf(page: Page, { ref, selector }: Target): Promise<Locator> {
  if (ref !== undefined) return checkedRef(page, ref);
  // As it was read, so that Playwright, whose engines know more than CSS, reads nothing else.
  return page.locator(`css=${plainCss('selector', selector ?? '')}`).first();
}

/** A selector in one spelling; `name` is the field that it stands in. @throws AppError 400 */
export function plainCss(name: string, selector: string): string {
  const read = readSelector(selector);
  if ('problem' in read) throw invalid(`${name} ${read.problem}`);
  return read.css;
}

/** The element of a ref. @throws AppError 409 where the page has changed since */
export async function checkedRef(page: Page, ref: string): Promise<Locator> {
  const target = page.getByRef(ref);
  const count = await target.count().catch(() => 0);
  if (count === 0) throw conflict(`ref ${ref} is not on the page any more: take a snapshot`);
  return target;
}

/**
 * One that something is done with. Playwright sees to it that a click gets to the element and to nothing above it; that
 * the frames around can be seen is seen to here. @throws AppError 409
 */
export async function seenTarget(page: Page, target: Target): Promise<Locator> {
  const element = await targetOf(page, target);
  if (target.ref !== undefined) await checkFrames(page, element, target.ref);
  return element;
}

/** A frame of the same site is what the site makes of it: those of others are looked at. */
async function checkFrames(page: Page, element: Locator, ref: string): Promise<void> {
  const frame = await (await element.elementHandle()).ownerFrame();
  if (frame === page.mainFrame()) return;
  const worlds = await openWorlds(page);
  try {
    const world = frame ? worlds.of(frame) : undefined;
    const problem = world ? await problemOfFrames(worlds, world, []) : 'is gone';
    if (problem !== null) throw conflict(`the frame of ${ref} ${problem}`);
  } finally {
    await worlds.close();
  }
}
