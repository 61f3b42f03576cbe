import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { addressOf, findTemporalOrphan } from '../../../src/embedded/temporal-process.js';
import { addressOfPostgres } from '../../e2e/postgres-processes.js';
import {
  createInstallation,
  type Installation,
  type RunningService,
} from '../../e2e/installation.js';
import { browserHomes } from '../../support/kill-browsers.js';
import { startSites, type Sites } from '../../support/site.js';
import {
  aboutOf,
  filesBelow,
  foundIn,
  foundInMemory,
  needlesOf,
  processesWith,
} from './needles.js';
import { startPictureReader } from './read-picture.js';

// A secret that is stored, typed, echoed and refused is nowhere but in the process of the browser.

const SECRETS = {
  password: `c4n4ry-${randomBytes(9).toString('hex')}<&"q`,
  cookie: `c00kie-${randomBytes(12).toString('hex')}`,
  long: `l0ng-${randomBytes(6_000).toString('hex')}`,
};
// What looks like the password, and is shown.
const NO_SECRET = `n0ne-${randomBytes(9).toString('hex')}`;
const NEEDLES = new Map(
  Object.entries({ ...SECRETS, long: SECRETS.long.slice(2_000, 2_060) }).flatMap(([name, secret]) =>
    [...needlesOf(secret)].map(([form, bytes]) => [`${name} ${form}`, bytes] as const),
  ),
);
const FORM = `<form action="/in" method="get"><input name="user" autocomplete="username">
<input type="password" name="secret"><textarea name="long"></textarea><button>Go</button></form>`;

let sites: Sites;
let installation: Installation;
let service: RunningService;
let browser: RunningService;
const answers: string[] = [];
/** PNG, of steps of sessions. */
const pictures: Buffer[] = [];

beforeAll(async () => {
  sites = await startSites();
  installation = await createInstallation({ MASTER_KEY: randomBytes(32).toString('base64') });
  await mkdir(join(installation.directory, 'tmp'), { mode: 0o711 });
  await writeFile(join(installation.directory, 'authorities.pem'), sites.authorities);
  layOut();
  await useInAllWays();
});
afterAll(async () => {
  await installation.remove();
  await sites.close();
});

const settings = () => ({
  ...{ LOG_LEVEL: 'trace', ROLES: 'api,smtp,imap,worker', EGRESS_ALLOW: '127.0.0.1' },
  EXTRA_CA_FILE: join(installation.directory, 'authorities.pem'),
  TMPDIR: join(installation.directory, 'tmp'),
});
const at = (path: string) => `https://127.0.0.1:${sites.port}${path}`;

function layOut(): void {
  sites.page('127.0.0.1', '/form', FORM);
  sites.page('127.0.0.1', '/shown', `<p style="font: 32px monospace">${NO_SECRET}</p>`);
  sites.page('127.0.0.1', '/in', (request, response) => {
    const given = new URL(request.url ?? '', at('/')).searchParams;
    const said = [given.get('secret') ?? '', SECRETS.long];
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Set-Cookie': `sid=${SECRETS.cookie}; Secure; HttpOnly`,
    });
    response.end(
      said.map((text) => echoOf(text)).join('') +
        `<script>alert(${JSON.stringify(said[0]).replace(/</g, '\\u003c')}); document.title = atob('${Buffer.from(said[0]!).toString('base64')}');
console.log(document.title); throw new Error(document.title);</script>`,
    );
  });
}

const htmlOf = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const echoOf = (text: string) =>
  [
    htmlOf(text),
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64'),
    Buffer.from(`x${text}`).toString('base64url'),
  ]
    .map((said) => `<p>${said}</p>`)
    .join('');

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(path, service.rest), {
    method,
    headers: { 'X-API-Key': await installation.apiKey(), 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('Content-Type') === 'image/png') pictures.push(bytes);
  answers.push(bytes.toString('latin1'));
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
}

const actIn = (id: string, body: object) => call('POST', `/v1/browser/sessions/${id}/act`, body);

async function act(
  id: string,
  body: { readonly action: string; readonly [name: string]: unknown },
) {
  const done = await actIn(id, body);
  expect([done.error, done.ok]).toEqual([null, true]);
  if (body.action === 'screenshot')
    await call('GET', `/v1/browser/sessions/${id}/steps/${String(done.step)}/screenshot`);
}

