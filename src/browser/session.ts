import type { Browser, BrowserContext, Cookie, Dialog, Download, Page } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import { AppError, invalid } from '../errors.js';
import { clip, oneLine, shorten } from '../mail/text/safe-text.js';
import { ACT_WITHIN_MS, doOn, leadingTo, problemOf, type Action, type PageAct } from './acts.js';
import { belongsTo, homesOf } from './belongs.js';
import { findForm, type FieldPlaces, type FoundForm } from './fill.js';
import { PageForms } from './forms.js';
import { Guarded } from './guarded.js';
import { Masks } from './masks.js';
import { withPasskey, type Passkey } from './passkey.js';
import type { FieldName } from './page/order.js';
import type { WayOut } from './proxy.js';
import { watchRest } from './restless.js';
import { screenshotOf, type Picture } from './screenshot.js';
import { MAX_PAGES, SessionPages } from './session-pages.js';

/** What came of an act. All texts are strangers' words, without secrets. */
export interface ActOutcome {
  readonly ok: boolean;
  readonly error: string | null;
  readonly page: PageView;
  readonly dialogs: readonly string[];
  readonly downloads: readonly string[];
  readonly blocked: readonly string[];
}

/** A page as it stands. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  /** Of ARIA, with refs. */
  readonly snapshot: string;
}

/** An outcome, with the picture of a screenshot. */
export interface ActResult {
  readonly outcome: ActOutcome;
  /** PNG. */
  readonly picture: Buffer | null;
}

/** Where a credential belongs. */
export interface Belonging {
  readonly service: string;
  readonly origins: readonly string[];
}

/** What a credential is, as far as a page is judged by it. */
export interface ForPage extends Belonging {
  readonly isPassword: boolean;
  readonly has: readonly FieldName[];
}

// What may lead elsewhere a moment later.
const MAY_LEAD: readonly Action[] = ['click', 'press'];

const MAX_SNAPSHOT = 64 * 1024;
const NO_PAGE: PageView = { url: '', title: '', snapshot: '' };
const MAX_TOLD = 20;
const SNAPSHOT_WITHIN_MS = 5_000;
const COOKIES_WITHIN_MS = 3_000;
// A site that has no cookies.
const NOWHERE = 'https://nowhere.invalid/';
const MAX_URL = 2_048;
const MAX_LINE = 500;

