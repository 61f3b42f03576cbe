import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../src/browser/find-chromium.js';
import { startSites, type Sites } from '../test/support/site.js';
import { auditedOpens } from './credential-opens.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { programsBelow } from './processes.js';
import { withService, type BenchService } from './service.js';
import { spreadOf } from './statistics.js';

const ROUNDS = 25;
const SESSIONS = 5;
const READS = 400;
// Calls at once that read credentials.
const AT_ONCE = 4;
const LINGER_MS = 34_000;
// Milliseconds in which the processes of pages that were closed end.
const CLOSED_WITHIN_MS = 3_000;
const CHROMIUM = /chrom|headless_shell/;

const PAGE = `<title>Bench</title><form onsubmit="return false">
${Array.from({ length: 20 }, (_, n) => `<label>Field ${n} <input name="f${n}"></label>`).join('')}
<button>Go</button></form>`;

// One never gives its process back, one goes on all the time.
const HOSTILE: Readonly<Record<string, string>> = {
  'never ends': 'setTimeout(() => { for (;;); }, 100)',
  'reloads itself': 'setInterval(() => location.reload(), 1)',
};

interface Parts {
  readonly service: BenchService;
  readonly url: string;
  readonly hostileUrls: Readonly<Record<string, string>>;
  readonly bare: Browser;
}

/** Sessions and their acts, beside the same by playwright-core alone in the same Chromium. */
export const browser: Bench = async ({ directory }) => {
  const sites = await startSites();
  try {
    const settings = await settingsFor(directory, sites);
    const dataDir = join(directory, 'service');
    return await withService({ dataDir, settings }, async (service) => {
      const bare = await launchBare();
      try {
        const url = sites.page('127.0.0.1', '/', PAGE);
        const parts = { service, bare, url, hostileUrls: hostilePages(sites) };
        const figures = [...(await opens(parts)), ...(await acts(parts)), ...(await held(parts))];
        figures.push(...(await besideHostile(parts)), ...(await audited(service, dataDir)));
        return { figures: [...figures, await idle(service)] };
      } finally {
        await bare.close();
      }
    });
  } finally {
    await sites.close();
  }
};

const hostilePages = (sites: Sites) =>
  Object.fromEntries(
    Object.entries(HOSTILE).map(([what, script], n) => [
      what,
      sites.page('127.0.0.1', `/hostile${n}`, `<title>Hostile</title><script>${script}</script>`),
    ]),
  );

async function settingsFor(directory: string, { authorities }: Sites) {
  const file = join(directory, 'authorities.pem');
  await writeFile(file, authorities);
  return { EGRESS_ALLOW: '127.0.0.1', EXTRA_CA_FILE: file };
}

async function launchBare(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const program = await findChromium(undefined);
  if (!program) throw new Error('There is no Chromium');
  return chromium.launch({
    executablePath: program.path,
    env: program.env,
    args: ['--no-sandbox'],
  });
}

const newPage = async (bare: Browser): Promise<Page> =>
  (await bare.newContext({ ignoreHTTPSErrors: true })).newPage();

async function call<T>(
  { rest, apiKey }: BenchService,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${rest}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text || '{}') as T;
}

const open = ({ service }: Parts) =>
  call<{ id: string }>(service, 'POST', '/v1/browser/sessions', {});
const close = ({ service }: Parts, id: string) =>
  call(service, 'DELETE', `/v1/browser/sessions/${id}`);

