import { startBrowserApi, type BrowserApi } from '../../support/browser-api.js';
import type { Reply } from '../../support/start-api.js';

/** One organization with a browser, as its agent uses it. */
export interface BrowserClient extends BrowserApi {
  readonly call: (method: string, path: string, body?: object) => Promise<Reply>;
  /** Opens a session; the one before is closed. */
  open(): Promise<string>;
  act(body: object): Promise<Reply>;
  goto(url: string): Promise<Reply>;
  /** Stores a credential and uses it. */
  use(given: object, more?: object): Promise<Reply>;
}

/** Starts one. */
export async function startBrowserClient(): Promise<BrowserClient> {
  const browser = await startBrowserApi();
  const { key } = await browser.api.createOrg();
  const held = { session: '' };
  const call: BrowserClient['call'] = (method, path, body) =>
    browser.api.call(method, path, { key, ...(body && { body }) });
  const act = (body: object) => call('POST', `/v1/browser/sessions/${held.session}/act`, body);
  return {
    ...{ ...browser, call, act },
    async open() {
      if (held.session) await call('DELETE', `/v1/browser/sessions/${held.session}`);
      const { body } = await call('POST', '/v1/browser/sessions', {});
      if (body.error) throw new Error(body.error as string);
      return Object.assign(held, { session: body.id as string }).session;
    },
    goto: (url) => act({ action: 'goto', url }),
    async use(given, more = {}) {
      const { body } = await call('POST', '/v1/credentials', {
        ...{ service: 'site.test', identifier: 'ada', ...given },
      });
      const named = { credential_id: body.id as string, session_id: held.session };
      return call('POST', '/v1/credentials/use', { ...named, ...more });
    },
  };
}
