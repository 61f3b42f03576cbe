import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/mail-api.js';
import type { SiteRequest } from '../../support/site.js';
import { startSkillClient, type SkillClient } from './skill-client.js';

// A site that others wrote: django-allauth as it comes. `ALLAUTH_PYTHON` has it installed (pip install django-allauth).

const PYTHON = process.env['ALLAUTH_PYTHON'] ?? 'python3';
if (spawnSync(PYTHON, ['-c', 'import allauth']).status !== 0)
  throw new Error(`${PYTHON} has no django-allauth: name one that has it as ALLAUTH_PYTHON`);
const PROGRAM = join(process.cwd(), 'test/browser/long/allauth_site.py');

let site: SkillClient;
let directory: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  site = await startSkillClient();
  await site.begin();
  directory = await mkdtemp(join(tmpdir(), 'restante-allauth-'));
});
afterAll(async () => {
  for (const one of started) one.kill('SIGKILL');
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

/** Passes on what comes over https. */
const passOn = (port: number) => (from: SiteRequest, to: ServerResponse) => {
  const { method, url, headers } = from;
  const given = { ...headers, 'x-forwarded-proto': 'https' };
  const passed = request({ port, host: '127.0.0.1', method, path: url, headers: given });
  passed.on('response', (answer: IncomingMessage) => {
    to.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(to);
  });
  passed.end(from.body);
};

async function startDjango(proof: string): Promise<void> {
  const port = await freePort();
  const database = join(directory, `${proof}.sqlite`);
  const given = [PROGRAM, database, String(port), String(site.mailPort), proof];
  started.push(spawn(PYTHON, given, { stdio: 'ignore' }));
  site.sites.page('site.test', '*', passOn(port));
  await until(() =>
    fetch(`http://127.0.0.1:${port}/accounts/login/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

describe('django-allauth', () => {
  it.each(['code', 'link'])(
    'takes a sign-up that it proves by a %s, and lets it log in',
    async (proof) => {
      await startDjango(proof);
      const at = `https://site.test:${site.sites.port}/accounts`;
      // Its mail is not signed.
      const input = { url: `${at}/signup/`, require_auth: false };
      const { output } = await site.completed('signup', input);
      const { credential_id: credential } = output.account;
      await site.completed('login', { credential_id: credential, url: `${at}/login/` });
    },
  );
});
