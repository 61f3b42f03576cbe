import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, processed, sendCode } from './mail.js';
import { createRestClient, type Answer, type RestClient } from './rest-client.js';

const FREE_PER_MINUTE = 60;
const WAVE = 24;

describe('two API processes and a worker on one database', () => {
  let installation: SharedInstallation;
  let services: [RunningService, RunningService];
  let worker: RunningService;
  let first: RestClient;
  let second: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    const settings = { ROLES: 'api,smtp' };
    [services, worker] = await Promise.all([
      Promise.all([installation.start({ settings }), installation.start({ settings })]),
      installation.start({ role: 'worker' }),
    ]);
    first = await installation.client(services[0]);
    second = await installation.client(services[1]);
  });
  afterAll(() => installation.remove());

  const openWaits = (count: number) =>
    eventually(async () => {
      const texts = services.map(async ({ metrics }) => (await fetch(metrics)).text());
      const counts = (await Promise.all(texts)).map((text) =>
        Number(/^restante_open_waits (\d+)$/m.exec(text)?.[1]),
      );
      return counts[0]! + counts[1]! === count;
    });
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

  it('make one first organization between them', async () => {
    const key = await installation.apiKey();
    const shown = services.filter(({ output }) => output().includes(key));
    expect(shown).toHaveLength(1);
    expect(worker.output()).not.toContain(key);
  });

  it('end each wait, wherever the mail came in', async () => {
    const inbox = await createInbox(first);
    const code = newCode();
    const wait = second.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`);
    await openWaits(1);
    const emailId = await sendCode(services[0], inbox, code);
    expect(await wait).toMatchObject({ code, email_id: emailId });
    await eventually(async () => (await processed(first, emailId)).outcome === 'ok');
  });

  it('are told of mail by a third one that does nothing but take it', async () => {
    const exchanger = await installation.start({ role: 'smtp' });
    try {
      const inbox = await createInbox(first);
      const code = newCode();
      const wait = first.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`);
      await openWaits(1);
      const emailId = await sendCode(exchanger, inbox, code);
      expect(await wait).toMatchObject({ code, email_id: emailId });
      expect(await (await fetch(exchanger.metrics)).text()).toContain('restante_open_waits 0');
    } finally {
      await exchanger.stop();
    }
  });

  it('hand each mail to one wait of a key, and to each wait that says where it starts', async () => {
    const inbox = await createInbox(first);
    const path = `/v1/inboxes/${inbox.id}/otp?timeout=20`;
    const exact = `${path}&since=${encodeURIComponent(inbox.created_at)}`;
    const sharing = [first.read(path), second.read(path)];
    const own = [first.read(exact), second.read(exact)];
    await openWaits(4);
    const sent = [await sendCode(services[0], inbox, newCode())];
    expect((await Promise.all(own)).map(({ email_id: id }) => id as string)).toEqual([
      sent[0],
      sent[0],
    ]);
    sent.push(await sendCode(services[1], inbox, newCode()));
    const shared = (await Promise.all(sharing)).map(({ email_id: id }) => id as string);
    expect(shared.sort()).toEqual(sent.sort());
    for (const client of [first, second]) {
      const late = await client.get(`/v1/inboxes/${inbox.id}/otp?timeout=1`);
      expect([late.status, late.headers.get('X-Last-Email-Id')]).toEqual([204, expect.anything()]);
    }
  });

  it('give a repeated wait the same mail', async () => {
    const inbox = await createInbox(first);
    await sendCode(services[0], inbox, newCode());
    await sendCode(services[0], inbox, newCode());
    const path = `/v1/inboxes/${inbox.id}/otp?timeout=5`;
    const key = { 'Idempotency-Key': `again ${inbox.id}` };
    const [one, again] = [await first.get(path, key), await second.get(path, key)];
    expect([one.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(one.body);
  });

  it('run a request with an Idempotency-Key once', async () => {
    const create = (client: RestClient, key: string, body: object) =>
      client.call('POST', '/v1/inboxes', { body, headers: { 'Idempotency-Key': key } });
    for (let round = 0; round < 5; round++) {
      const key = `round ${round}`;
      const body = { name: `once-${round}` };
      const both = await Promise.all([create(first, key, body), create(second, key, body)]);
      expect([
        [201, 201],
        [201, 409],
      ]).toContainEqual(statuses(both));
      const later = await Promise.all([create(first, key, body), create(second, key, body)]);
      const { id } = both.find(({ status }) => status === 201)!.body;
      for (const answer of later) expect([answer.status, answer.body.id]).toEqual([201, id]);
      expect((await create(second, key, { name: 'another' })).status).toBe(409);
      const { data } = await first.read('/v1/inboxes?limit=100');
      const made = (data as { name: string }[]).filter(({ name }) => name === body.name);
      expect(made).toHaveLength(1);
    }
  });

  it('count the requests of a key together', async () => {
    const { api_key: key } = await first.read('/v1/orgs', { name: 'Limited' });
    const clients = services.map(({ rest }) => createRestClient(rest, key as string));
    const answers: Answer[] = [];
    // In waves: a slow machine answers no more at once before the front end gives up on the database.
    while (answers.length < 2 * FREE_PER_MINUTE) {
      const wave = Array.from({ length: WAVE }, (_, index) =>
        clients[index % 2]!.get('/v1/orgs/me'),
      );
      answers.push(...(await Promise.all(wave)));
    }
    const allowed = answers.filter(({ status }) => status === 200);
    expect(allowed).toHaveLength(FREE_PER_MINUTE);
    expect(new Set(statuses(answers))).toEqual(new Set([200, 429]));
    const remaining = allowed.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
    expect(remaining.sort((a, b) => a - b)).toEqual(remaining.map((_, index) => index));
  });

  it('end waits for what happened at the other one', async () => {
    const inbox = await createInbox(first);
    const other = await createInbox(first);
    const created = await first.read('/v1/orgs/me/api-keys', {
      name: 'short-lived',
    });
    const shortLived = createRestClient(second.base, created.api_key as string);
    const ends = [
      second.get(`/v1/inboxes/${inbox.id}/wait?timeout=60`),
      second.get(`/v1/inboxes/${other.id}/wait?timeout=60`),
      shortLived.get(`/v1/inboxes/${other.id}/wait?timeout=60`),
    ];
    await openWaits(3);
    await first.call('PATCH', `/v1/inboxes/${inbox.id}`, { body: { status: 'PAUSED' } });
    await first.call('DELETE', `/v1/orgs/me/api-keys/${created.id}`);
    await openWaits(1);
    await first.call('DELETE', `/v1/inboxes/${other.id}`);
    expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([503, 404, 401]);
  });
});
