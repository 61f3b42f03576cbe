import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { conflict } from '../errors.js';
import { clip } from '../mail/text/safe-text.js';
import { leading } from './acts.js';
import { CONTROL_MARK } from './control-mark.js';
import { openWorlds, type World } from './frames.js';
import type { Masks } from './masks.js';
import {
  ENTER_IN_FRAME,
  READ_FRAME,
  type FrameOrder,
  type SeenButton,
  type SeenField,
  type SeenFrame,
} from './page/read-page.js';
import type { SessionPages } from './session-pages.js';

/** Where a control stands: in which frame, its number there, and what it was when it was seen. */
export interface ControlPlace {
  readonly frame: number;
  readonly n: number;
  readonly is: string;
}

/** A page as what is to be filled in: strangers' words, without secrets. */
export interface SeenPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly fields: readonly (SeenField & { readonly frame: number })[];
  readonly buttons: readonly (SeenButton & { readonly frame: number })[];
  readonly links: SeenFrame['links'];
  readonly alerts: readonly string[];
  readonly challenges: readonly string[];
}

/** What is entered; nothing of it is secret. */
export interface PageEntry {
  readonly values: readonly { readonly at: ControlPlace; readonly value: string }[];
  readonly ticks: readonly ControlPlace[];
  /** Boxes that are ticked already, such as for news. */
  readonly unticks: readonly ControlPlace[];
}

/** What a session can go on from elsewhere: where it was, and what the site knew it by. */
export interface KeptState {
  readonly url: string;
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

interface FormsDeps {
  readonly pages: Pick<SessionPages, 'current' | 'seen'>;
  readonly context: Pick<BrowserContext, 'cookies' | 'addCookies'>;
  readonly masks: Masks;
}

// Milliseconds in which a page shows what came of a click, and between two looks.
const SHOWS_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 150;
const CLICK_WITHIN_MS = 5_000;
const MAX_TEXT = 40_000;

/** Pages of a session as forms, read and filled in within worlds that scripts of the page do not reach. */
export class PageForms {
  constructor(private readonly deps: FormsDeps) {}

  /** What is to be seen, once it is to be seen; `isAgain`: once it is not as it was, or a while later. */
  read(isAgain = false): Promise<SeenPage> {
    return this.deps.pages.seen(async (page) => {
      const seen = await this.readNow(page);
      // What scripts draw is there a moment later.
      if (!isAgain && (seen.fields.length > 0 || seen.text.trim() !== '')) return seen;
      return this.changed(page, seen);
    });
  }

  /** Enters all of it, or nothing. @throws AppError 409 where the page is another one by now */
  async enter({ values, ticks, unticks }: PageEntry): Promise<void> {
    await this.order((frame) => ({
      ...{ marker: CONTROL_MARK, marks: [] },
      values: values
        .filter(({ at }) => at.frame === frame)
        .map(({ at: { n, is }, value }) => ({ n, is, value })),
      ticks: ticks.filter((at) => at.frame === frame),
      unticks: unticks.filter((at) => at.frame === frame),
    }));
  }

  /** Marks controls, in order, so that CSS finds each; answers the selectors. @throws AppError 409 */
  async mark(places: readonly ControlPlace[]): Promise<readonly string[]> {
    const marks = places.map((at) => ({ ...at, mark: randomBytes(6).toString('hex') }));
    await this.order((frame) => ({
      ...{ marker: CONTROL_MARK, values: [], ticks: [], unticks: [] },
      marks: marks.filter((mark) => mark.frame === frame),
    }));
    return marks.map(({ mark }) => `[${CONTROL_MARK}="${mark}"]`);
  }

  /** Clicks a button, or presses Enter in a field, as a person does; the page as it is then. @throws AppError 409 */
  async submit(at: ControlPlace, how: 'click' | 'enter'): Promise<SeenPage> {
    const page = await this.deps.pages.current();
    const before = await this.readNow(page);
    const [selector] = await this.mark([at]);
    await leading(page, async () => {
      for (const frame of page.frames()) {
        const target = frame.locator(`css=${selector}`);
        if ((await target.count().catch(() => 0)) === 0) continue;
        const within = { timeout: CLICK_WITHIN_MS };
        return how === 'click' ? target.click(within) : target.press('Enter', within);
      }
      throw conflict('The page changed meanwhile');
    });
    return this.deps.pages.seen((shown) => this.changed(shown, before));
  }

