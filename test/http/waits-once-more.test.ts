import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ArrivalStore } from '../../src/live/arrivals/store.js';
import { withCode } from '../support/mail.js';
import { startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';

const LOCKED = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const IDEMPOTENT = { 'Idempotency-Key': 'try-1' };

let api: MailApi;
let second: MailApi;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
  second = await startMailApi({ beside: api });
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(async () => {
  await second.close();
  await api.close();
});

const otp = (query: string, headers: Record<string, string> = {}, at = api) =>
  at.call('GET', `/v1/inboxes/${inbox.inboxId}/otp?${query}`, { key, headers });
/** Resolves once so many waits are open in `at`. */
const opened = (count: number, at = api) => until(() => at.open.waits.size >= count);

it('answers a request that is sent again while the first one is open like that one', async () => {
  const waits = [api, api, second].map((at) => otp('timeout=20', IDEMPOTENT, at));
  await opened(2);
  await opened(1, second);

  await api.deliver(inbox, withCode('111111'));

  const replies = await Promise.all(waits);
  expect(replies.map(({ body }) => body.code as string)).toEqual(['111111', '111111', '111111']);
  // It was handed out once: the next one waits for another.
  expect((await otp('timeout=1')).status).toBe(204);
});

it('answers a request alike that looks right after the first one was answered', async () => {
  await api.deliver(inbox, withCode('111111'));
  expect((await otp('timeout=1', IDEMPOTENT)).body.code).toBe('111111');
  const rename = (from: string, to: string) =>
    api.database.query('UPDATE wait_answers SET idempotency_key = $2 WHERE idempotency_key = $1', [
      ...[from, to],
    ]);

  // It asks what was answered before that was kept, and looks at what is marked once it is.
  await rename('try-1', 'not kept yet');
  const next = await api.database.transaction(async (manager) => {
    await manager.query('LOCK TABLE wait_marks');
    const wait = otp('timeout=2', IDEMPOTENT, second);
    // By another connection: within a transaction, connections that are made later are not seen.
    await until(async () => (await api.database.query(LOCKED)).length > 0);
    await rename('not kept yet', 'try-1');
    return { wait };
  });

  expect((await next.wait).body.code).toBe('111111');
});

it('answers no request again with a code that is less sure than it asks for', async () => {
  await api.deliver(inbox, withCode('111111'));
  expect((await otp('timeout=1', IDEMPOTENT)).body.code).toBe('111111');

  expect((await otp('timeout=1&min_confidence=0.99', IDEMPOTENT)).status).toBe(204);
  expect((await otp('timeout=1', IDEMPOTENT)).body.code).toBe('111111');
});

it('offers a mail that was given back to a wait that began meanwhile', async () => {
  const emailId = await api.deliver(inbox, withCode('111111'));
  const [claim] = await api.database.query<{ group: string }>(
    `INSERT INTO wait_marks (key_id, route, inbox_id, email_id, uid)
     SELECT k.id, 'otp', e.inbox_id, e.id, e.uid FROM emails e JOIN api_keys k USING (org_id) WHERE e.id = $1
     RETURNING key_id || ' ' || route || ' ' || inbox_id AS group`,
    [emailId],
  );
  // As long as a claim would have to be out of date: it must not be that.
  const next = otp('timeout=4');
  await opened(1);

  await new ArrivalStore(api.database).release({ id: emailId }, claim!);

  expect((await next).body.code).toBe('111111');
});

it('ends with the newest of the codes that an inbox held back while it was paused', async () => {
  const path = `/v1/inboxes/${inbox.inboxId}`;
  await api.call('POST', `${path}/pause`, { key });
  for (const code of ['111111', '222222', '333333']) await api.deliver(inbox, withCode(code));
  await api.call('POST', `${path}/resume`, { key });
  const waiting = otp('timeout=20');
  await opened(1);

  await api.background.releasing.releaseChunk(inbox.inboxId);

  expect((await waiting).body.code).toBe('333333');
});
