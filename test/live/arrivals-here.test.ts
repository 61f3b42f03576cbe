import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createIntake } from '../../src/composition/foundation.js';
import { ArrivalHub } from '../../src/live/arrivals/hub.js';
import type { Waiter } from '../../src/live/arrivals/inbox-watch.js';
import { ArrivalStore } from '../../src/live/arrivals/store.js';
import { createLog } from '../../src/log.js';
import type { Analysis } from '../../src/mail/analysis.js';
import type { InboundService } from '../../src/resources/inbound/service.js';
import { Semaphore } from '../../src/semaphore.js';
import type { Recipient } from '../../src/store/mail/delivery.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { makeInbox } from '../support/inboxes.js';
import { analysis, rawMail, withCode } from '../support/mail.js';
import { DOMAIN, testInfrastructure } from '../support/services.js';
import { until } from '../support/mail-api.js';

/** Storage that counts what is loaded, and tells of nothing that was missed. */
class CountingStore extends ArrivalStore {
  loaded = 0;

  override load(ids: readonly string[]) {
    this.loaded += ids.length;
    return super.load(ids);
  }

  override async newerThan() {
    return [];
  }
}

let test: TestDatabase;
let store: CountingStore;
let hub: ArrivalHub;
let inbound: InboundService;
/** Tells the hub what Postgres would, when a test says so. */
let notify: (payload: string) => void;
let found: Partial<Analysis>;
let inbox: Recipient;
let offered: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  store = new CountingStore(test.database);
  const heard = new Map<string, (payload: string) => void>();
  const listener = {
    on: (channel: string, hear: (payload: string) => void) => void heard.set(channel, hear),
    onReconnect: () => undefined,
  };
  hub = new ArrivalHub(store, listener, createLog('silent'));
  test.beforeDrop(() => hub.close());
  notify = heard.get('mail_arrived')!;
  inbound = createIntake({
    ...testInfrastructure(test, { parser: { parse: async () => analysis(found) } }),
    ...{ mailDomain: DOMAIN, largeTurns: new Semaphore(1), arrivals: hub },
  });
});
beforeEach(async () => {
  inbox = await makeInbox(test.database);
  store.loaded = 0;
  found = {};
  offered = [];
});
afterAll(() => test.drop());

let sent = 0;

/** Takes a mail in as SMTP does. */
async function receive(): Promise<string> {
  const [id] = await inbound.accept({
    mailFrom: 'bounce@northwind.example',
    recipients: [inbox],
    raw: rawMail({ Subject: `Welcome ${++sent}` }),
    source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's1' },
  });
  return id!;
}

/** Waits for a mail of the inbox; `accepts` says for which. */
function waitFor(accepts: Waiter['accepts']) {
  const { inboxId } = inbox;
  const passedOver = () => undefined;
  const waiter = { inboxId, principalId: 'key_1', group: null, accepts, passedOver };
  const registration = hub.register(waiter);
  registration.open(0);
  return registration;
}

/** Somebody who waits on and notes what is offered. */
const watch = () =>
  waitFor(({ id }) => {
    offered.push(id);
    return false;
  });

const payloadOf = (id: string) => `${inbox.inboxId} ${id}`;

const IN_TEN_MINUTES = new Date(Date.now() + 600_000).toISOString();

it.each<[string, Partial<Analysis>]>([
  ['nothing remarkable', {}],
  ['no name, no subject', { from: { name: null, address: 'x@y.test' }, subject: '' }],
  [
    'a code that ends',
    {
      ...withCode('482913'),
      subject: 'Ihr Code für „Zoë“ 💌',
      codeExpiry: IN_TEN_MINUTES,
      expiryAfterReceipt: IN_TEN_MINUTES,
    },
  ],
])('hands a mail with %s on as it was stored, without a look', async (_what, parts) => {
  found = parts;
  const { end } = waitFor(() => true);

  const id = await receive();

  const [stored] = await new ArrivalStore(test.database).load([id]);
  expect(await end).toEqual({ kind: 'mail', mail: stored });
  expect(store.loaded).toBe(0);
});

it('offers a mail once, and again where it is announced again', async () => {
  const { cancel } = watch();
  const first = await receive();
  const second = await receive();
  expect(offered).toEqual([first, second]);

  notify(`${payloadOf(first)},${payloadOf(second)}`);
  const third = await receive();
  expect([offered, store.loaded]).toEqual([[first, second, third], 0]);

  notify(payloadOf(first));
  await until(() => offered.length > 3);
  expect(offered).toEqual([first, second, third, first]);
  cancel();
});

it('offers a mail once where its notification comes first', async () => {
  const id = await receive();
  const [mail] = await store.load([id]);
  const { cancel } = watch();

  const awaited = hub.storing([{ id, inboxId: inbox.inboxId }])!;
  notify(payloadOf(id));
  expect(offered).toEqual([]);
  awaited.offer([mail!]);
  const next = await receive();

  expect(offered).toEqual([id, next]);
  cancel();
});

it('looks up a mail that was notified of while the answer to storing it got lost', async () => {
  const id = await receive();
  const { cancel } = watch();

  const awaited = hub.storing([{ id, inboxId: inbox.inboxId }])!;
  notify(payloadOf(id));
  awaited.offer([]);

  await until(() => offered.length > 0);
  expect(offered).toEqual([id]);
  cancel();
});

it('waits for the notification where that comes after the answer got lost', async () => {
  const id = await receive();
  const { cancel } = watch();

  hub.storing([{ id, inboxId: inbox.inboxId }])!.offer([]);
  expect(offered).toEqual([]);
  notify(payloadOf(id));

  await until(() => offered.length > 0);
  expect(offered).toEqual([id]);
  cancel();
});

it.each<[string, Partial<Analysis>]>([['spam', { isSpam: true }]])(
  'offers no %s',
  async (_what, parts) => {
    const { cancel } = watch();
    found = parts;
    await receive();
    found = {};
    const next = await receive();

    expect(offered).toEqual([next]);
    cancel();
  },
);

it('offers nothing of a transaction that is still open', async () => {
  const { cancel } = watch();
  const id = await test.database.together(async () => {
    const stored = await receive();
    await test.database.query('SELECT 1');
    expect(offered).toEqual([]);
    return stored;
  });

  notify(payloadOf(id));
  await until(() => offered.length > 0);
  expect(offered).toEqual([id]);
  cancel();
});
