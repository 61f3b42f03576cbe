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
import { pagesAt } from '../../support/skill-site.js';
import { startSites, type Sites } from '../../support/site.js';
import { joinForm, layAccountSite, type AccountSite } from './account-site.js';

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

interface Task {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly steps: readonly { readonly name: string }[];
  readonly output: { readonly account: { readonly identifier: string } } | null;
}

let count = 0;
const lay = () => layAccountSite(place, `site${count++}`, { pages: [joinForm()] });
const begin = ({ url }: AccountSite) =>
  client.read<Task>('/v1/tasks', { type: 'signup', input: { url } });
const look = (id: string) => client.read<Task>(`/v1/tasks/${id}`);
const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED', 'WAITING_APPROVAL'];
const LONG = 400_000;

const ended = (id: string) =>
  eventually(async () => {
    const task = await look(id);
    return ENDED.includes(task.status) && task;
  }, LONG);

async function expectOne(at: AccountSite, id: string): Promise<Task> {
  const task = await ended(id);
  expect([task.status, task.error]).toEqual(['COMPLETED', null]);
  expect([...at.accounts.keys()]).toEqual([task.output!.account.identifier]);
  expect([...at.accounts.values()].map(({ made }) => made)).toEqual([1]);
  const { data } = await client.read<{ data: { type: string }[] }>(`/v1/tasks/${id}/events`);
  expect(
    data.filter(({ type }) => type.endsWith('completed') && !type.includes('step')),
  ).toHaveLength(1);
  return task;
}

describe('A sign-up', () => {
  it('outlives a worker that is killed at each of its steps', async () => {
    const at = lay();
    const { id } = await begin(at);
    for (let done = 0; ; done++) {
      const task = await eventually(async () => {
        const now = await look(id);
        return (now.steps.length > done || ENDED.includes(now.status)) && now;
      }, LONG);
      if (ENDED.includes(task.status)) break;
      await kill('worker');
    }
    await expectOne(at, id);
  });

  it('outlives a browser process that is killed at any of its steps', async () => {
    const whole = lay();
    const { steps } = await expectOne(whole, (await begin(whole)).id);
    for (let done = 1; done < steps.length; done++) {
      const at = lay();
      const { id } = await begin(at);
      await eventually(async () => {
        const now = await look(id);
        return now.steps.length >= done || ENDED.includes(now.status);
      }, LONG);
      await kill('browser');
      await expectOne(at, id);
    }
  });
});