/** Stored by one process of the API, and used by way of another, which is not told it. */
async function useInAllWays(): Promise<void> {
  const first = await installation.start({ settings: settings() });
  service = first;
  const store = (given: object) =>
    call('POST', '/v1/credentials', { service: '127.0.0.1', identifier: 'ada', ...given });
  const { id: password } = await store({ value: SECRETS.password });
  const { id: long } = await store({ value: SECRETS.long, credential_type: 'other' });
  await first.stop();
  // It was told the secrets: the one that is looked at was not.
  const second = await installation.start({ settings: settings() });
  service = second;
  const temporal = await findTemporalOrphan(installation.directory);
  browser = await installation.start({
    role: 'browser',
    settings: {
      ...settings(),
      DATABASE_URL: await addressOfPostgres(installation.directory),
      TEMPORAL_ADDRESS: addressOf(temporal!.port),
    },
  });
  const opened = await call('POST', '/v1/browser/sessions', {});
  expect(opened.error).toBeUndefined();
  const id = opened.id as string;
  const use = (credential: unknown, fields?: object) =>
    call('POST', '/v1/credentials/use', { credential_id: credential, session_id: id, fields });
  await act(id, { action: 'goto', url: at('/shown') });
  await act(id, { action: 'screenshot' });
  await act(id, { action: 'goto', url: at('/form') });
  expect(await use(password, { value: '[name=user]' })).toMatchObject({
    error: expect.stringContaining('kind'),
  });
  expect(await use(password)).toMatchObject({ used: true });
  expect(await use(long, { value: 'textarea' })).toMatchObject({ used: true });
  await act(id, { action: 'screenshot' });
  await act(id, { action: 'click', selector: 'button' });
  expect(sites.received('127.0.0.1').join()).toContain(SECRETS.long.slice(0, 1_000));
  await act(id, { action: 'snapshot' });
  expect(await actIn(id, { action: 'screenshot' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('secret'),
  });
  await call('GET', `/v1/browser/sessions/${id}/steps`);
  await call('DELETE', `/v1/browser/sessions/${id}`);
  const again = (await call('POST', '/v1/browser/sessions', { credential_id: long })) as {
    id: string;
  };
  await act(again.id, { action: 'goto', url: at('/form') });
  for (const path of ['/v1/credentials', '/v1/credentials/audit', '/v1/browser/sessions'])
    await call('GET', path);
}

describe('A canary', () => {
  it('is in no answer and no log', () => {
    const said = Buffer.from(answers.join('\n'), 'latin1');
    expect(foundIn(said, NEEDLES)).toEqual([]);
    expect(said.includes('credential')).toBe(true);
    const logs = Buffer.from(service.output() + browser.output());
    expect(foundIn(logs, NEEDLES)).toEqual([]);
    expect(service.output()).toContain('"level":"debug"');
  });

  it('is in no file: not of Postgres, of Temporal, or a temporary one', async () => {
    const client = new pg.Client(await addressOfPostgres(installation.directory));
    await client.connect();
    await client.query('CHECKPOINT');
    await client.end();
    const found: string[] = [];
    let files = 0;
    const homes = await browserHomes(browser.pid);
    expect(homes).not.toEqual([]);
    for (const directory of [installation.directory, ...homes])
      for await (const path of filesBelow(directory)) {
        files++;
        for (const needle of foundIn(await readFile(path).catch(() => Buffer.alloc(0)), NEEDLES))
          found.push(`${path}: ${needle}`);
      }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(500);
  });

  it('is in no argument or environment, and not in the memory of the API', async () => {
    const pids = await processesWith(installation.directory);
    expect(pids).toEqual(expect.arrayContaining([service.pid, browser.pid]));
    for (const pid of pids) expect(foundIn(Buffer.from(await aboutOf(pid)), NEEDLES)).toEqual([]);
    expect(await foundInMemory(service.pid, NEEDLES)).toEqual([]);
    // What looks finds: the process of the browser had them.
    expect(await foundInMemory(browser.pid, NEEDLES)).not.toEqual([]);
  });

  it('is read in no picture, where what is no secret is', async () => {
    const reader = await startPictureReader();
    const read: string[] = [];
    for (const picture of pictures) read.push(alike(await reader.read(picture)));
    await reader.close();
    const parts = ({ length }: string) => [...Array(length - 5).keys()];
    const shows = (text: string, secret: string) =>
      parts(secret).some((at) => text.includes(alike(secret.slice(at, at + 6))));
    const [digits] = /[0-9a-f]{18}/.exec(SECRETS.password)!;
    expect(read.map((text) => shows(text, NO_SECRET.slice(5)))).toEqual([true, false]);
    expect(read.map((text) => shows(text, digits))).toEqual([false, false]);
  });
});

/** What is read, with one letter for those that are read as each other. */
const alike = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/[oq]/g, '0')
    .replace(/[lij|]/g, '1')
    .replace(/s/g, '5');
