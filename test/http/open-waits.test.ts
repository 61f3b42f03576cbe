import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/catalogue.js';
import { LIMITS } from '../../src/operations/limits.js';
import { startMailApi, until, type MailApi } from '../support/mail-api.js';

const MOST = LIMITS.open_waits_per_key;
const CLAIM = { agent_id: 'agent' };
const ASK = { question: 'Where is my parcel?' };

// What waits for so many seconds, and what it is answered without waiting.
type Waiting = readonly [
  name: string,
  method: 'GET' | 'POST',
  path: string,
  body: (seconds: number) => object | undefined,
  atOnce: number,
];
const nothing = () => undefined;
const WAITING: readonly Waiting[] = [
  ['getWait', 'GET', '/v1/waits/wt_none', nothing, 404],
  ['getTask', 'GET', '/v1/tasks/task_none', nothing, 404],
  ['claimTask', 'POST', '/v1/tasks/claim', (wait) => ({ ...CLAIM, wait }), 204],
  ['ask', 'POST', '/v1/ask', (wait) => ({ ...ASK, wait }), 202],
  ['getQuestion', 'GET', '/v1/ask/qst_none', nothing, 404],
  ['getDomain', 'GET', '/v1/domains/dom_none', nothing, 404],
];
// What waits for its turn.
const QUEUED: readonly Waiting[] = [
  ['verifyCredentialAudit', 'GET', '/v1/credentials/audit/verify', nothing, 200],
];

let api: MailApi;
let key: string;
let path: string;
let gone: AbortController;
let opened: Promise<number | null>[] = [];
beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  const { inboxId } = await api.createInbox(org.orgId);
  ({ key } = org);
  path = `/v1/inboxes/${inboxId}/wait`;
  gone = new AbortController();
});
afterEach(async () => {
  gone.abort();
  await Promise.all(opened);
});
afterAll(() => api.close());

/** So many requests until the end of the test. */
function open(count: number, method: string, at: string, body?: object): void {
  const request = {
    method,
    headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: gone.signal,
  };
  opened = Array.from({ length: count }, () =>
    fetch(api.baseUrl + at, request).then(
      ({ status }) => status,
      () => null,
    ),
  );
}

const ask = async ([, method, at, body]: Waiting, seconds: number) => {
  const query = method === 'GET' ? `?timeout=${seconds}` : '';
  const { status } = await api.call(method, at + query, { key, body: body(seconds) });
  return status;
};

describe('waits of a key', () => {
  it('are all that take a timeout, but for sends, which are over by themselves', () => {
    const waits = catalogue.filter(
      ({ input }) => 'timeout' in input.shape || 'wait' in input.shape,
    );
    expect(waits.filter((operation) => !operation.waits).map(({ name }) => name)).toEqual([
      'sendBulkEmail',
    ]);
  });

  it('are counted together: with as many long polls as it may have, nothing else waits', async () => {
    open(MOST, 'GET', `${path}?timeout=60&from=nobody`);
    await until(() => api.open.waits.size === MOST);
    for (const waiting of QUEUED) expect(await ask(waiting, 1)).toBe(429);
    for (const waiting of WAITING)
      expect([waiting[0], await ask(waiting, 1), await ask(waiting, 0)]).toEqual([
        waiting[0],
        429,
        waiting[4],
      ]);
  });

  it('count while they wait for a task, and no longer', async () => {
    open(MOST + 1, 'POST', '/v1/tasks/claim', { ...CLAIM, wait: 60 });
    expect(await Promise.race(opened)).toBe(429);
    const status = async () => (await api.call('GET', `${path}?timeout=1`, { key })).status;
    expect(await status()).toBe(429);
    gone.abort();
    await until(async () => (await status()) === 204);
  });
});
