import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { startLossyTemporal, type LossyTemporal } from './lossy-temporal.js';
import { createInbox, newCode, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';

const LONG = 300_000;
// Milliseconds for everything to be back and for a task to be gone on with.
const DONE_WITHIN = 120_000;

interface Task {
  readonly id: string;
  readonly status: string;
  readonly output: Record<string, unknown> | null;
  readonly steps: readonly { readonly name: string; readonly status: string }[];
  readonly lease_token?: string;
}

describe('tasks', () => {
  let service: LossyTemporal;
  beforeAll(async () => {
    service = await startLossyTemporal();
  }, LONG);
  afterEach(() => service.killAll());
  afterAll(() => service.remove(), LONG);

  const create = (client: RestClient, body: object) => client.read<Task>('/v1/tasks', body);
  const until = (client: RestClient, id: string, status: string) =>
    eventually(async () => {
      const task = await client.read<Task>(`/v1/tasks/${id}`);
      return task.status === status ? task : null;
    }, DONE_WITHIN);
  const kindsOf = async (client: RestClient, id: string) => {
    const { data } = await client.read<{ data: { kind: string }[] }>(`/v1/tasks/${id}/events`);
    return data.map(({ kind }) => kind);
  };

  it(
    'go on behind the last step after the kill of every process and the loss of the store of Temporal',
    async () => {
      const before = await service.startAll();
      const inbox = await createInbox(before.client);
      const wait = { type: 'wait_for_email', inbox_id: inbox.id, input: { kind: 'otp' } };
      const waiting = await create(before.client, wait);
      const cancelled = await create(before.client, wait);
      const claimed = await create(before.client, { type: 'custom' });
      await until(before.client, waiting.id, 'WAITING_EMAIL');
      await until(before.client, cancelled.id, 'WAITING_EMAIL');
      const lease = { agent_id: 'one', lease_seconds: 1 };
      await before.client.read<Task>('/v1/tasks/claim', lease);
      const fresh = await create(before.client, { ...wait, input: { timeout_seconds: 5 } });

      await service.killAll();
      await service.loseStore();

      const { front, client } = await service.startAll();
      await client.read(`/v1/tasks/${cancelled.id}/cancel`, {});
      const code = newCode();
      const emailId = await sendCode(front, inbox, code);
      const done = await until(client, waiting.id, 'COMPLETED');
      expect(done.output).toMatchObject({ email_id: emailId, code });
      expect(await kindsOf(client, waiting.id)).toEqual([
        ...['created', 'step_completed', 'step_waiting', 'step_completed', 'completed'],
      ]);
      expect(['COMPLETED', 'EXPIRED']).toContain(
        await eventually(async () => {
          const { status } = await client.read<Task>(`/v1/tasks/${fresh.id}`);
          return status === 'COMPLETED' || status === 'EXPIRED' ? status : null;
        }, DONE_WITHIN),
      );
      const undone = await eventually(async () => {
        const { steps } = await client.read<Task>(`/v1/tasks/${cancelled.id}`);
        return steps.some(({ status }) => status === 'UNDONE');
      }, DONE_WITHIN);
      expect(undone).toBe(true);
      const again = await client.read<Task>('/v1/tasks/claim', { agent_id: 'two', wait: 30 });
      expect(again.id).toBe(claimed.id);
      const { lease_token } = again;
      await client.read(`/v1/tasks/${claimed.id}/complete`, { lease_token, output: { n: 1 } });
      expect((await client.read<Task>(`/v1/tasks/${claimed.id}`)).status).toBe('COMPLETED');
    },
    LONG,
  );

  it(
    'are claimed, completed, approved and cancelled while Temporal is away',
    async () => {
      const { client } = await service.startAll();
      await service.proxy.refuse();
      const approved = await create(client, { type: 'custom', requires_approval: true });
      await client.read(`/v1/tasks/${approved.id}/approve`, {});
      const { lease_token } = await client.read<Task>('/v1/tasks/claim', { agent_id: 'one' });
      const output = { lease_token, output: {} };
      await client.read(`/v1/tasks/${approved.id}/complete`, output);
      const other = await create(client, { type: 'custom' });
      const { status } = await client.read<Task>(`/v1/tasks/${other.id}/cancel`, {});
      expect(status).toBe('CANCELLED');
      await service.proxy.restore();
      expect((await client.read<Task>(`/v1/tasks/${approved.id}`)).status).toBe('COMPLETED');
    },
    LONG,
  );

  it(
    'read and draft, and never send',
    async () => {
      const { front, client } = await service.startAll();
      const inbox = await createInbox(client);
      const email_id = await sendCode(front, inbox, newCode());
      const { thread_id } = await client.read<{ thread_id: string }>(`/v1/emails/${email_id}`);
      const tasks = await Promise.all(
        [
          { type: 'extract', input: { email_id } },
          { type: 'summarize_thread', input: { thread_id } },
          { type: 'draft_reply', input: { email_id } },
        ].map((body) => create(client, body)),
      );
      for (const { id } of tasks) {
        const { output } = await until(client, id, 'COMPLETED');
        expect(output).not.toBeNull();
      }
      const { data } = await client.read<{ data: { reply_to_email_id: string }[] }>('/v1/drafts');
      expect(data).toMatchObject([{ reply_to_email_id: email_id }]);
    },
    LONG,
  );
});
