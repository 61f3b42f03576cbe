import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../support/start-api.js';

describe('GET /v1/limits', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('answers the plans without a key; null is unlimited', async () => {
    const { status, body } = await api.call('GET', '/v1/limits');
    expect(status).toBe(200);
    expect(body.plans).toEqual({
      free: {
        inboxes: 3,
        addresses_per_day: 50,
        inbound_per_month: 5000,
        outbound_per_month: 100,
        outbound_counts: 'recipients',
        requests_per_minute: 60,
        storage_bytes: 2 ** 30,
      },
      starter: {
        inboxes: 10,
        addresses_per_day: 200,
        inbound_per_month: 5000,
        outbound_per_month: 5000,
        outbound_counts: 'emails',
        requests_per_minute: 120,
        storage_bytes: 10 * 2 ** 30,
      },
      pro: {
        inboxes: 50,
        addresses_per_day: 1000,
        inbound_per_month: 25000,
        outbound_per_month: 25000,
        outbound_counts: 'emails',
        requests_per_minute: 300,
        storage_bytes: 50 * 2 ** 30,
      },
      selfhost: {
        inboxes: null,
        addresses_per_day: null,
        inbound_per_month: null,
        outbound_per_month: null,
        outbound_counts: 'emails',
        requests_per_minute: null,
        storage_bytes: null,
      },
    });
    expect(body.body_bytes).toEqual({ json: 1048576, send: 36700160, inbound: 41943040 });
  });

  it('counts per key where a valid one is sent', async () => {
    const { key } = await api.createOrg('pro');
    const { headers } = await api.call('GET', '/v1/limits', { key });
    expect(headers.get('X-RateLimit-Limit')).toBe('300');
    expect(headers.get('X-RateLimit-Remaining')).toBe('299');
  });
});
