import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { installationRunId } from '../../src/temporal/queues.js';
import { testTemporalAddress } from '../support/temporal.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, idsOf, newCode, sendCode, type Inbox } from './mail.js';
import { createRestClient, type RestClient } from './rest-client.js';

describe('an inbox', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    installation.database.database.query<Row>(text, values);

  /** A wait that no mail ends. */
  const openWait = async ({ id }: Inbox) => {
    const wait = client.get(`/v1/inboxes/${id}/wait?timeout=60&from=nobody`);
    await eventually(async () => /^restante_open_waits [1-9]/m.test(await metrics(service)));
    return { wait };
  };

  const ofInbox = async ({ id }: Inbox) => {
    const [row] = await query<{ count: number }>(ROWS_OF_INBOX, id);
    return row!.count;
  };

  const sendSeveral = async (inbox: Inbox, count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await sendCode(service, inbox, newCode()));
    return ids;
  };

  it('that is paused holds its mail and gives it out in order when it is resumed', async () => {
    const inbox = await createInbox(client);
    const told = await listen(installation, inbox);
    const { wait } = await openWait(inbox);
    await client.call('PATCH', `/v1/inboxes/${inbox.id}`, { body: { status: 'PAUSED' } });
    expect((await wait).status).toBe(503);
    expect((await client.get(`/v1/inboxes/${inbox.id}/otp?timeout=1`)).body).toEqual({
      error: 'Inbox is paused',
    });

    const held = await sendSeveral(inbox, 5);
    const { data } = await client.read(`/v1/inboxes/${inbox.id}/emails`);
    expect(data).toHaveLength(5);
    for (const email of data) expect(email.status).toBe('held');
    expect(told.emails).toEqual([]);

    await client.call('PATCH', `/v1/inboxes/${inbox.id}`, { body: { status: 'ACTIVE' } });
    const later = await sendSeveral(inbox, 2);
    await eventually(() => told.emails.length === 7);
    expect(told.emails).toEqual([...held, ...later]);
    const after = await client.read(`/v1/inboxes/${inbox.id}/emails`);
    for (const email of after.data) expect(email.status).toBe('received');
    await told.end();
  });

  it('that is deleted is gone at once, and a run removes its rows', async () => {
    const inbox = await createInbox(client);
    const [emailId] = await sendSeveral(inbox, 3);
    await sendAttachment(service, inbox);
    const { wait } = await openWait(inbox);
    expect(await ofInbox(inbox)).toBeGreaterThan(8);

    expect((await client.call('DELETE', `/v1/inboxes/${inbox.id}`)).status).toBe(204);
    expect((await wait).status).toBe(404);
    for (const path of [
      `/v1/inboxes/${inbox.id}`,
      `/v1/inboxes/${inbox.id}/emails`,
      `/v1/inboxes/${inbox.id}/otp`,
      `/v1/emails/${emailId}`,
      `/v1/emails/${emailId}/raw`,
      `/v1/emails/${emailId}/timeline`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    await expect(sendCode(service, inbox, newCode())).rejects.toThrow('550 5.1.1');
    await eventually(async () => (await ofInbox(inbox)) === 0);
    expect(await query(ORPHANS)).toEqual([]);
  });

  it('ends when its time is up', async () => {
    const inbox = await createInbox(client, { ttl_seconds: 3_600 });
    await sendSeveral(inbox, 1);
    const expiresAt = new Date(Date.now() + 3_000).toISOString();
    await client.call('PATCH', `/v1/inboxes/${inbox.id}`, { body: { expires_at: expiresAt } });
    await eventually(async () => (await client.get(`/v1/inboxes/${inbox.id}`)).status === 404);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    await eventually(async () => (await ofInbox(inbox)) === 0);
  });

  it('over its monthly quota keeps its mail back until the month allows it', async () => {
    const own = await signUp(service);
    const inbox = await createInbox(own);
    const { id: orgId } = await own.read('/v1/orgs/me');
    await query(
      `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'inbound', 0, 5000)`,
      orgId,
    );
    const quarantined = await sendSeveral(inbox, 3);
    const path = `/v1/inboxes/${inbox.id}/emails`;
    expect(await idsOf(own, path)).toEqual([]);
    expect((await own.get(`/v1/inboxes/${inbox.id}/otp?timeout=1`)).status).toBe(204);

    const release = () => triggerRelease(installation);
    await release();
    expect(await idsOf(own, path)).toEqual([]);
    // A month later.
    await query(
      `UPDATE monthly_usage SET month = month - interval '1 month' WHERE org_id = $1`,
      orgId,
    );
    await release();
    await eventually(async () => (await idsOf(own, path)).length === 3);
    expect(await idsOf(own, path)).toEqual(quarantined.toReversed());
    expect((await own.get(`/v1/inboxes/${inbox.id}/otp?timeout=5`)).body).toMatchObject({
      email_id: quarantined[2],
    });
  });
});

