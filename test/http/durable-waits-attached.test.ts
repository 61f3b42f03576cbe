import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteInbox } from '../../src/resources/inboxes/deletion.js';
import { TABLES } from '../../src/catalogue.js';
import { withCode } from '../support/mail.js';
import { startWaitsApi, type WaitsApi } from '../support/waits-api.js';

let waits: WaitsApi;
beforeAll(async () => {
  waits = await startWaitsApi();
});
beforeEach(() => waits.renew());
afterAll(() => waits.close());

/** Finishes a mail as its run does. */
const finish = (emailId: string) =>
  waits.api.background.processing.process([emailId], {
    workflowId: 'processInbound:test',
    attempt: 1,
  });

describe('being attached', () => {
  it('ends when the mail arrives, in either process', async () => {
    const id = await waits.created({ kind: 'otp' });
    const answers = [waits.read(id, 20), waits.read(id, 20, waits.second)];
    await Promise.all([waits.attached(1), waits.attached(1, waits.second)]);
    await waits.deliver(withCode('482913'));
    for (const answer of answers)
      expect((await answer).body).toMatchObject({
        status: 'matched',
        matches: [{ code: '482913' }],
      });
    expect((await waits.told(id)).at(-1)).toMatchObject({ op: 'signal', signal: 'emailArrived' });
  });

  it('ends with the wait as it stands when the time to be attached is up', async () => {
    const id = await waits.created();
    const began = performance.now();
    expect((await waits.read(id, 1)).body.status).toBe('waiting');
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it('ends when the time of the wait is up, although no run looks', async () => {
    const id = await waits.created({ expires_in: 1 });
    const { body } = await waits.read(id, 20);
    expect(body.status).toBe('expired');
  });

  it('ends when the mail was announced and nobody was told', async () => {
    const id = await waits.created();
    const emailId = await waits.deliver();
    await waits.api.database.query('UPDATE emails SET announced_at = NULL WHERE id = $1', [
      emailId,
    ]);
    const answer = waits.read(id, 20);
    await waits.attached(1);
    await waits.api.database.query('UPDATE emails SET announced_at = now() WHERE id = $1', [
      emailId,
    ]);
    expect((await answer).body.status).toBe('matched');
  });

  it('ends when the wait is cancelled, at the other process', async () => {
    const id = await waits.created();
    const answer = waits.read(id, 20, waits.second);
    await waits.attached(1, waits.second);
    await waits.cancel(id);
    expect((await answer).body.status).toBe('cancelled');
  });

  it('ends with 401 when the key is revoked', async () => {
    const { body } = await waits.api.call('POST', '/v1/orgs/me/api-keys', {
      key: waits.key,
      body: { name: 'k' },
    });
    const id = await waits.created();
    const answer = waits.api.call('GET', `/v1/waits/${id}?timeout=20`, { key: body.api_key });
    await waits.attached(1);
    await waits.api.call('DELETE', `/v1/orgs/me/api-keys/${body.id}`, { key: waits.key });
    expect((await answer).status).toBe(401);
  });

  it('is refused beyond 100 requests of a key', async () => {
    const id = await waits.created();
    const open = Array.from({ length: 100 }, () => waits.read(id, 30));
    await waits.attached(100);
    expect((await waits.read(id, 30)).status).toBe(429);
    expect((await waits.read(id)).status).toBe(200);
    await waits.cancel(id);
    expect(new Set((await Promise.all(open)).map(({ body }) => body.status))).toEqual(
      new Set(['cancelled']),
    );
  });

  it('takes a timeout from 0 to 120', async () => {
    const id = await waits.created();
    expect((await waits.read(id, 121)).status).toBe(400);
    expect((await waits.read(id, -1)).status).toBe(400);
  });
});

describe('the runs of waits', () => {
  it('are told of a mail they wait for when it is finished, and of no other', async () => {
    const [code, any] = [await waits.created({ kind: 'otp' }), await waits.created()];
    await finish(await waits.deliver());
    expect(await waits.told(code)).toHaveLength(1);
    expect((await waits.told(any)).slice(1)).toEqual([
      { op: 'signal', workflow_id: `waitForEmail:${any}`, signal: 'emailArrived', again: true },
    ]);
  });

  it('are told of mail that is released', async () => {
    const { database } = waits.api;
    await database.query('UPDATE inbox_counters SET withhold = true WHERE inbox_id = $1', [
      waits.inbox.inboxId,
    ]);
    const id = await waits.created();
    const emailId = await waits.deliver();
    expect((await waits.read(id)).body.status).toBe('waiting');
    await waits.api.background.releasing.releaseChunk(waits.inbox.inboxId);
    expect((await waits.told(id)).at(-1)).toMatchObject({ op: 'signal' });
    expect((await waits.read(id)).body).toMatchObject({
      status: 'matched',
      matches: [{ email_id: emailId }],
    });
  });

  it('end with their inbox', async () => {
    const id = await waits.created();
    const answer = waits.read(id, 20);
    await waits.attached(1);
    await waits.api.database.transaction((manager) =>
      deleteInbox(TABLES, manager, waits.inbox.inboxId, 'deleted'),
    );
    expect((await answer).body.status).toBe('cancelled');
    expect((await waits.told(id)).at(-1)).toMatchObject({ op: 'cancel' });
  });
});
