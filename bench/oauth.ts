import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { call, createInboxes } from './client.js';
import { atLeast, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { HttpCommands } from './generators/http.js';
import { withService, type BenchService } from './service.js';
import { spreadOf } from './statistics.js';

const CONNECTIONS = 50;
// Many and short: what else the machine does then meets both alike.
const ROUNDS = 7;
const CHAINS = 30;
const REDIRECT = 'http://127.0.0.1/callback';

/** What signing in costs: a call with a token beside one with a key, and refreshing. */
export const oauth: Bench = ({ full, directory }) =>
  withProgram('generators/http', (http: Program<HttpCommands>) =>
    withService({ dataDir: join(directory, 'service') }, async (service) => {
      const seconds = full ? 5 : 2;
      const { client_id: clientId } = await register(service);
      return {
        figures: [
          ...(await calls(service, http, { clientId, seconds })),
          await refreshes(service, { clientId, seconds }),
        ],
      };
    }),
  );

interface Job {
  readonly clientId: string;
  readonly seconds: number;
}

const register = (service: BenchService) =>
  call<{ client_id: string }>(service, '/oauth/register', {
    client_name: 'bench',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  });

/** Key and token in turn, so that both meet the same moods of the machine. */
async function calls(
  service: BenchService,
  http: Program<HttpCommands>,
  { clientId, seconds }: Job,
): Promise<Figure[]> {
  const [inbox] = await createInboxes(service, 1);
  const form = { grant_type: 'client_credentials', client_id: clientId };
  const { access_token: token } = await post<Tokens>(service, form);
  const load = (headers: Readonly<Record<string, string>>) =>
    http.ask('load', {
      ...{ url: service.rest, paths: [`/v1/inboxes/${inbox!.id}`], headers },
      ...{ connections: CONNECTIONS, seconds },
    });
  const withKey = () => load({ 'X-API-Key': service.apiKey });
  const withToken = () => load({ Authorization: `Bearer ${token}` });
  await withKey();
  await withToken();
  const keys: number[] = [];
  const tokens: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    keys.push((await withKey()).perSecond);
    tokens.push((await withToken()).perSecond);
  }
  const [key, ofToken] = [spreadOf(keys).p50, spreadOf(tokens).p50];
  const ratio = spreadOf(tokens.map((token, round) => token / keys[round]!)).p50;
  return [
    { what: 'get one inbox with a key', value: key, unit: '/s', n: ROUNDS },
    {
      ...{ what: 'get one inbox with a token', value: ofToken, unit: '/s', n: ROUNDS },
      ratio,
      goal: atLeast(ratio, 0.9, 'ratio '),
    },
  ];
}

/** Programs that do nothing but refresh, each with what it got before. */
async function refreshes(service: BenchService, { clientId, seconds }: Job): Promise<Figure> {
  const chains: string[] = [];
  while (chains.length < CHAINS) chains.push(await signIn(service, clientId));
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1_000;
  await Promise.all(
    chains.map(async (first) => {
      let token = first;
      while (performance.now() < end) {
        const from = performance.now();
        const form = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId };
        token = (await post<Tokens>(service, form)).refresh_token;
        times.push(performance.now() - from);
      }
    }),
  );
  const perSecond = (times.length * 1_000) / (performance.now() - began);
  const { p50, p99, n } = spreadOf(times);
  return {
    ...{ what: `refresh, ${CHAINS} programs`, value: perSecond, unit: '/s', p50, p99, n },
    goal: atLeast(perSecond, 200),
  };
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function post<T>({ rest }: BenchService, form: Record<string, string>): Promise<T> {
  const body = new URLSearchParams(form);
  const response = await fetch(`${rest}/oauth/token`, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`/oauth/token answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Signs in as a browser does; the refresh token. */
async function signIn(service: BenchService, clientId: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: REDIRECT, response_type: 'code' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await visit(`${service.rest}/oauth/authorize?${query.toString()}`, []);
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  const page = locationOf(begun, service);
  await visit(page, cookies, { csrf: await csrfOf(page, cookies), api_key: service.apiKey });
  const form = { csrf: await csrfOf(page, cookies), decision: 'allow' };
  const resume = locationOf(await visit(page, cookies, form), service);
  const { searchParams } = new URL(locationOf(await visit(resume, cookies), service));
  const { refresh_token: token } = await post<Tokens>(service, {
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT },
    ...{ code: searchParams.get('code') ?? '', code_verifier: verifier },
  });
  return token;
}

const visit = (url: string, cookies: readonly string[], form?: Record<string, string>) =>
  fetch(url, {
    redirect: 'manual',
    headers: { Cookie: cookies.join('; ') },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });

const locationOf = (response: Response, { rest }: BenchService) =>
  new URL(response.headers.get('Location') ?? '', rest).href;

async function csrfOf(page: string, cookies: readonly string[]): Promise<string> {
  const html = await (await visit(page, cookies)).text();
  return /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
}
