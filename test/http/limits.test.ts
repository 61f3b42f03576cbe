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
        inbound_per_month: 5000,
        outbound_per_month: 100,
        requests_per_minute: 60,
      },
      starter: {
        inboxes: 10,
        inbound_per_month: 5000,
        outbound_per_month: 5000,
        requests_per_minute: 120,
      },
      pro: {
        inboxes: 50,
        inbound_per_month: 25000,
        outbound_per_month: 25000,
        requests_per_minute: 300,
      },
      selfhost: {
        inboxes: null,
        inbound_per_month: null,
        outbound_per_month: null,
        requests_per_minute: null,
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
