import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ByteBudget } from '../../src/byte-budget.js';
import { makeInbox } from '../support/inboxes.js';
import { analysis } from '../support/mail.js';
import { until } from '../support/mail-api.js';
import { INBOUND_SECRET, startApi, type TestApi } from '../support/start-api.js';

const MiB = 1024 * 1024;
const budget = new ByteBudget({ bytes: 64 * MiB, sharePercent: 10 });
/** Mails that are being read, and what lets that end. */
const reading: (() => void)[] = [];
let api: TestApi;

beforeAll(async () => {
  const parse = async (raw: Buffer) => {
    if (raw.length > MiB) await new Promise<void>((resolve) => reading.push(resolve));
    return analysis();
  };
  api = await startApi({
    config: { budget },
    parts: { parser: { parse }, budget },
  });
});
afterAll(() => api.close());

const postInbound = (to: string, bytes: number, remote_ip = '192.0.2.1') =>
  api.call('POST', '/v1/inbound', {
    headers: { Authorization: `Bearer ${INBOUND_SECRET}` },
    body: { from: 'a@sender.test', to: [to], subject: 'x', text: 'x'.repeat(bytes), remote_ip },
  });

it('mail that is handed in takes the shares of its inbox and of the server it came from', async () => {
  const [one, other] = [await makeInbox(api.database), await makeInbox(api.database)];
  const first = postInbound(one.address, 4 * MiB);
  await until(() => reading.length === 1);
  const sameInbox = await postInbound(one.address, 4 * MiB, '192.0.2.2');
  expect(sameInbox.status).toBe(503);
  expect(sameInbox.headers.get('Retry-After')).toBe('5');
  expect((await postInbound(other.address, 4 * MiB)).status).toBe(503);
  expect((await postInbound(one.address, 10_000)).status).toBe(202);
  expect((await postInbound(other.address, 1.5 * MiB, '192.0.2.2')).status).toBe(202);
  for (const end of reading) end();
  expect((await first).status).toBe(202);
  await until(() => budget.held === 0);
});
