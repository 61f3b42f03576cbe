import { anywhere } from './anywhere.js';

/** What a browser shows, and where it is. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** Where a browser was sent that is not of this service: nobody goes there. */
export interface Left {
  readonly left: URL;
  readonly headers: Headers;
}

interface Cookie {
  readonly path: string;
  readonly value: string;
}

/** A browser without scripts: follows redirects within one origin, keeps cookies, fills in forms. */
export class Browser {
  private readonly cookies = new Map<string, Cookie>();

  /** Everything it was ever sent, for tests that look for what must not be there. */
  readonly seen: string[] = [];

  constructor(private readonly origin: string) {}

  open(url: string | URL): Promise<Page | Left> {
    return this.go(new URL(url), { method: 'GET' });
  }

  /** Sends the form of a page with these values, as a press on the button of that name would. */
  submit(
    page: Page,
    values: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { Origin: this.origin },
  ): Promise<Page | Left> {
    const body = new URLSearchParams({ ...hiddenOf(page.html), ...values });
    return this.go(page.url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
  }

  /** Cookies as a request to `path` carries them. */
  cookiesFor(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  private async go(url: URL, init: RequestInit): Promise<Page | Left> {
    const cookie = this.cookiesFor(url.pathname);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...anywhere(),
        Accept: 'text/html',
        ...init.headers,
        ...(cookie && { Cookie: cookie }),
      },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const { status, headers } = response;
    const html = await response.text();
    this.seen.push(`${url.href}\n${JSON.stringify([...headers])}\n${html}`);
    const location = headers.get('Location');
    if (location === null) return { url, status, headers, html };
    const next = new URL(location, url);
    return next.origin === this.origin && !isCallback(next)
      ? this.go(next, { method: 'GET' })
      : { left: next, headers };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((it) => /^path=/i.test(it))?.slice('path='.length) ?? '/';
    if (value === '') this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { path, value });
  }
}

/** Signs in with a key and allows what is asked; where the browser is sent with the code. */
export async function allow(url: string | URL, key: string): Promise<URL> {
  const browser = new Browser(new URL(url).origin);
  const asked = await browser.open(url);
  const consent = await browser.submit(asPage(asked), { api_key: key });
  const done = await browser.submit(asPage(consent), { decision: 'allow' });
  return asLeft(done).left;
}

/** @throws Error that shows where the browser is instead */
export function asPage(result: Page | Left): Page {
  if ('left' in result) throw new Error(`the browser was sent to ${result.left.href}`);
  return result;
}

/** @throws Error that shows the page instead */
export function asLeft(result: Page | Left): Left {
  if (!('left' in result)) throw new Error(`the browser shows ${result.status} ${result.html}`);
  return result;
}

const isCallback = ({ searchParams }: URL) => searchParams.has('iss');

function hiddenOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}
