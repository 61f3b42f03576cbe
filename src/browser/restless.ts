import type { Page, Request } from 'playwright-core';

// A page that goes elsewhere so often within so many milliseconds does not come to rest.
const MANY = 6;
const WITHIN_MS = 3_000;

const lastTimes = new WeakMap<Page, readonly number[]>();

/** Watches whether a page goes on all the time. */
export function watchRest(page: Page): void {
  page.on('request', (request) => {
    if (!isNavigationOf(page, request)) return;
    lastTimes.set(page, [Date.now(), ...(lastTimes.get(page) ?? [])].slice(0, MANY));
  });
}

/** Whether a page that is watched went on all the time just now: what it began may come behind what one begins. */
export function isRestless(page: Page): boolean {
  const times = lastTimes.get(page) ?? [];
  return times.length === MANY && Date.now() - times.at(-1)! < WITHIN_MS;
}

/** Of the page itself, not of a frame in it; a redirect is a part of the one before. */
const isNavigationOf = (page: Page, request: Request) =>
  request.isNavigationRequest() &&
  request.redirectedFrom() === null &&
  request.frame() === page.mainFrame();
