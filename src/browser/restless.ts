import type { Page, Request } from 'playwright-core';

/** How often a page goes elsewhere, within milliseconds. */
interface Pace {
  readonly times: number;
  readonly withinMs: number;
}

// So a page goes on that does not come to rest: what it began may come behind what one begins.
const RESTLESS: Pace = { times: 6, withinMs: 3_000 };
// So no site goes on, and whoever else is on the machine notices.
const TOO_FAST: Pace = { times: 40, withinMs: 5_000 };

const wentOn = new WeakMap<Page, readonly number[]>();

/** Watches how a page goes on by itself; `onTooFast` is told once where nobody can have use for it. */
export function watchRest(page: Page, onTooFast: () => void): void {
  let isTold = false;
  page.on('request', (request) => {
    if (isTold || !isNavigationOf(page, request)) return;
    wentOn.set(page, [Date.now(), ...(wentOn.get(page) ?? [])].slice(0, TOO_FAST.times));
    isTold = isAt(TOO_FAST, page);
    if (isTold) onTooFast();
  });
}

/** Whether a page that is watched goes on all the time. */
export const isRestless = (page: Page): boolean => isAt(RESTLESS, page);

function isAt({ times, withinMs }: Pace, page: Page): boolean {
  const at = wentOn.get(page)?.[times - 1];
  return at !== undefined && Date.now() - at < withinMs;
}

/** Of the page itself, not of a frame in it; a redirect is a part of the one before. */
function isNavigationOf(page: Page, request: Request): boolean {
  if (!request.isNavigationRequest() || request.redirectedFrom() !== null) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // Its frame is not there yet: the first of a window.
    return false;
  }
}