/** Milliseconds of each round. */
async function times(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work(round);
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Ours and the same by playwright-core alone, in turn: the machine's speed changes. */
async function beside(
  what: string,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Figure[]> {
  const taken: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    taken.theirs.push(...(await times(1, theirs)));
    taken.ours.push(...(await times(1, ours)));
  }
  const [own, bare] = [spreadOf(taken.ours), spreadOf(taken.theirs)];
  const limit = 1.3 * bare.p50 + 15;
  return [
    {
      ...{ what, value: own.p50, unit: 'ms', p50: own.p50, p99: own.p99, n: ROUNDS },
      ...{ ratio: own.p50 / bare.p50, goal: atMost(own.p50, Math.round(limit), 'p50 ') },
    },
  ];
}

async function opens(parts: Parts): Promise<Figure[]> {
  const first = await open(parts);
  const figures = await beside(
    'open and close a session',
    async () => close(parts, (await open(parts)).id),
    async () => (await newPage(parts.bare)).context().close(),
  );
  await close(parts, first.id);
  return figures;
}

const BARE: Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>> = {
  goto: (page, url) => page.goto(url),
  click: (page) => page.click('button'),
  type: (page) => page.fill('[name=f3]', 'some words'),
  snapshot: async () => undefined,
};
const OURS: Readonly<Record<string, object>> = {
  goto: {},
  click: { selector: 'button' },
  type: { selector: '[name=f3]', value: 'some words' },
  snapshot: {},
};

/** Each shows the page behind it, as text. */
async function acts(parts: Parts): Promise<Figure[]> {
  const { service, bare, url } = parts;
  const { id } = await open(parts);
  const page = await newPage(bare);
  const act = async (action: string) => {
    const body = { action, ...OURS[action], ...(action === 'goto' && { url }) };
    const path = `/v1/browser/sessions/${id}/act`;
    const { ok } = await call<{ ok: boolean }>(service, 'POST', path, body);
    if (!ok) throw new Error(`${action} was not done`);
  };
  const bareAct = async (action: string) => {
    await BARE[action]!(page, url);
    await Promise.all([page.title(), page.ariaSnapshot({ mode: 'ai' })]);
  };
  const figures: Figure[] = [];
  for (const action of Object.keys(BARE))
    figures.push(
      ...(await beside(
        `act: ${action}`,
        () => act(action),
        () => bareAct(action),
      )),
    );
  await page.context().close();
  await close(parts, id);
  return figures;
}

/** How long one goes to a page while a session of another organization is on a hostile one. */
async function besideHostile({ service, url, hostileUrls }: Parts): Promise<Figure[]> {
  const { api_key: apiKey } = await call<{ api_key: string }>(service, 'POST', '/v1/orgs', {
    name: 'Other',
  });
  const other = { ...service, apiKey };
  const openBy = (by: BenchService) =>
    call<{ id: string }>(by, 'POST', '/v1/browser/sessions', {}).then(({ id }) => id);
  const goto = (by: BenchService, id: string, to: string) =>
    call(by, 'POST', `/v1/browser/sessions/${id}/act`, { action: 'goto', url: to });
  const own = await openBy(service);
  const figures: Figure[] = [];
  for (const [what, hostileUrl] of Object.entries(hostileUrls)) {
    const visits = () => times(ROUNDS, () => goto(service, own, url));
    const before = await visits();
    const hostile = await openBy(other);
    await goto(other, hostile, hostileUrl);
    const { p50, p99 } = spreadOf(await visits());
    await call(other, 'DELETE', `/v1/browser/sessions/${hostile}`);
    const ratio = p50 / spreadOf([...before, ...(await visits())]).p50;
    figures.push({
      ...{ what: `act: goto, beside a page that ${what}`, value: p50, unit: 'ms', p50, p99 },
      ...{ n: ROUNDS, ratio, goal: atMost(Math.round(ratio * 100) / 100, 1.5, 'ratio ') },
    });
  }
  await call(service, 'DELETE', `/v1/browser/sessions/${own}`);
  return figures;
}

/** How many sessions a GB holds, each on the page. */
async function held(parts: Parts): Promise<Figure[]> {
  const { service, bare, url } = parts;
  const pages: Page[] = [];
  const before = await memoryBelow(process.pid);
  for (let n = 0; n < SESSIONS; n++) {
    pages.push(await newPage(bare));
    await pages.at(-1)!.goto(url);
  }
  const theirs = (await memoryBelow(process.pid)) - before;
  for (const page of pages) await page.context().close();
  const sessions: string[] = [(await open(parts)).id];
  const empty = await memoryBelow(service.pid);
  for (let n = 0; n < SESSIONS; n++) {
    if (n > 0) sessions.push((await open(parts)).id);
    const path = `/v1/browser/sessions/${sessions.at(-1)}/act`;
    await call(service, 'POST', path, { action: 'goto', url });
  }
  const ours = (await memoryBelow(service.pid)) - empty;
  for (const id of sessions) await close(parts, id);
  const ratio = theirs / ours;
  return [
    {
      ...{ what: 'sessions a GB', value: (SESSIONS * 1024) / ours, unit: 'sessions', ratio },
      goal: atLeast(Math.round(ratio * 100) / 100, 0.8, 'ratio '),
    },
  ];
}

/** Reads of a credential of one organization by way of the API, and its opens: each an entry of its log, or two. */
async function audited(service: BenchService, dataDir: string): Promise<Figure[]> {
  const body = { service: 'site.test', identifier: 'ada', value: 'hunter2' };
  const { id } = await call<{ id: string }>(service, 'POST', '/v1/credentials', body);
  const { id: orgId } = await call<{ id: string }>(service, 'GET', '/v1/orgs/me');
  const began = performance.now();
  const lane = async () => {
    for (let n = 0; n < READS / AT_ONCE; n++) await call(service, 'GET', `/v1/credentials/${id}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const value = READS / ((performance.now() - began) / 1_000);
  const known = { orgId, credentialId: id, value: body.value };
  return [
    { what: 'audited reads', value, unit: '/s', n: READS },
    await auditedOpens(service.databaseUrl, dataDir, known),
  ];
}

/** Megabytes, once what was closed has left. */
async function memoryBelow(pid: number): Promise<number> {
  await pause(CLOSED_WITHIN_MS);
  return (await programsBelow(pid, CHROMIUM)).pssMb;
}

async function idle(service: BenchService): Promise<Figure> {
  await pause(LINGER_MS);
  const { processes } = await programsBelow(service.pid, CHROMIUM);
  return {
    what: 'idle: processes of Chromium',
    value: processes,
    unit: '',
    goal: atMost(processes, 0),
  };
}
