import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport, type Transporter } from 'nodemailer';
import { eventually } from '../../e2e/eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from '../../e2e/installation.js';
import type { RestClient } from '../../e2e/rest-client.js';
import { pagesAt, type FinishedTask } from '../../support/skill-site.js';
import { startSites, type Sites } from '../../support/site.js';
import { expectOneAccount, joinForm, layAccountSite, type AccountSite } from './account-site.js';

// Processes are killed at every step of a sign-up: one account is made, and the task ends once.

type Killed = 'worker' | 'browser';

let sites: Sites;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;
let mailer: Transporter;
const running: Partial<Record<Killed, RunningService>> = {};
let place: Parameters<typeof layAccountSite>[0];

const trusting = () => ({ EXTRA_CA_FILE: join(installation.directory, 'authorities.pem') });
const start = async (role: Killed) => {
  running[role] = await installation.start({ role, settings: trusting() });
};
const kill = async (role: Killed) => {
  running[role]!.kill('SIGKILL');
  await running[role]!.ended;
  await start(role);
};

beforeAll(async () => {
  sites = await startSites();
  installation = await createSharedInstallation({ EGRESS_ALLOW: '127.0.0.1' });
  await writeFile(trusting().EXTRA_CA_FILE, sites.authorities);
  service = await installation.start({ settings: { ...trusting(), ROLES: 'api,smtp' } });
  client = await installation.client(service);
  await Promise.all([start('worker'), start('browser')]);
  mailer = createTransport({ host: service.smtp.host, port: service.smtp.port, ignoreTLS: true });
  const at = pagesAt(sites, '127.0.0.1');
  const mail = (to: string, text: string) =>
    mailer.sendMail({ from: 'no-reply@site.test', to, subject: text.split('\n')[0]!, text });
  place = { at, mail };
});
afterAll(async () => {
  mailer.close();
  await installation.remove();
  await sites.close();
});

let count = 0;
const lay = () => layAccountSite(place, `site${count++}`, { pages: [joinForm()] });
const begin = ({ url }: AccountSite) =>
  client.read<FinishedTask>('/v1/tasks', { type: 'signup', input: { url } });
const look = (id: string) => client.read<FinishedTask>(`/v1/tasks/${id}`);
const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED', 'WAITING_APPROVAL'];
// Milliseconds: what a killed worker was at is tried again half a minute later.
const LONG = 400_000;
const GUARD_MS = 1_800_000;

const ended = (id: string) =>
  eventually(async () => {
    const task = await look(id);
    return ENDED.includes(task.status) && task;
  }, LONG);

async function expectOne(at: AccountSite, id: string): Promise<FinishedTask> {
  const task = await ended(id);
  expectOneAccount(at, task);
  const { data } = await client.read<{ data: { kind: string }[] }>(
    `/v1/tasks/${id}/events?limit=100`,
  );
  expect(data.filter(({ kind }) => kind === 'completed')).toHaveLength(1);
  return task;
}

/** A task that has done more steps than so many, or has ended. */
const behind = (id: string, done: number) =>
  eventually(async () => {
    const task = await look(id);
    return (task.steps.length > done || ENDED.includes(task.status)) && task;
  }, LONG);

describe('A sign-up', () => {
  it(
    'outlives a worker that is killed at each of its steps',
    async () => {
      const at = lay();
      const { id } = await begin(at);
      for (let done = 0; ; done++) {
        const { status } = await behind(id, done);
        if (ENDED.includes(status)) break;
        await kill('worker');
      }
      await expectOne(at, id);
    },
    GUARD_MS,
  );

  it(
    'outlives a browser process that is killed at any of its steps',
    async () => {
      const whole = lay();
      const { steps } = await expectOne(whole, (await begin(whole)).id);
      for (let done = 0; done < steps.length - 1; done++) {
        const at = lay();
        const { id } = await begin(at);
        await behind(id, done);
        await kill('browser');
        await expectOne(at, id);
      }
    },
    GUARD_MS,
  );
});