/** A session: a context of a Chromium with pages, a way out and secrets that no text shows. */
export class BrowserSession {
  private readonly masks = new Masks();
  private readonly guarded = new Guarded(this.masks);
  private readonly pages: SessionPages;
  /** Its pages as forms, for what fills them in by itself. */
  readonly forms: PageForms;
  private readonly dialogs: string[] = [];
  private readonly downloads: string[] = [];
  private readonly blocked: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly wayOut: WayOut,
  ) {
    context.on('page', (page) => this.watch(page));
    this.pages = new SessionPages(context, () =>
      note(this.blocked, `a page more than ${MAX_PAGES}`),
    );
    this.forms = new PageForms({ pages: this.pages, context, masks: this.masks });
  }

  /** A context with an empty page. */
  static async open(browser: Browser, wayOut: WayOut): Promise<BrowserSession> {
    const { server, username, password } = wayOut;
    const context = await browser.newContext({
      proxy: { server, username, password },
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
    });
    const session = new BrowserSession(context, wayOut);
    await session.pages.current();
    return session;
  }

  /** Does one thing, and shows the page behind it. @throws AppError 400, 409 */
  async act(act: PageAct): Promise<ActResult> {
    const page = await this.pages.current();
    const came: { error: string | null; picture: Picture | null } = { error: null, picture: null };
    const doing = async () => {
      came.error = await this.done(page, act);
      if (act.action === 'screenshot')
        came.picture = await this.pages.seen((shown) => screenshotOf(shown, this.masks));
    };
    const view = await (MAY_LEAD.includes(act.action)
      ? leadingTo(page, doing, () => this.view())
      : doing().then(() => this.view()));
    const { error, picture } = came;
    const refused = picture !== null && 'refused' in picture ? picture.refused : null;
    const outcome = this.outcome(error ?? refused, view);
    return { outcome, picture: picture !== null && 'png' in picture ? picture.png : null };
  }

  /** The form that a credential would be filled into. @throws AppError 409 */
  async findForm(credential: ForPage, fields: FieldPlaces | null): Promise<FoundForm> {
    const { service, origins, isPassword, has } = credential;
    const homes = homesOf({ service, origins, opened: this.wayOut.opened });
    const page = await this.pages.current();
    await this.guarded.checkPlaces(page, fields);
    return findForm(page, { fields, has, isPassword, homes, service });
  }

  /** Has a page ask for a passkey, by a button that was found; null: it makes one. @throws AppError 403, 409 */
  async usePasskey(form: FoundForm, passkey: Passkey | null): Promise<Passkey> {
    return withPasskey(await this.pages.current(), passkey, () => form.press());
  }

  /** Its cookies of where a credential belongs; null where the browser does not answer. */
  async cookiesOf({ service, origins }: Belonging): Promise<Cookie[] | null> {
    const homes = homesOf({ service, origins, opened: this.wayOut.opened });
    const asked = this.context.cookies().catch(() => null);
    const all = await withTimeout(COOKIES_WITHIN_MS, asked, null);
    return all && all.filter((cookie) => belongsTo(homes, cookie.domain));
  }

  /** Has it go on with cookies of an earlier one. */
  async addCookies(cookies: readonly Cookie[]): Promise<void> {
    await this.context.addCookies(cookies);
  }

  /** Blanked from now on, in all that leaves: to be told before it is filled in. */
  hide(secrets: readonly string[]): void {
    for (const secret of secrets) this.masks.add(secret);
  }

  /** As it stands, without doing anything. */
  async look(): Promise<ActOutcome> {
    return this.outcome(null, await this.view());
  }

  /** Whether its browser answers: that it ended is told a moment after what was asked of it has failed. */
  async isAlive(): Promise<boolean> {
    const asked = this.context.cookies(NOWHERE).then(
      () => true,
      () => false,
    );
    return withTimeout(COOKIES_WITHIN_MS, asked, false);
  }

  async close(): Promise<void> {
    this.wayOut.close();
    await withTimeout(
      ACT_WITHIN_MS,
      this.context.close().catch(() => undefined),
      undefined,
    );
  }

  /** What went wrong; null where nothing did. */
  private async done(page: Page, act: PageAct): Promise<string | null> {
    const work = () => doOn(page, act, this.pages);
    const doing = this.guarded.doing(page, act, work).then(() => null);
    const late = 'it was not done in time';
    try {
      return await withTimeout(ACT_WITHIN_MS, doing, late);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const words = problemOf(error);
      return act.action === 'goto' ? this.problemOfTarget(words) : words;
    }
  }

  /** @throws AppError 400 for an address that is not to be gone to */
  private problemOfTarget(otherwise: string): string {
    const blocked = this.wayOut.takeBlocked();
    this.blocked.push(...blocked.map(({ target, reason }) => `${target}: ${reason}`));
    const last = blocked.at(-1);
    if (last?.isForbidden) throw invalid(`url must not be there: ${last.reason}`);
    return last === undefined ? otherwise : last.reason;
  }

  private outcome(error: string | null, page: PageView): ActOutcome {
    const noted = this.wayOut.takeBlocked().map(({ target, reason }) => `${target}: ${reason}`);
    const shown = (texts: string[]) => texts.map((text) => this.line(text));
    return {
      ok: error === null,
      error: error === null ? null : this.line(error),
      page,
      dialogs: shown(this.dialogs.splice(0)),
      downloads: this.downloads.splice(0).map((name) => this.line(this.masks.hideInName(name))),
      blocked: shown([...this.blocked.splice(0), ...noted]),
    };
  }

  private view(): Promise<PageView> {
    return this.pages.seen((page) => this.viewOf(page)).catch(() => NO_PAGE);
  }

  private async viewOf(page: Page): Promise<PageView> {
    const [title, snapshot] = await Promise.all([
      withTimeout(
        SNAPSHOT_WITHIN_MS,
        page.title().catch(() => ''),
        '',
      ),
      page.ariaSnapshot({ mode: 'ai', timeout: SNAPSHOT_WITHIN_MS }).catch(() => ''),
    ]);
    // Cut when all is blanked: half a secret is none that is found.
    return {
      url: clip(this.masks.hide(page.url()), MAX_URL),
      title: this.line(title),
      snapshot: clip(this.masks.hide(snapshot), MAX_SNAPSHOT),
    };
  }

  private line(text: string): string {
    return shorten(oneLine(this.masks.hide(text)), MAX_LINE);
  }

  private watch(page: Page): void {
    watchRest(page, () => this.stop(page));
    page.on('dialog', (dialog) => this.dismiss(dialog));
    page.on('download', (download) => this.cancel(download));
  }

  /** One that goes on elsewhere all the time is closed. */
  private stop(page: Page): void {
    note(this.blocked, `${page.url()}: it went on elsewhere all the time, and was closed`);
    void this.pages.close(page).catch(() => undefined);
  }

  private dismiss(dialog: Dialog): void {
    note(this.dialogs, `${dialog.type()}: ${dialog.message()}`);
    // A page is not to keep who wants to leave it.
    const isLeaving = dialog.type() === 'beforeunload';
    void (isLeaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  }

  private cancel(download: Download): void {
    note(this.downloads, download.suggestedFilename());
    void download.cancel().catch(() => undefined);
  }
}

function note(notes: string[], text: string): void {
  if (notes.length < MAX_TOLD) notes.push(text);
}
