import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, processed, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;
let inbox: Inbox;
let hasWorker: boolean;

const start = (roles: string) => async () => {
  installation = await createSharedInstallation();
  service = await installation.start({ settings: { ROLES: roles } });
  hasWorker = roles.includes('worker');
  client = await installation.client(service);
};
beforeEach(async () => {
  inbox = await createInbox(client);
});

/** A mail as accepting leaves it where parsing took too long, which nobody reads before `finish`. */
async function putOff(code: string): Promise<string> {
  const id = await sendCode(service, inbox, code);
  if (hasWorker) await eventually(async () => (await processed(client, id)).at !== null);
  await setBack(id);
  return id;
}

const parsing = async (id: string) =>
  (await client.read<{ parse_status: string }>(`/v1/emails/${id}`)).parse_status;

/** The rows of a mail as they are before it was read. */
async function setBack(id: string): Promise<void> {
  await installation.database.database.query(
    `WITH email AS (
       UPDATE emails SET parse_status = 'pending', parsed_at = NULL, announced_at = NULL,
         otp_codes = '{}', otp_confidence = 0, category = 'other', parse_after = 'infinity'
       WHERE id = $1 RETURNING id, stored_message_id
     ), run AS (
       DELETE FROM email_runs WHERE email_id IN (SELECT id FROM email)
     ), event AS (
       DELETE FROM events WHERE resource_id IN (SELECT id FROM email)
     ), queued AS (
       DELETE FROM outbox WHERE resource_id IN (SELECT id FROM email)
     )
     UPDATE stored_messages SET shown_version = 0, shown = NULL, shown_links = NULL,
       otp_candidates = '[]', text_body = '', stripped_text = ''
     WHERE id = (SELECT stored_message_id FROM email)`,
    [id],
  );
}

/** From now on it may be read. */
const finish = (id: string) =>
  installation.database.database.query('UPDATE emails SET parse_after = NULL WHERE id = $1', [id]);

describe('a mail whose parse was put off, without a worker', () => {
  beforeAll(start('api,smtp'));
  afterAll(() => installation.remove());

  it('is finished by the API process, and ends the waits for it', async () => {
    const code = newCode();
    const emailId = await putOff(code);
    const email = await client.read(`/v1/emails/${emailId}`);
    expect(email).toMatchObject({ parse_status: 'pending', otp_codes: [] });

    const waits = ['otp', 'wait'].map((route) =>
      client.get(`/v1/inboxes/${inbox.id}/${route}?timeout=30`),
    );
    await finish(emailId);
    const [otp, mail] = await Promise.all(waits);
    expect([otp!.status, otp!.body]).toMatchObject([200, { code, email_id: emailId }]);
    expect([mail!.status, mail!.body]).toMatchObject([
      200,
      { id: emailId, parse_status: 'complete', otp_codes: [code], category: 'verification' },
    ]);
    expect(await processed(client, emailId)).toMatchObject({ at: null, outcome: 'waiting' });
  });
});

describe('a mail whose parse was put off, and whose inbox is paused meanwhile', () => {
  beforeAll(start('api,smtp,worker'));
  afterAll(() => installation.remove());

  const become = async (status: 'PAUSED' | 'ACTIVE') => {
    const { status: answered } = await client.call('PATCH', `/v1/inboxes/${inbox.id}`, {
      body: { status },
    });
    expect(answered).toBe(200);
  };
  const released = async () => {
    const { database } = installation.database;
    const sql = 'SELECT FROM inbox_counters WHERE inbox_id = $1 AND withhold';
    return (await database.query(sql, [inbox.id])).length === 0;
  };
  const isTold = async (id: string) => {
    const { database } = installation.database;
    const sql = `SELECT FROM events WHERE resource_id = $1 AND kind = 'email.received'`;
    return (await database.query(sql, [id])).length === 1;
  };

  it('is told of when it is finished during the pause', async () => {
    const id = await putOff(newCode());
    await become('PAUSED');
    await finish(id);
    await eventually(() => isTold(id));
    expect(await parsing(id)).toBe('complete');
  });

  it('is told of when it is finished after the pause', async () => {
    const code = newCode();
    const id = await putOff(code);
    await become('PAUSED');
    await become('ACTIVE');
    await eventually(released);
    const wait = client.read(`/v1/inboxes/${inbox.id}/otp?timeout=30`);
    await finish(id);
    expect(await wait).toMatchObject({ code, email_id: id });
    await eventually(() => isTold(id));
  });

  it('is told of when it came during the pause and is finished after it', async () => {
    await become('PAUSED');
    const code = newCode();
    const id = await putOff(code);
    await become('ACTIVE');
    await eventually(released);
    expect(await parsing(id)).toBe('pending');
    const wait = client.read(`/v1/inboxes/${inbox.id}/otp?timeout=30`);
    await finish(id);
    expect(await wait).toMatchObject({ code, email_id: id });
    await eventually(() => isTold(id));
  });
});
