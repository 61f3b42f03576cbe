import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import { deliverThreaded, threaded, threadsOf } from '../support/threads.js';

let api: MailApi;

beforeAll(async () => {
  api = await startMailApi();
});
afterAll(() => api.close());

/** Inboxes with threads, each begun by a mail `<inbox-number@x.test>`. */
async function fill(count: number, threadsEach: number) {
  const { orgId, key } = await api.createOrg();
  const inboxes: TestInbox[] = [];
  const threads: string[] = [];
  for (let i = 0; i < count; i++) {
    const inbox = await api.createInbox(orgId);
    inboxes.push(inbox);
    for (let n = 0; n < threadsEach; n++)
      threads.push((await deliverThreaded(api, inbox, threaded(`<${i}-${n}@x.test>`))).threadId);
  }
  return { key, inboxes, threads };
}

/** Answers mails of all threads until it is told to stop. */
function keepAnswering(inboxes: readonly TestInbox[], threadsEach: number) {
  let going = true;
  const loop = async (inbox: TestInbox, i: number) => {
    for (let round = 0; going; round++) {
      const answered = `<${i}-${(round * 7) % threadsEach}@x.test>`;
      await deliverThreaded(api, inbox, threaded(`<re-${i}-${round}@x.test>`, answered));
    }
  };
  const ended = Promise.all(inboxes.map(loop));
  return async () => {
    going = false;
    await ended;
  };
}

/** The threads of all pages. */
async function readAll(key: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let query = `limit=${limit}`;
  for (;;) {
    const reply = await api.call('GET', `/v1/threads?${query}`, { key });
    expect(reply.status).toBe(200);
    seen.push(...threadsOf(reply));
    if (!reply.body.has_more) return seen;
    query = `limit=${limit}&cursor=${reply.body.cursor as string}`;
  }
}

describe('GET /v1/threads while mail keeps arriving', () => {
  it.each([
    [1, 15],
    [3, 15],
    [22, 2],
  ])('shows each thread of %i inboxes once', async (count, threadsEach) => {
    const { key, inboxes, threads } = await fill(count, threadsEach);
    const stop = keepAnswering(inboxes, threadsEach);
    try {
      for (const limit of [3, 7]) {
        const seen = await readAll(key, limit);
        expect(seen).toHaveLength(threads.length);
        expect(new Set(seen)).toEqual(new Set(threads));
      }
    } finally {
      await stop();
    }
  });
});
