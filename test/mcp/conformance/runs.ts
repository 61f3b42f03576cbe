import { freePort } from '../../support/free-port.js';
import { allow } from '../../oauth/browser.js';
import type { Check, SuiteVersion } from './suite.js';
import { runSuite } from './suite.js';

/** What a suite is run over. */
export interface Target {
  /** The tools, without sign-in. */
  readonly url: string;
  /** The authorization server, and a key to sign in with; a fixture has none. */
  readonly signIn?: { readonly issuer: string; readonly key: string };
}

/** A run of a suite. */
export interface SuiteRun {
  readonly name: string;
  run(target: Target): Promise<readonly Check[]>;
}

const overTools = (version: SuiteVersion, ...more: string[]): SuiteRun => ({
  name: [version, ...more].join(' '),
  run: ({ url }) => runSuite(version, ['server', '--url', url, ...more]),
});

/** Over whatever serves tools. */
export const TOOL_RUNS: readonly SuiteRun[] = [
  overTools('0.1.16'),
  overTools('0.2.0-alpha.12'),
  overTools('0.2.0-alpha.12', '--requirements', '2026-07-28'),
];

/** Over an authorization server. */
export const SIGN_IN_RUN: SuiteRun = {
  name: '0.2.0-alpha.12 authorization',
  async run({ signIn }) {
    const { issuer, key } = signIn!;
    const port = await freePort();
    const clientId = await register(issuer, `http://127.0.0.1:${port}/callback`);
    const args = ['--url', issuer, '--client-id', clientId, '--port', String(port)];
    return runSuite('0.2.0-alpha.12', ['authorization', ...args], asksFor(issuer, key));
  },
};

async function register(issuer: string, redirect: string): Promise<string> {
  const response = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
    }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

/** Opens the address that the suite prints, as a person would. */
function asksFor(issuer: string, key: string): (printed: string) => void {
  const opened = new Set<string>();
  return (printed) => {
    for (const [, url = ''] of printed.matchAll(/^\s*(https?:\/\/\S+\/authorize\?\S+)$/gm)) {
      if (opened.has(url) || !url.startsWith(issuer)) continue;
      opened.add(url);
      // Where that fails, the suite says that nobody came back.
      void allow(url, key).then(fetch, () => undefined);
    }
  };
}
