import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/mail-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly output: Record<string, unknown> | null;
  readonly steps: readonly { readonly name: string; readonly status: string }[];
}

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});
afterAll(() => api.close());

const post = async <Body>(path: string, body: object = {}) =>
  (await api.call<Body>('POST', path, { key, body })).body;
const create = async (body: object) => (await post<ShownTask>('/v1/tasks', body)).id;
const shown = async (id: string) =>
  (await api.call<ShownTask>('GET', `/v1/tasks/${id}`, { key })).body;
const kindsOf = async (id: string) => {
  const path = `/v1/tasks/${id}/events`;
  const { body } = await api.call<{ data: { kind: string }[] }>('GET', path, { key });
  return body.data.map(({ kind }) => kind);
};

/** Does what is to be done now, as the run of a task does, and answers the task. */
async function work(id: string): Promise<ShownTask> {
  const { taskRuns } = api.background;
  let report = await taskRuns.look(id);
  let before: string | null = null;
  // A step that waits is next until it has what it waits for.
  while (report?.next && report.next !== before) {
    before = report.status === 'WAITING_EMAIL' ? report.next : null;
    report = await taskRuns.runStep(id, report.next, 1);
  }
  while (report?.undo) report = await taskRuns.undoStep(id, report.undo);
  return shown(id);
}