const metrics = async ({ metrics: url }: RunningService) => (await fetch(url)).text();

const ROWS_OF_INBOX = `
  SELECT (
    (SELECT count(*) FROM inboxes WHERE id = $1)
    + (SELECT count(*) FROM inbox_counters WHERE inbox_id = $1)
    + (SELECT count(*) FROM emails WHERE inbox_id = $1)
    + (SELECT count(*) FROM stored_messages s JOIN emails e ON e.stored_message_id = s.id
       WHERE e.inbox_id = $1)
    + (SELECT count(*) FROM attachments a JOIN emails e USING (stored_message_id)
       WHERE e.inbox_id = $1)
    + (SELECT count(*) FROM wait_marks WHERE inbox_id = $1))::int AS count`;

// Bytes whose email is gone.
const ORPHANS = `
  SELECT s.id FROM stored_messages s
  WHERE NOT EXISTS (SELECT FROM emails e WHERE e.stored_message_id = s.id)
  UNION SELECT a.stored_message_id FROM attachments a
  WHERE NOT EXISTS (SELECT FROM stored_messages s WHERE s.id = a.stored_message_id)`;

async function sendAttachment({ smtp }: RunningService, { address }: Inbox): Promise<void> {
  const transport = createTransport({ host: smtp.host, port: smtp.port });
  await transport.sendMail({
    from: 'a@sender.test',
    to: address,
    subject: 'File',
    text: 'see below',
    attachments: [{ filename: 'a.bin', content: Buffer.alloc(100_000, 7) }],
  });
  transport.close();
}

/** The emails of an inbox in the order in which they are announced. */
async function listen({ database }: SharedInstallation, inbox: Inbox) {
  const client = new pg.Client(database.url);
  await client.connect();
  const emails: string[] = [];
  client.on('notification', ({ payload = '' }) => {
    for (const pair of payload.split(',')) {
      const [inboxId, emailId] = pair.split(' ');
      if (inboxId === inbox.id) emails.push(emailId!);
    }
  });
  await client.query('LISTEN mail_arrived');
  return { emails, end: () => client.end() };
}

/** A client of a new organization on the free plan. */
async function signUp({ rest }: RunningService): Promise<RestClient> {
  const created = await createRestClient(rest, '').read('/v1/orgs', { name: 'Free' });
  return createRestClient(rest, created.api_key as string);
}

/** Has the schedule run now, and waits for the run. */
async function triggerRelease({ taskQueue }: SharedInstallation): Promise<void> {
  const connection = await Connection.connect({ address: testTemporalAddress() });
  const client = new Client({ connection });
  const schedule = client.schedule.getHandle(installationRunId('releaseQuarantined', taskQueue));
  const runs = async () => (await schedule.describe()).info.recentActions;
  const before = (await runs()).length;
  await schedule.trigger();
  const run = await eventually(async () => (await runs())[before] ?? null);
  if (run.action.type !== 'startWorkflow') throw new Error('the schedule starts no workflow');
  await client.workflow.getHandle(run.action.workflow.workflowId).result();
  await connection.close();
}
