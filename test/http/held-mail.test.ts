import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdOutgoing, resumeOutgoing } from '../../src/restores/hold.js';
import { startBulkApi, type BulkApi } from '../support/bulk-api.js';
import { until } from '../temporal/rows.js';

let api: BulkApi;
let key: string;

beforeAll(async () => {
  api = await startBulkApi();
  // It looks for what is left behind every second.
  api.startWorker(1);
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());

const MESSAGES = Array.from({ length: 25 }, (_, i) => ({ to: `person-${i}@example.com` }));

describe('a bulk send while outgoing mail is held', () => {
  it('waits, can be cancelled, and goes on afterwards', async () => {
    const inbox = await api.createInbox(key);
    const defaults = { subject: 'Hello', text: 'Hello' };
    const request = { inbox_id: inbox.id, wait: 0, defaults, messages: MESSAGES };
    await holdOutgoing(api.database, 'a test said so');

    const { body: cancelled } = await api.bulk(key, request);
    const { body: waiting } = await api.bulk(key, request);
    await until(async () => {
      const rows = await api.database.query(
        'SELECT FROM bulks WHERE id = ANY ($1) AND look_at > now()',
        [[cancelled.id, waiting.id]],
      );
      return rows.length === 2;
    });
    await api.call('POST', `/v1/send/bulk/${cancelled.id}/cancel`, { key, body: {} });
    await api.ended(key, cancelled.id);
    const { body } = await api.read(key, waiting.id);
    expect([...new Set(body.results.map(({ status }) => status))]).toEqual(['queued']);
    expect(api.others.handed).toEqual([]);

    await resumeOutgoing(api.database);
    const run = { workflowId: `sendBulk:${waiting.id}`, sending: 5_000, answerWithin: 5_000 };
    await api.background.bulks.advance(waiting.id, run);
    expect((await api.ended(key, waiting.id)).body.status).toBe('COMPLETED');
    expect(api.others.handed).toHaveLength(MESSAGES.length);
  });
});