/** Makes its time be over, as if it had been made long ago. */
const overdue = (id: string) =>
  api.database.query(`UPDATE tasks SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    id,
  ]);

const mailOf = (subject: string, text: string, more = '') =>
  `From: Ann <ann@example.org>\nTo: ${inbox.address}\nSubject: ${subject}\n${more}\n${text}\n`;
const CODE = mailOf.bind(null, 'Your code', 'Your verification code is 482913.');

describe('wait_for_email', () => {
  const waiting = async (more: object = {}) => {
    const id = await create({
      ...{ type: 'wait_for_email', inbox_id: inbox.id },
      input: { kind: 'otp', ...more },
    });
    expect(await work(id)).toMatchObject({ status: 'WAITING_EMAIL' });
    return id;
  };
  const waitsOf = (id: string) =>
    api.database.query<{ status: string }>(
      'SELECT status FROM durable_waits WHERE task_id = $1 ORDER BY created_at, id',
      [id],
    );

  it('ends with the mail, its thread and its code', async () => {
    const id = await waiting();
    const emailId = await api.receive(inbox, CODE());
    const { body: email } = await api.call('GET', `/v1/emails/${emailId}`, { key });
    expect(await work(id)).toMatchObject({
      status: 'COMPLETED',
      output: { email_id: emailId, thread_id: email.thread_id, code: '482913', link: null },
    });
    expect(await kindsOf(id)).toEqual([
      ...['created', 'step_completed', 'step_waiting', 'step_completed', 'completed'],
    ]);
  });

  it('takes its wait back when it is cancelled, by its client or in its run', async () => {
    const cancels = [
      (id: string) => post(`/v1/tasks/${id}/cancel`),
      (id: string) => api.background.taskRuns.cancel(id),
    ];
    for (const cancel of cancels) {
      const id = await waiting();
      await cancel(id);
      expect(await work(id)).toMatchObject({ status: 'CANCELLED', steps: [UNDONE, {}] });
      expect(await waitsOf(id)).toEqual([{ status: 'cancelled' }]);
      expect((await kindsOf(id)).slice(-2)).toEqual(['cancelled', 'step_undone']);
    }
  });

  it('expires, and is tried again with a new wait once the old one is taken back', async () => {
    const id = await waiting();
    await overdue(id);
    await api.background.taskRuns.look(id);
    const early = await api.call('POST', `/v1/tasks/${id}/retry`, { key });
    expect([early.status, (await shown(id)).status]).toEqual([409, 'EXPIRED']);
    expect(await work(id)).toMatchObject({ error: 'Its time is up', steps: [UNDONE, {}] });
    expect(await post(`/v1/tasks/${id}/retry`)).toMatchObject({ status: 'PENDING', error: null });
    expect(await work(id)).toMatchObject({ status: 'WAITING_EMAIL' });
    expect((await waitsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'waiting']);
    await api.receive(inbox, CODE());
    expect(await work(id)).toMatchObject({ status: 'COMPLETED', output: { code: '482913' } });
  });

  it('fails when somebody cancels its wait', async () => {
    const id = await waiting();
    await api.database.query(
      `UPDATE durable_waits SET status = 'cancelled', ended_at = now() WHERE task_id = $1`,
      [id],
    );
    expect(await work(id)).toMatchObject({
      status: 'FAILED',
      error: 'The wait for it was cancelled',
    });
  });
});

const UNDONE = { name: 'startWaiting', status: 'UNDONE' };

describe('follow_up', () => {
  interface Sent {
    readonly id: string;
    readonly message_id: string;
  }
  const sent = () =>
    post<Sent>(`/v1/inboxes/${inbox.id}/send`, {
      ...{ to: 'kim@example.com', subject: 'Offer', text: 'Would you like it?' },
    });
  const followUp = (emailId: string) =>
    create({
      type: 'follow_up',
      input: { email_id: emailId, text: 'And?', after_seconds: 60, times: 2 },
    });
  const waitOf = async (id: string) => {
    const [wait] = await api.database.query<{ id: string }>(
      'SELECT id FROM durable_waits WHERE task_id = $1',
      [id],
    );
    return wait!.id;
  };
  /** What its run sends once it is due. */
  const remind = async (id: string) => {
    const waitId = await waitOf(id);
    await api.database.query(
      `UPDATE durable_waits SET created_at = created_at - interval '61 seconds' WHERE id = $1`,
      [waitId],
    );
    return api.background.reminding.remind(waitId);
  };
  const handed = () =>
    api.handed.filter(({ envelopeFrom }) => envelopeFrom === inbox.address).length;

  it('sends in the thread until a person replies', async () => {
    const mail = await sent();
    await until(() => handed() === 1);
    const id = await followUp(mail.id);
    expect(await work(id)).toMatchObject({ status: 'WAITING_EMAIL' });
    expect(await remind(id)).toBe('sent reminder 1');
    await until(() => handed() === 2);
    const reply = mailOf('Re: Offer', 'Yes.', `In-Reply-To: ${mail.message_id}\n`);
    const emailId = await api.receive(inbox, reply.replace('ann@example.org', 'kim@example.com'));
    expect(await work(id)).toMatchObject({
      status: 'COMPLETED',
      output: { replied: true, email_id: emailId, follow_ups_sent: 1 },
    });
    expect(await remind(id)).toBe('the wait has ended');
    expect(handed()).toBe(2);
  });

  it('is of a sent mail whose reply nobody awaits', async () => {
    const { id: emailId } = await sent();
    const first = await followUp(emailId);
    await work(first);
    const received = await api.receive(inbox, mailOf('Hello', 'Hi'));
    for (const other of [emailId, received])
      expect(await work(await followUp(other))).toMatchObject({
        status: 'FAILED',
        error: 'email_id must be of a sent email whose reply is not awaited already',
      });
    await post(`/v1/tasks/${first}/cancel`);
    expect(await work(first)).toMatchObject({ status: 'CANCELLED', steps: [UNDONE, {}] });
  });
});

describe('what is read', () => {
  it('is summed up by sentences of the thread, word for word', async () => {
    const text = 'The boiler broke on Monday. The plumber comes on Friday at nine. Bring the key.';
    const emailId = await api.receive(inbox, mailOf('Boiler', text));
    const { body: email } = await api.call('GET', `/v1/emails/${emailId}`, { key });
    const input = { thread_id: email.thread_id, sentences: 2 };
    const { status, output } = await work(await create({ type: 'summarize_thread', input }));
    const sentences = output!['sentences'] as { text: string; email_id: string }[];
    expect([status, sentences.length]).toEqual(['COMPLETED', 2]);
    for (const said of sentences) {
      expect(text).toContain(said.text);
      expect(said.email_id).toBe(emailId);
    }
  });

  it('is extracted as the analyser found it, of a mail and of a thread', async () => {
    const email_id = await api.receive(inbox, CODE());
    const { body: email } = await api.call('GET', `/v1/emails/${email_id}`, { key });
    for (const input of [{ email_id }, { thread_id: email.thread_id }]) {
      const { output } = await work(await create({ type: 'extract', input }));
      expect(output!['emails']).toMatchObject([{ email_id, otp_codes: ['482913'] }]);
    }
  });

  it('may be gone when the task comes to it', async () => {
    const email_id = await api.receive(inbox, CODE());
    const id = await create({ type: 'extract', input: { email_id } });
    await api.call('DELETE', `/v1/emails/${email_id}`, { key });
    expect(await work(id)).toMatchObject({ status: 'FAILED', error: 'Email not found' });
  });
});

describe('a custom task', () => {
  const claim = () =>
    post<ShownTask & { lease_token: string }>('/v1/tasks/claim', { agent_id: 'agent' });
  const leaseRanOut = (id: string) =>
    api.database.query(
      `UPDATE tasks SET lease_until = now() - interval '1 second',
         claimable_at = CASE WHEN claimable_at IS NOT NULL THEN now() END WHERE id = $1`,
      [id],
    );

  it('is PENDING again once its lease ran out, and FAILED after its last attempt', async () => {
    const id = await create({ type: 'custom', max_attempts: 2 });
    await claim();
    await leaseRanOut(id);
    expect(await work(id)).toMatchObject({ status: 'PENDING' });
    const { lease_token } = await claim();
    await leaseRanOut(id);
    expect(await work(id)).toMatchObject({
      status: 'FAILED',
      error: 'The lease of its last attempt ran out',
    });
    expect(
      (await post<{ error: string }>(`/v1/tasks/${id}/complete`, { lease_token, output: {} }))
        .error,
    ).toContain('The lease is lost');
    expect(await kindsOf(id)).toEqual([
      ...['created', 'claimed', 'lease_expired', 'claimed', 'failed'],
    ]);
  });

  it('expires whoever holds it', async () => {
    const id = await create({ type: 'custom' });
    await claim();
    await overdue(id);
    expect(await work(id)).toMatchObject({ status: 'EXPIRED', error: 'Its time is up' });
    const [event] = await api.database.query<{ kind: string; status: string }>(
      `SELECT kind, body::jsonb->'data'->>'status' AS status FROM events
       WHERE resource_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(event).toEqual({ kind: 'task.failed', status: 'EXPIRED' });
  });
});
