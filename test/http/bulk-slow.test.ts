import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBulkApi, TAKEN, type BulkApi } from '../support/bulk-api.js';
import { until } from '../temporal/rows.js';

let api: BulkApi;
let key: string;

beforeAll(async () => {
  api = await startBulkApi();
  api.startWorker();
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());

describe('a bulk send to a server that takes its time', () => {
  it('waits for it, without a run for each mail', async () => {
    const inbox = await api.createInbox(key);
    const messages = Array.from({ length: 25 }, (_, i) => ({ to: `person-${i}@example.com` }));
    const defaults = { subject: 'Hello', text: 'Hello' };
    const request = { inbox_id: inbox.id, wait: 0, defaults, messages };
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    api.others.respond = async () => {
      await answered;
      return TAKEN;
    };
    const { body } = await api.bulk(key, request);
    await until(() => api.others.handed.length > 0);
    const run = api.temporal.client.workflow.getHandle(`sendBulk:${body.id}`);
    await until(async () => {
      const { raw } = await run.describe();
      const pending = raw.pendingActivities ?? [];
      return pending.some(({ activityType }) => activityType?.name === 'settleBulk');
    });
    answer();
    expect((await api.ended(key, body.id)).body.status).toBe('COMPLETED');
    const alone = await api.database.query(
      `SELECT FROM outbox o JOIN sends s ON s.email_id = o.resource_id WHERE s.bulk_id = $1`,
      [body.id],
    );
    expect(alone).toEqual([]);
    const recipients = api.others.handed.flatMap((mail) => mail.recipients);
    expect(recipients.toSorted()).toEqual(messages.map(({ to }) => to).toSorted());
  });
});
