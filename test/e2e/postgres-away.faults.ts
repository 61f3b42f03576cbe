import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type RawClient } from '../smtp/raw-client.js';
import { testServerUrl } from '../support/database.js';
import { eventually } from './eventually.js';
import {
  createInstallation,
  createSharedInstallation,
  type Installation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, processed, sendCode, type Inbox } from './mail.js';
import { postgresProcesses, type PostgresProcesses } from './postgres-processes.js';
import { startProxy, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';

// Operations, durability 3; a busy machine has some time to notice that it has an answer.
const NOTICE = 60_000;
const SMTP_WITHIN = 5_000 + NOTICE;
const REST_WITHIN = 2_000 + NOTICE;
const HEALED_WITHIN = 120_000;
const LONG = 300_000;

const TEMPORARY = /^45[12] 4\.\d\.\d /;
// Without a code: what got its 451 may have been stored all the same, and must not end the wait.
const MAIL = 'From: a@sender.test\r\nSubject: Later\r\n\r\nNothing to type.\r\n.\r\n';

interface Surroundings {
  readonly service: RunningService;
  readonly client: RestClient;
  readonly inbox: Inbox;
  /** Nobody has written to it: the service does not know its terms. */
  readonly unread: Inbox;
}

const surroundings = async (installation: Installation, service: RunningService) => {
  const client = await installation.client(service);
  return { service, client, inbox: await createInbox(client), unread: await createInbox(client) };
};

/** What holds while Postgres is away. */
async function refusesForTheMoment(
  { service, client, inbox, unread }: Surroundings,
  begun: RawClient,
) {
  const within = async <T>(limit: number, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work;
    expect(performance.now() - began).toBeLessThan(limit);
    return result;
  };
  const smtp = async () => {
    // This session has its recipient: the message itself cannot be stored.
    begun.send(MAIL);
    expect(await within(SMTP_WITHIN, begun.reply())).toMatch(TEMPORARY);
    begun.close();
  };
  const recipient = async () => {
    const session = await connect(service.smtp.port);
    await session.codes('EHLO sender.test', 'MAIL FROM:<a@sender.test>');
    const reply = session.command(`RCPT TO:<${unread.address}>`);
    expect(await within(SMTP_WITHIN, reply)).toMatch(TEMPORARY);
    session.close();
  };
  const rest = async (path: string) => {
    const answer = await within(REST_WITHIN, client.get(path));
    expect([path, answer.status, answer.body]).toEqual([path, 503, UNAVAILABLE]);
    expect(answer.headers.get('Retry-After')).toBe('1');
  };
  const paths = [
    '/v1/inboxes',
    `/v1/inboxes/${inbox.id}/emails`,
    `/v1/inboxes/${inbox.id}/otp?timeout=30`,
    '/v1/emails?q=code',
  ];
  await Promise.all([smtp(), recipient(), ...paths.map(rest)]);
  expect((await client.get('/health')).status).toBe(200);
  const ready = await client.get('/health/ready');
  expect([ready.status, ready.body.status]).toEqual([503, 'unavailable']);
}

const UNAVAILABLE = { error: 'Storage is unavailable for the moment; try again' };

/** A session that has only its message left to send. */
async function beginMail({ service, inbox }: Surroundings): Promise<RawClient> {
  const session = await connect(service.smtp.port);
  await session.startData(inbox.address);
  return session;
}

/** Everything works again, and what waited all the time gets its code. */
async function heals(around: Surroundings, wait: Promise<unknown>): Promise<void> {
  const { service, client, inbox } = around;
  const code = newCode();
  const emailId = await eventually(
    () => sendCode(service, inbox, code).catch(() => null),
    HEALED_WITHIN,
  );
  // Not its id: an attempt that was refused may have been stored as well.
  expect(await wait).toMatchObject({ code });
  await eventually(async () => (await client.get('/health/ready')).status === 200, HEALED_WITHIN);
  await eventually(async () => (await processed(client, emailId)).outcome === 'ok');
  expect(service.hasEnded()).toBe(false);
}

describe('while Postgres is away', () => {
  let installation: SharedInstallation;
  let proxy: Proxy;
  let service: RunningService;

  beforeAll(async () => {
    const { hostname, port } = new URL(testServerUrl());
    proxy = await startProxy({ host: hostname, port: Number(port) });
    installation = await createSharedInstallation();
    service = await installation.start({ settings: behindProxy() });
  });
  afterAll(async () => {
    await installation.remove();
    await proxy.close();
  });

  const behindProxy = () => {
    const url = new URL(installation.database.url);
    url.port = String(proxy.port);
    // By TCP, not by the server's socket.
    url.search = '';
    return { DATABASE_URL: url.href };
  };

  it.each<[string, (proxy: Proxy) => unknown]>([
    ['refuses connections', (away) => away.refuse()],
    ['does not answer', (away) => away.stall()],
  ])(
    'because it %s, everything is refused for the moment, and works again by itself',
    async (_case, takeAway) => {
      const around = await surroundings(installation, service);
      const begun = await beginMail(around);
      const wait = around.client.read(`/v1/inboxes/${around.inbox.id}/otp?timeout=120`);
      await waits(service, 1);
      await takeAway(proxy);
      await refusesForTheMoment(around, begun);
      await proxy.restore();
      await heals(around, wait);
    },
    LONG,
  );

  it(
    'at the start, the service waits for it',
    async () => {
      await proxy.refuse();
      const starting = installation.launch({ settings: behindProxy() });
      await eventually(() => starting.log().some(({ level }) => level === 'warn'));
      expect(starting.hasEnded()).toBe(false);
      await proxy.restore();
      await starting.ready;
      await starting.stop();
    },
    LONG,
  );
});

describe('when the embedded Postgres', () => {
  let installation: Installation;
  let service: RunningService;
  let postgres: PostgresProcesses;

  beforeAll(async () => {
    installation = await createInstallation();
    service = await installation.start();
    postgres = postgresProcesses(installation.directory);
  }, LONG);
  afterAll(async () => {
    postgres.thaw();
    await installation.remove();
  }, LONG);

  it(
    'is killed, it is started again and nothing else ends',
    async () => {
      const around = await surroundings(installation, service);
      const wait = around.client.read(`/v1/inboxes/${around.inbox.id}/otp?timeout=120`);
      await waits(service, 1);
      await postgres.kill();
      await heals(around, wait);
      expect(service.log().map(({ msg }) => msg)).toContain('embedded server runs again');
    },
    LONG,
  );

  it(
    'hangs, everything is refused for the moment, and works again when it goes on',
    async () => {
      const around = await surroundings(installation, service);
      const begun = await beginMail(around);
      const wait = around.client.read(`/v1/inboxes/${around.inbox.id}/otp?timeout=120`);
      await waits(service, 1);
      await postgres.freeze();
      await refusesForTheMoment(around, begun);
      postgres.thaw();
      await heals(around, wait);
    },
    LONG,
  );
});

/** Resolves when the service has so many waits open. */
async function waits({ metrics }: RunningService, count: number): Promise<void> {
  const line = `restante_open_waits ${count}`;
  await eventually(async () => (await (await fetch(metrics)).text()).split('\n').includes(line));
}
