import { AppError } from '../errors.js';
import type { OpenTunnel, ShownCertificate } from '../egress/tunnel.js';
import type { Log } from '../log.js';
import { findChromium, WAYS_TO_CHROMIUM, type ChromiumProgram } from './find-chromium.js';
import { launchChromium, type RunningChromium } from './launch.js';
import { memoryOf } from './memory.js';
import { BrowserProxy } from './proxy.js';
import { BrowserSession } from './session.js';

/** What browsers are made with. */
export interface BrowsersOptions {
  readonly openTunnel: OpenTunnel;
  readonly certificate: () => Promise<ShownCertificate>;
  /** `CHROMIUM_PATH`. */
  readonly chromiumPath: string | undefined;
  /** Without: never, or only where the kernel refuses it. */
  readonly sandbox: 'required' | 'wished' | 'off';
  readonly log: Log;
  readonly limits?: Partial<BrowserLimits>;
}

interface BrowserLimits {
  /** Milliseconds that a Chromium runs without a session. */
  readonly lingerMs: number;
  readonly bytesPerSession: number;
  readonly memoryPerOrganization: number;
  readonly memoryEveryMs: number;
}

const LIMITS: BrowserLimits = {
  lingerMs: 30_000,
  bytesPerSession: 200 * 1024 * 1024,
  memoryPerOrganization: 1024 * 1024 * 1024,
  memoryEveryMs: 1_000,
};

/** A session that runs, and the end of it. */
export interface OpenSession {
  readonly session: BrowserSession;
  close(): Promise<void>;
}

interface OrgBrowser {
  readonly running: RunningChromium;
  /** What is called when it ends, with why. */
  readonly sessions: Set<(why: string) => void>;
  linger?: NodeJS.Timeout | undefined;
}

/** One Chromium for each organization, from its first session until a while after its last. */
export class Browsers {
  private readonly byOrg = new Map<string, Promise<OrgBrowser>>();
  private readonly limits: BrowserLimits;
  private readonly timer: NodeJS.Timeout;
  private proxy: Promise<BrowserProxy> | undefined;
  private program: Promise<ChromiumProgram> | undefined;
  private closed = false;

  constructor(private readonly options: BrowsersOptions) {
    this.limits = { ...LIMITS, ...options.limits };
    this.timer = setInterval(() => void this.weigh(), this.limits.memoryEveryMs).unref();
  }

  /**
   * A session in the organization's Chromium; `onLost` is told once if it ends by itself.
   * @throws AppError 503 without a Chromium that starts
   */
  async open(orgId: string, onLost: (why: string) => void): Promise<OpenSession> {
    const proxy = await this.openProxy();
    const browser = await this.browserOf(orgId, proxy);
    const lose = once(onLost);
    browser.sessions.add(lose);
    const wayOut = proxy.open(this.meter(lose));
    try {
      const session = await BrowserSession.open(browser.running.browser, wayOut);
      return { session, close: () => this.release(orgId, browser, lose, session) };
    } catch (error) {
      wayOut.close();
      this.leave(orgId, browser, lose);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await Promise.all((await this.started()).map((browser) => this.end(browser)));
    await (await this.proxy?.catch(() => undefined))?.close();
  }

  private meter(lose: (why: string) => void): (bytes: number) => void {
    let left = this.limits.bytesPerSession;
    return (bytes) => {
      left -= bytes;
      if (left < 0) lose(`It moved more than ${mib(this.limits.bytesPerSession)} MiB`);
    };
  }

  private async release(
    orgId: string,
    browser: OrgBrowser,
    lose: (why: string) => void,
    session: BrowserSession,
  ): Promise<void> {
    browser.sessions.delete(lose);
    await session.close();
    this.leave(orgId, browser, lose);
  }

  private leave(orgId: string, browser: OrgBrowser, lose: (why: string) => void): void {
    browser.sessions.delete(lose);
    if (browser.sessions.size > 0 || this.closed) return;
    clearTimeout(browser.linger);
    browser.linger = setTimeout(() => {
      if (browser.sessions.size > 0) return;
      this.byOrg.delete(orgId);
      void this.end(browser);
    }, this.limits.lingerMs).unref();
  }

  private async end({ running, linger }: OrgBrowser): Promise<void> {
    clearTimeout(linger);
    await running.close();
  }

  private browserOf(orgId: string, proxy: BrowserProxy): Promise<OrgBrowser> {
    const known = this.byOrg.get(orgId);
    if (known) return known;
    const starting = this.start(orgId, proxy);
    this.byOrg.set(orgId, starting);
    starting.catch(() => this.byOrg.delete(orgId));
    return starting;
  }

  private async start(orgId: string, proxy: BrowserProxy): Promise<OrgBrowser> {
    const running = await this.launch(proxy);
    const browser: OrgBrowser = { running, sessions: new Set() };
    running.browser.once('disconnected', () => {
      this.byOrg.delete(orgId);
      for (const lose of browser.sessions) lose('The browser ended unexpectedly');
    });
    return browser;
  }

  private async launch(proxy: BrowserProxy): Promise<RunningChromium> {
    this.program ??= this.findProgram();
    this.program.catch(() => (this.program = undefined));
    const { port: proxyPort, shownKey } = proxy;
    const options = { program: await this.program, proxyPort, shownKey };
    const { sandbox, log } = this.options;
    try {
      return await launchChromium({ ...options, sandbox: sandbox !== 'off' });
    } catch (err) {
      if (sandbox !== 'wished') throw cannotStart(err);
      log.warn({ err }, 'Chromium starts without its sandbox: the kernel seems to refuse it');
    }
    return launchChromium({ ...options, sandbox: false }).catch((error: unknown) => {
      throw cannotStart(error);
    });
  }

  private async findProgram(): Promise<ChromiumProgram> {
    const program = await findChromium(this.options.chromiumPath);
    if (!program) throw new AppError(503, WAYS_TO_CHROMIUM);
    return program;
  }

  private async started(): Promise<OrgBrowser[]> {
    const settled = await Promise.allSettled(this.byOrg.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  private openProxy(): Promise<BrowserProxy> {
    this.proxy ??= this.options
      .certificate()
      .then((shown) => BrowserProxy.start(this.options.openTunnel, shown));
    return this.proxy;
  }

  /** Ends what has become too large. */
  private async weigh(): Promise<void> {
    if (this.byOrg.size === 0) return;
    const browsers = await this.started();
    const held = await memoryOf(new Set(browsers.map(({ running }) => running.processGroup)));
    const most = this.limits.memoryPerOrganization;
    for (const { running, sessions } of browsers) {
      if ((held.get(running.processGroup) ?? 0) <= most) continue;
      for (const lose of sessions) lose(`The browser took more than ${mib(most)} MiB of memory`);
      await running.close();
    }
  }
}

const mib = (bytes: number) => Math.round(bytes / 1024 / 1024);

const cannotStart = (cause: unknown) =>
  new AppError(
    503,
    'Chromium does not start: the log says why. Where the kernel refuses its sandbox, set BROWSER_SANDBOX=off',
    { cause },
  );

function once(tell: (why: string) => void): (why: string) => void {
  let isTold = false;
  return (why) => {
    if (isTold) return;
    isTold = true;
    tell(why);
  };
}
