import type { BrowserContext, Page } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import { AppError } from '../errors.js';

/** How many there are at most; ours come on top. */
export const MAX_PAGES = 5;
const OPENED_WITHIN_MS = 30_000;
// How often pages are looked at that close themselves meanwhile.
const MAX_LOOKS = 3;

/**
 * The pages of a session. Pages are closed by themselves, by each other and by us, at any moment: there is always one
 * that stands, and what is done next is done there.
 */
export class SessionPages {
  private readonly opening = new Set<Promise<Page>>();
  private readonly replacements = new WeakMap<Page, Promise<Page>>();
  // They are closed, or will be in a moment.
  private readonly left = new WeakSet<Page>();
  private readonly own = new WeakSet<Page>();

  /** `onTooMany` is told of each that a page opened in vain. */
  constructor(
    private readonly context: BrowserContext,
    onTooMany: () => void,
  ) {
    context.on('page', (page) => void this.admit(page, onTooMany));
  }

  /**
   * The one that was opened last; an empty one where all were closed, or that one is being replaced.
   * @throws AppError 503 where none opens in time; what Playwright throws where the browser has ended
   */
  async current(): Promise<Page> {
    const page = await withTimeout(OPENED_WITHIN_MS, this.standing(), null);
    if (!page) throw new AppError(503, 'The browser does not open a page');
    return page;
  }

  /** What is seen of the current one; of the next where it is closed meanwhile. @throws what `look` throws */
  async seen<Seen>(look: (page: Page) => Promise<Seen>): Promise<Seen> {
    for (let looks = 1; ; looks++) {
      const page = await this.current();
      const isLast = () => looks === MAX_LOOKS || this.stands(page);
      try {
        const seen = await look(page);
        if (isLast()) return seen;
      } catch (error) {
        if (isLast()) throw error;
      }
    }
  }

  /** Closes a page; the empty one that is opened in its place, once, whoever asks. */
  replaced(page: Page): Promise<Page> {
    const known = this.replacements.get(page);
    if (known) return known;
    this.leave(page);
    const opened = this.open();
    this.replacements.set(page, opened);
    return opened;
  }

  /** Closes a page. Where that is the current one an empty one takes its place, and not one that it opened before. */
  async close(page: Page): Promise<void> {
    if (this.all.at(-1) === page) await this.replaced(page);
    else this.leave(page);
  }

  private get all(): Page[] {
    return this.context.pages().filter((page) => this.stands(page));
  }

  private stands(page: Page): boolean {
    return !page.isClosed() && !this.left.has(page);
  }

  private async standing(): Promise<Page> {
    await this.opened();
    return this.all.at(-1) ?? this.open();
  }

  private async opened(): Promise<void> {
    while (this.opening.size > 0) await Promise.allSettled(this.opening);
  }

  private open(): Promise<Page> {
    const opened = this.context.newPage().then((page) => {
      this.own.add(page);
      return page;
    });
    this.opening.add(opened);
    const end = () => this.opening.delete(opened);
    opened.then(end, end);
    return opened;
  }

  private leave(page: Page): void {
    this.left.add(page);
    page.close().catch(() => undefined);
  }

  private async admit(page: Page, onTooMany: () => void): Promise<void> {
    // Which of them are ours is known then.
    if (this.opening.size > 0) await this.opened();
    if (this.own.has(page) || this.all.length <= MAX_PAGES) return;
    onTooMany();
    this.leave(page);
  }
}
