import type { Frame, Locator, Page } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import { invalid } from '../errors.js';
import { isRestless } from './restless.js';
import { seenTarget, targetOf, type Target } from './refs.js';
import type { SessionPages } from './session-pages.js';

/** What can be done on a page. */
export const ACTIONS = [
  ...(['goto', 'click', 'type', 'select', 'press', 'wait'] as const),
  ...(['snapshot', 'screenshot'] as const),
] as const;

/** One of them. */
export type Action = (typeof ACTIONS)[number];

/** Something to be done; which fields it takes depends on the action. */
export interface PageAct extends Target {
  readonly action: Action;
  readonly url?: string | undefined;
  readonly value?: string | undefined;
  readonly key?: string | undefined;
  readonly seconds?: number | undefined;
}

/** Milliseconds that an act takes at most. */
export const ACT_WITHIN_MS = 30_000;

// Milliseconds until what is not found was not there, unless it is said.
const FIND_WITHIN_MS = 10_000;
// Milliseconds for what is to be done at once: some of it is drawn before it is clicked.
const AT_ONCE_MS = 1_000;
// Milliseconds in which a click begins to lead elsewhere, and in which a page may go on loading behind it.
const LEADS_WITHIN_MS = 30;
const LOADS_WITHIN_MS = 5_000;
// Milliseconds in which a page answers whose scripts come to an end, and in which it lets one begin to leave.
const ANSWERS_WITHIN_MS = 2_000;
const BEGINS_WITHIN_MS = 5_000;
// Milliseconds in which Chromium's own page follows a navigation that failed.
const ERROR_PAGE_WITHIN_MS = 2_000;

/** Where a page that cannot be left is replaced. */
type Replacing = Pick<SessionPages, 'replaced'>;

const DOING: Readonly<
  Record<Action, (page: Page, act: PageAct, pages: Replacing) => Promise<void>>
> = {
  async goto(page, { url = '', seconds }, pages) {
    const target = { url, timeout: within(seconds, ACT_WITHIN_MS) };
    await loaded(await leaveFor(page, target, pages));
  },
  async click(page, act) {
    await (await foundTarget(page, act)).click({ timeout: within(act.seconds) });
  },
  async type(page, act) {
    await (await foundTarget(page, act)).fill(act.value ?? '', { timeout: within(act.seconds) });
  },
  async select(page, act) {
    const target = await foundTarget(page, act);
    await target.selectOption(act.value ?? '', { timeout: within(act.seconds) });
  },
  async press(page, { key = '', ...act }) {
    if (act.ref === undefined && act.selector === undefined) return page.keyboard.press(key);
    return (await foundTarget(page, act)).press(key, { timeout: within(act.seconds) });
  },
  async wait(page, { selector, ref, seconds }) {
    if (ref === undefined && selector === undefined)
      return page.waitForTimeout((seconds ?? 1) * 1_000);
    const target = await targetOf(page, { ref, selector });
    if (seconds === 0) return mustBe(await target.isVisible());
    await target.waitFor({ timeout: within(seconds) });
  },
  snapshot: async () => undefined,
  screenshot: async () => undefined,
};

/** Does it on the page. @throws what Playwright throws; AppError 400, 409 */
export const doOn = (page: Page, act: PageAct, pages: Replacing): Promise<void> =>
  DOING[act.action](page, act, pages);

/** What an act is done with; without time it has to be there already. */
async function foundTarget(page: Page, act: PageAct): Promise<Locator> {
  const target = await seenTarget(page, act);
  if (act.seconds === 0) mustBe((await target.count()) > 0);
  return target;
}

/** @throws what Playwright throws where something was not there in time */
function mustBe(isThere: boolean): void {
  if (!isThere) throw new Error('Timeout 0ms exceeded');
}

/** Milliseconds: Playwright takes none for any time at all. */
const within = (seconds: number | undefined, otherwise = FIND_WITHIN_MS) =>
  seconds === undefined ? otherwise : Math.min(seconds * 1_000 || AT_ONCE_MS, ACT_WITHIN_MS);

/** Does what may lead elsewhere, and waits until that has loaded. */
export function leading(page: Page, act: () => Promise<void>): Promise<void> {
  return leadingTo(page, act, () => page.waitForTimeout(LEADS_WITHIN_MS));
}

/**
 * Does what may lead elsewhere, and looks at the page behind it, again where it began to lead elsewhere meanwhile:
 * looking takes as long as that takes to begin.
 */
