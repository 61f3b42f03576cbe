import { join } from 'node:path';
import { allow } from '../../oauth/browser.js';
import { Program } from '../../oauth/program.js';
import { connectCommand, connectWithBearer, structured } from './packages.js';
import type { Service } from './service.js';
import type { Connected } from './story.js';
import { packageOf, ran } from './temporary.js';

/** Signs in by `oauth4webapi`. */
export async function signInOauth4webapi(service: Service): Promise<Connected> {
  const program = await Program.register(service.base);
  const { access_token: token } = await program.signIn(service.key, { resource: service.url });
  return connectWithBearer(service, token);
}

interface Tokens {
  readonly access_token: string;
}

/** As much of `openid-client` as is used here. */
interface OpenidClient<Config = unknown> {
  dynamicClientRegistration(issuer: URL, ...more: unknown[]): Promise<Config>;
  buildAuthorizationUrl(config: Config, parameters: Readonly<Record<string, string>>): URL;
  authorizationCodeGrant(config: Config, back: URL, checks: object): Promise<Tokens>;
  randomPKCECodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  None(): unknown;
  readonly allowInsecureRequests: unknown;
}

const REDIRECT = 'http://127.0.0.1:7777/callback';

/** Signs in by `openid-client`. */
export const signInOpenidClient =
  (version: string) =>
  async (service: Service, directory: string): Promise<Connected> => {
    const openid = await packageOf<OpenidClient>(directory, 'openid-client', version);
    const insecure = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' };
    const metadata = {
      ...{ client_name: 'openid-client', redirect_uris: [REDIRECT] },
      token_endpoint_auth_method: 'none',
    };
    const issuer = new URL(service.base);
    const config = await openid.dynamicClientRegistration(
      ...([issuer, metadata, openid.None(), insecure] as const),
    );
    const verifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: REDIRECT, resource: service.url, code_challenge_method: 'S256' },
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    });
    const checks = { pkceCodeVerifier: verifier };
    const back = await allow(url, service.key);
    const { access_token: token } = await openid.authorizationCodeGrant(config, back, checks);
    return connectWithBearer(service, token);
  };

/** `mcp-remote` as a program's command: it prints where to sign in. */
export const connectRemote =
  (version: string) =>
  ({ url, key }: Service, directory: string): Promise<Connected> => {
    const env = { MCP_REMOTE_CONFIG_DIR: join(directory, 'mcp-remote'), BROWSER: 'none' };
    let isOpened = false;
    const args = ['--yes', `mcp-remote@${version}`, url];
    return connectCommand('npx', args, env, (printed) => {
      const [authorize] = /https?:\S+\/oauth\/authorize\?\S+(?=\s)/.exec(printed) ?? [];
      if (authorize === undefined || isOpened) return;
      isOpened = true;
      void allow(authorize, key).then(fetch, (error: unknown) => console.error(error));
    });
  };

/** The command line of the inspector: each call is a process, with a key, for it does not sign in. */
export const connectInspector =
  (version: string) =>
  ({ url, key }: Service): Promise<Connected> => {
    const packages = ['-p', 'node@22', '-p', `@modelcontextprotocol/inspector@${version}`];
    const run = async (...args: string[]): Promise<Record<string, unknown>> => {
      const program = ['mcp-inspector', '--cli', url, '--transport', 'http'];
      const bearer = ['--header', `Authorization: Bearer ${key}`];
      const printed = await ran('npx', [
        '--yes',
        ...packages,
        '--',
        ...program,
        ...bearer,
        ...args,
      ]);
      return JSON.parse(printed) as Record<string, unknown>;
    };
    return Promise.resolve({
      protocol: 'as it is',
      tools: async () => ((await run('--method', 'tools/list'))['tools'] as unknown[]).length,
      async call(name, args) {
        const given = Object.entries(args).flatMap(([key_, value]) => [
          '--tool-arg',
          `${key_}=${String(value)}`,
        ]);
        return structured(await run('--method', 'tools/call', '--tool-name', name, ...given));
      },
      close: () => Promise.resolve(),
    });
  };