  /** Where it is, with its cookies. */
  async state(): Promise<KeptState> {
    const { pages, context } = this.deps;
    return { url: (await pages.current()).url(), cookies: await context.cookies() };
  }

  /** Takes the cookies of another session. */
  async resume({ cookies }: KeptState): Promise<void> {
    await this.deps.context.addCookies([...cookies]);
  }

  /** The page once it is not as it was, or a while later. */
  private async changed(page: Page, before: SeenPage): Promise<SeenPage> {
    const until = Date.now() + SHOWS_WITHIN_MS;
    for (;;) {
      const seen = await this.readNow(page);
      if (!isSame(seen, before) || Date.now() > until) return seen;
      await pause(LOOK_EVERY_MS);
    }
  }

  private async readNow(page: Page): Promise<SeenPage> {
    const frames = await inWorlds(page, (worlds) =>
      Promise.all(worlds.map((world) => call<SeenFrame>(world, READ_FRAME, []))),
    );
    const title = await page.title().catch(() => '');
    return this.hidden(pageOf(page.url(), title, frames));
  }

  private async order(orderOf: (frame: number) => FrameOrder): Promise<void> {
    const page = await this.deps.pages.current();
    const problem = await inWorlds(page, async (worlds) => {
      for (const [frame, world] of worlds.entries()) {
        const order = orderOf(frame);
        const { values, ticks, unticks, marks } = order;
        if ([values, ticks, unticks, marks].every(({ length }) => length === 0)) continue;
        const answer = await call<string>(world, ENTER_IN_FRAME, [order]);
        if (answer !== null) return answer;
      }
      return null;
    });
    if (problem !== null) throw conflict('The page changed meanwhile');
  }

  /** Without secrets that were used. */
  private hidden<T>(value: T): T {
    if (typeof value === 'string') return this.deps.masks.hide(value) as T;
    if (Array.isArray(value)) return value.map((one: unknown) => this.hidden(one)) as T;
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, this.hidden(one as unknown)]);
    return Object.fromEntries(entries) as T;
  }
}

const isSame = (one: SeenPage, other: SeenPage) =>
  one.url === other.url &&
  one.text === other.text &&
  one.alerts.join() === other.alerts.join() &&
  one.fields.map(({ is }) => is).join() === other.fields.map(({ is }) => is).join();

function pageOf(url: string, title: string, frames: readonly (SeenFrame | null)[]): SeenPage {
  return {
    ...{ url, title },
    text: clip(frames.map((frame) => frame?.text ?? '').join('\n'), MAX_TEXT),
    fields: frames.flatMap((seen, frame) => seen?.fields.map((one) => ({ ...one, frame })) ?? []),
    buttons: frames.flatMap((seen, frame) => seen?.buttons.map((one) => ({ ...one, frame })) ?? []),
    links: frames.flatMap((seen) => seen?.links ?? []),
    alerts: frames.flatMap((seen) => seen?.alerts ?? []),
    challenges: frames.flatMap((seen) => seen?.challenges ?? []),
  };
}

async function inWorlds<T>(page: Page, work: (worlds: readonly World[]) => Promise<T>): Promise<T> {
  const worlds = await openWorlds(page);
  try {
    return await work(worlds.all);
  } finally {
    await worlds.close();
  }
}

/** Null where the frame has gone elsewhere meanwhile. @throws AppError 409 where it was to be changed */
async function call<Answer>(
  { cdp, contextId }: World,
  functionDeclaration: string,
  given: readonly object[],
): Promise<Answer | null> {
  const asked = await cdp
    .send('Runtime.callFunctionOn', {
      ...{ functionDeclaration, executionContextId: contextId, returnByValue: true },
      arguments: given.map((value) => ({ value })),
    })
    .catch(() => null);
  if (asked && !asked.exceptionDetails) return asked.result.value as Answer | null;
  if (given.length > 0) throw conflict('The page changed meanwhile');
  return null;
}