export async function leadingTo<Seen>(
  page: Page,
  act: () => Promise<void>,
  look: () => Promise<Seen>,
): Promise<Seen> {
  let isLeading = false;
  const onRequest = (request: { isNavigationRequest(): boolean }) => {
    isLeading ||= request.isNavigationRequest();
  };
  page.on('request', onRequest);
  const hasLed = async () => {
    if (isLeading) await loaded(page);
    return isLeading;
  };
  try {
    await act();
    const isThere = await hasLed();
    const seen = await look();
    return !isThere && (await hasLed()) ? await look() : seen;
  } finally {
    page.off('request', onRequest);
  }
}

interface Destination {
  readonly url: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Goes there, from any page: one that holds on to whoever leaves it is closed, and another opened in its place.
 * Answers the page that is there then. @throws what Playwright throws
 */
async function leaveFor(page: Page, target: Destination, pages: Replacing): Promise<Page> {
  const { url, timeout } = target;
  const until = Date.now() + timeout;
  if (!isRestless(page) && (await answers(page)) && (await isLeftFor(page, target))) return page;
  const other = await pages.replaced(page);
  await goTo(other, { url, timeout: Math.max(1, until - Date.now()) });
  return other;
}

/** Whether its scripts come to an end; one that goes on elsewhere meanwhile does answer. */
async function answers(page: Page): Promise<boolean> {
  return withTimeout(ANSWERS_WITHIN_MS, page.evaluate('0').then(yes, yes), false);
}

/** False where it cannot be left. @throws what Playwright throws for other reasons */
async function isLeftFor(page: Page, target: Destination): Promise<boolean> {
  const asked = page.waitForEvent('request', (request) => request.isNavigationRequest());
  const going = goTo(page, target);
  const begun = Promise.race([asked, going]).then(yes, yes);
  // A page is asked before it is left, and need not answer.
  if (!(await withTimeout(BEGINS_WITHIN_MS, begun, false))) return false;
  try {
    await going;
    return true;
  } catch (error) {
    if (NOT_LEFT.test(String(error))) return false;
    throw error;
  }
}

const yes = () => true;

/** What Playwright says of a page that went on elsewhere, was closed for that, or whose process has ended. */
const NOT_LEFT = /is interrupted by another navigation|has been closed|(?:Page|Target) crashed/;

/**
 * Goes there. Where that fails, Chromium shows a page of its own a moment later: it is waited for, since the next
 * navigation would be taken for interrupted by it.
 */
async function goTo(page: Page, { url, timeout }: Destination): Promise<void> {
  let isShown = (): void => undefined;
  const shown = new Promise<void>((resolve) => (isShown = resolve));
  const onNavigated = (frame: Frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('chrome-error:')) isShown();
  };
  page.on('framenavigated', onNavigated);
  try {
    await page.goto(url, { timeout, waitUntil: 'domcontentloaded' });
  } catch (error) {
    // What turns out to be a download is aborted, and what was there stays.
    if (/net::ERR_(?!ABORTED)/.test(String(error)))
      await withTimeout(ERROR_PAGE_WITHIN_MS, shown, undefined);
    throw error;
  } finally {
    page.off('framenavigated', onNavigated);
  }
}

const loaded = (page: Page) =>
  page.waitForLoadState('load', { timeout: LOADS_WITHIN_MS }).catch(() => undefined);

const MODIFIED =
  /^(?:(?:Shift|Control|Alt|Meta|ControlOrMeta|AltGraph)(?:Left|Right)?\+?)|^(?:Insert|ContextMenu|Copy|Cut|Paste)$/;

/** Whether a key copies, pastes or opens a menu, or may with another. */
export const isModified = (key: string): boolean => MODIFIED.test(key) && key !== 'Shift+Tab';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/Target page, context or browser has been closed/, 'the page was closed meanwhile'],
  [/intercepts pointer events/, 'it is covered by something else on the page'],
  [/Timeout \d+ms exceeded/, 'it was not found, or the page did not load, in time'],
  [/ERR_TUNNEL_CONNECTION_FAILED/, 'the address could not be reached'],
  [/(net::ERR_\w+)/, 'the page could not be loaded'],
  [/Element is not an? (?:<?input|<?select)/, 'nothing can be entered there'],
  [/is not a valid selector|while parsing css selector|Unexpected token/, 'selector'],
  [/did not find some options/, 'there is no such option'],
  [/Unknown key/, 'key'],
];

/** What went wrong, in words of ours: those of Playwright hold what was typed. @throws AppError 400 */
export function problemOf(error: unknown): string {
  const text = String((error as Error)?.message ?? error);
  const [, words = 'it could not be done'] = WORDS.find(([pattern]) => pattern.test(text)) ?? [];
  if (words === 'selector') throw invalid('selector must be a CSS selector');
  if (words === 'key') throw invalid('key must be the name of a key, such as Enter or Tab');
  const code = /net::(ERR_\w+)/.exec(text)?.[1];
  return code === undefined ? words : `${words} (${code})`;
}
