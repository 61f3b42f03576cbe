import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Program } from '../../oauth/program.js';
import { connectWithBearer } from './packages.js';
import type { ClientProgram, Surroundings } from './programs.js';
import { tellStory, type Told } from './story.js';
import { packageOf, ran } from './temporary.js';

/** As much of `playwright-core` as is used here. */
interface Playwright {
  readonly chromium: {
    launch(
      options: object,
    ): Promise<{ newContext(options: object): Promise<Context>; close(): Promise<void> }>;
  };
}
interface Context {
  newPage(): Promise<Page>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  fill(selector: string, value: string): Promise<void>;
  click(selector: string): Promise<void>;
  waitForEvent(name: 'popup'): Promise<Page>;
}

/** The program's own pages: one that opens an address in a popup, and the one that the browser comes back to. */
interface Callback {
  readonly url: string;
  readonly opener: string;
  readonly back: Promise<URL>;
  close(): void;
}

// What steers it, from its registry.
const PLAYWRIGHT = '1.65.1';
const OPENER =
  "<button onclick=\"open(decodeURIComponent(location.hash.slice(1)), 'p', 'width=500')\">";
// The window that opened the popup has to be there still (`Cross-Origin-Opener-Policy` would cut it off).
const CLOSES = '<script>opener.document.title = "back"; close()</script>';

async function startCallback(): Promise<Callback> {
  let came!: (url: URL) => void;
  const back = new Promise<URL>((resolve) => (came = resolve));
  const server = createServer((req, res) => {
    const at = new URL(req.url ?? '/', url);
    res.setHeader('Content-Type', 'text/html');
    res.end(at.pathname === '/callback' ? CLOSES : OPENER);
    if (at.pathname === '/callback') came(at);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const opener = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${opener}/callback`;
  return { ...{ url, opener, back }, close: () => void server.close().closeAllConnections() };
}

const run =
  (path: string, inPopup: boolean): ClientProgram['run'] =>
  async ({ service, directory }: Surroundings): Promise<Told> => {
    const { chromium } = await packageOf<Playwright>(directory, 'playwright-core', PLAYWRIGHT);
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
    const callback = await startCallback();
    try {
      const program = await Program.register(service.base, { redirect_uris: [callback.url] });
      const underWay = await program.begin({ resource: service.url }, callback.url);
      const context = await browser.newContext({ javaScriptEnabled: inPopup });
      const page = await open(
        await context.newPage(),
        underWay.url.href,
        inPopup && callback.opener,
      );
      await page.fill('input[type=password]', service.key);
      await page.click('button');
      await page.click('button[value=allow]');
      const answer = await program.exchange(await callback.back, underWay);
      const { access_token: token } = (await answer.json()) as { access_token: string };
      return await tellStory(await connectWithBearer(service, token), service);
    } finally {
      callback.close();
      await browser.close();
    }
  };

/** The page of the sign-in: the one there is, or one that a page of the program opens. */
async function open(page: Page, url: string, opener: string | false): Promise<Page> {
  if (opener === false) {
    await page.goto(url);
    return page;
  }
  await page.goto(`${opener}/#${encodeURIComponent(url)}`);
  const popup = page.waitForEvent('popup');
  await page.click('button');
  return popup;
}

/** A browser that is not ours, for programs of `oauth4webapi`; none without its path. */
export async function chromiumRuns(path: string | undefined): Promise<readonly ClientProgram[]> {
  if (path === undefined) return [];
  const [version = ''] = /\d+/.exec(await ran(path, ['--version'])) ?? [];
  const chromium = (name: string, inPopup: boolean): ClientProgram => ({
    ...{ name, version, by: 'browser' },
    run: run(path, inPopup),
  });
  return [chromium('chromium without script', false), chromium('chromium with a popup', true)];
}
