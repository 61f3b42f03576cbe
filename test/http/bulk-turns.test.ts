import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closeAll } from '../egress/fixture.js';
import { closeOutbound, sink, testOutbound } from '../outbound/fixture.js';
import { startBulkApi, type BulkApi } from '../support/bulk-api.js';
import type { SmtpSink } from '../support/smtp-sink.js';
import { until } from '../temporal/rows.js';

const SLOW = { dot: { after: 400, extra: '250 2.0.0 Ok' } };

let server: SmtpSink;
let api: BulkApi;

beforeAll(async () => {
  server = await sink();
  api = await startBulkApi(testOutbound({ serviceUrl: `smtp://127.0.0.1:${server.port}` }));
  api.startWorker();
});
afterAll(async () => {
  await api.close();
  await closeOutbound();
  await closeAll();
});

/** Whom the server was told of. */
const told = () =>
  server.sessions.flatMap(({ commands }) => commands.filter((text) => text.startsWith('RCPT')));

it('a bulk send to a slow server begins no mail before its turn, so that a pause holds the others', async () => {
  server.script(SLOW);
  const { key } = await api.createOrg();
  const inbox = await api.createInbox(key);
  const messages = Array.from({ length: 60 }, (_, i) => ({ to: `person-${i}@example.com` }));
  const defaults = { subject: 'Hello', text: 'Hello' };
  const { body } = await api.bulk(key, { inbox_id: inbox.id, wait: 0, defaults, messages });
  await until(() => told().length > 0);
  await api.call('POST', `/v1/send/bulk/${body.id}/pause`, { key });
  const paused = async () => (await api.read(key, body.id)).body.results;
  // What was begun ends.
  await until(async () => (await paused()).every(({ status }) => status !== 'sending'));
  const begun = told().length;
  expect(begun).toBeLessThanOrEqual(10);
  const results = await paused();
  expect(results.filter(({ status }) => status === 'queued')).toHaveLength(60 - begun);
  server.script({});
  await api.call('POST', `/v1/send/bulk/${body.id}/resume`, { key });
  expect((await api.ended(key, body.id)).body.status).toBe('COMPLETED');
  expect(new Set(told()).size).toBe(60);
  expect(told()).toHaveLength(60);
});
