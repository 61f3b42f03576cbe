import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSendingBrake, tooMuch } from '../../src/resources/domains/brake.js';
import { startDomainsApi, type DomainsApi } from '../resources/domains/api.js';
import { haveSent } from '../resources/domains/sent.js';
import { TEST_SETTINGS } from '../support/services.js';

let api: DomainsApi;
beforeAll(async () => {
  api = await startDomainsApi();
});
afterAll(() => api.close());

describe('mail that comes back', () => {
  it.each([
    [{ mails: 49, bounces: 49, complaints: 0 }, null],
    [{ mails: 50, bounces: 4, complaints: 4 }, null],
    [
      { mails: 50, bounces: 5, complaints: 0 },
      { reason: 'bounces', mails: 50, count: 5 },
    ],
    [{ mails: 999, bounces: 0, complaints: 99 }, null],
    [{ mails: 1_000, bounces: 0, complaints: 2 }, null],
    [
      { mails: 1_000, bounces: 0, complaints: 3 },
      { reason: 'complaints', mails: 1_000, count: 3 },
    ],
  ])('as %j is %j', (figures, stopped) => {
    expect(tooMuch(figures)).toEqual(stopped);
  });
});

describe('a domain too much of whose mail bounces', () => {
  const brake = createSendingBrake(TEST_SETTINGS.zone);
  const pull = (inboxId: string) => api.database.transaction((manager) => brake(manager, inboxId));

  it('sends no more until somebody says so, and the figures begin anew', async () => {
    const { key, orgId } = await api.createOrg();
    const domain = await api.active(key);
    const { body: inbox } = await api.createInbox(key, 'agent', domain.domain);
    await haveSent(api.database, { orgId, inboxId: inbox.id, mails: 60, bounces: 5 });
    await pull(inbox.id);
    expect((await api.get(key, domain.id)).body).toMatchObject({ sending: 'on' });
    await api.database.query(
      `INSERT INTO delivery_reports (report_email_id, email_id, org_id, kind, recipients)
       SELECT 'more', 'eml_' || $1 || '_60', $2, 'bounce', '[]'`,
      [inbox.id, orgId],
    );
    await pull(inbox.id);
    expect((await api.get(key, domain.id)).body).toMatchObject({
      sending: 'stopped',
      sending_stopped: { reason: 'bounces', mails: 60, count: 6 },
    });
    const mail = { to: 'a@elsewhere.example', subject: 'Hello', text: 'Hello' };
    const send = () => api.call('POST', `/v1/inboxes/${inbox.id}/send`, { key, body: mail });
    expect(await send()).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('6 bounces among 60 mails') },
    });
    const events = await api.database.query(
      `SELECT kind FROM events WHERE resource_id = $1 AND kind = 'domain.sending_stopped'`,
      [domain.id],
    );
    expect(events).toHaveLength(1);
    await api.patch(key, domain.id, { sending: 'on' });
    await pull(inbox.id);
    expect((await api.get(key, domain.id)).body).toMatchObject({
      sending: 'on',
      sending_stopped: null,
    });
  });
});
