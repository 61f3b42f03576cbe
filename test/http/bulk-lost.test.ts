import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unavailable } from '../../src/errors.js';
import { RECORD_SENDS } from '../../src/resources/sending/attempt-statements.js';
import type { SendingTestInbox } from '../support/sending-api.js';
import { startBulkApi, TAKEN, type BulkApi } from '../support/bulk-api.js';

let api: BulkApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startBulkApi();
  // Looks for lost work every second.
  api.startWorker(1);
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});
afterAll(() => api.close());
beforeEach(() => {
  api.others.handed.length = 0;
  api.others.respond = async () => TAKEN;
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const request = (count: number) => ({
  inbox_id: inbox.id,
  wait: 0,
  defaults: { subject: 'Hi', text: 'Hi' },
  messages: Array.from({ length: count }, (_, i) => ({ to: `person-${i}@example.com` })),
});

/** A bulk send that others hold up. */
async function heldUp(count: number) {
  let go!: () => void;
  const gate = new Promise<void>((resolve) => (go = resolve));
  api.others.respond = async () => {
    await gate;
    return TAKEN;
  };
  const { body } = await api.bulk(key, request(count));
  while (api.others.handed.length < Math.min(count, 10)) await sleep(10);
  return { id: body.id, go, run: api.temporal.client.workflow.getHandle(`sendBulk:${body.id}`) };
}

const times = () => {
  const counts = new Map<string, number>();
  for (const { recipients } of api.others.handed)
    for (const one of recipients) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts.values()];
};

describe('a bulk send whose run is lost', () => {
  it('goes on in another one, and sends nothing twice', async () => {
    const { id, go, run } = await heldUp(60);
    await run.terminate('lost');
    go();
    const { body } = await api.ended(key, id);
    expect(body).toMatchObject({ status: 'COMPLETED', accepted: 60 });
    expect(times()).toEqual(Array(60).fill(1));
  });

  it('is left alone while it is paused, and goes on when it is resumed', async () => {
    const { id, go, run } = await heldUp(60);
    await api.call('POST', `/v1/send/bulk/${id}/pause`, { key });
    await run.terminate('lost');
    go();
    await sleep(4_000);
    expect((await run.describe()).status.name).toBe('TERMINATED');
    expect(times().length).toBeLessThan(60);
    await api.call('POST', `/v1/send/bulk/${id}/resume`, { key });
    expect((await api.ended(key, id)).body.status).toBe('COMPLETED');
    expect(times()).toEqual(Array(60).fill(1));
  });

  it('settles what was under way when its process ended', async () => {
    const { id, go, run } = await heldUp(3);
    await run.terminate('lost');
    // The attempts never come back, and are as old as lost ones.
    await api.database.query(
      `UPDATE send_attempts a SET started_at = now() - interval '2 minutes' FROM sends s
       WHERE s.email_id = a.email_id AND s.bulk_id = $1`,
      [id],
    );
    const { body } = await api.ended(key, id);
    expect(body.results.map(({ status }) => status)).toEqual(Array(3).fill('unknown'));
    go();
    expect(times()).toEqual([1, 1, 1]);
  });
});

describe('storage that is away when a mail was taken', () => {
  it('is told of it when it is back', async () => {
    const usual = api.database.query.bind(api.database);
    const query = jest.spyOn(api.database, 'query');
    let failures = 2;
    query.mockImplementation(async (text, values) => {
      if (text === RECORD_SENDS && failures-- > 0) throw unavailable();
      return usual(text, values);
    });
    const { body } = await api.bulk(key, request(3));
    const { body: ended } = await api.ended(key, body.id);
    query.mockRestore();
    expect(failures).toBeLessThan(0);
    expect(ended.results.map(({ status }) => status)).toEqual(Array(3).fill('sent'));
    expect(times()).toEqual([1, 1, 1]);
  });
});

describe('two runs at once', () => {
  it('send each mail once', async () => {
    const { body } = await api.bulk(key, { ...request(100), wait: 0 });
    const run = { workflowId: 'sendBulk:other', sending: 500, answerWithin: 2_000 };
    await Promise.all(Array.from({ length: 3 }, () => api.background.bulks.advance(body.id, run)));
    expect((await api.ended(key, body.id)).body.status).toBe('COMPLETED');
    expect(times()).toEqual(Array(100).fill(1));
  });
});
