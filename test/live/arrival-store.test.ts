import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Waiter } from '../../src/live/arrivals/inbox-watch.js';
import { ArrivalStore } from '../../src/live/arrivals/store.js';
import type { ArrivedMail } from '../../src/store/waits/arrived-mail.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const MAIL = { id: 'eml_1', uid: 1 } as ArrivedMail;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('gives a mail to another wait once the answer with it could not be written', async () => {
  const store = new ArrivalStore(test.database);
  const waiter: Waiter = {
    inboxId: 'inb_1',
    principalId: 'key_1',
    group: 'key_1 otp inb_1',
    accepts: () => true,
    passedOver: () => undefined,
  };
  const claims = async () => (await store.claim(MAIL, [waiter])).size;
  expect([await claims(), await claims()]).toEqual([1, 0]);

  await store.release(MAIL, waiter);

  expect([await claims(), await claims()]).toEqual([1, 0]);
});
