import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createSharedInstallation, type SharedInstallation } from './installation.js';
import { createInbox, newCode, sendCode } from './mail.js';

const LONG = 300_000;

interface Question {
  readonly id: string;
  readonly status: string;
  readonly answer: string | null;
}

describe('questions', () => {
  let installation: SharedInstallation;
  beforeAll(async () => {
    installation = await createSharedInstallation();
  }, LONG);
  afterAll(() => installation.remove(), LONG);

  it(
    'are answered by their run when the process that was asked is killed',
    async () => {
      const start = (ROLES: string) => installation.start({ settings: { ROLES } });
      const [front, worker] = await Promise.all([start('api,smtp'), start('worker')]);
      const client = await installation.client(front);
      const inbox = await createInbox(client);
      const code = newCode();
      const id = await sendCode(front, inbox, code);
      await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=60`);

      // Whoever answers cannot record it yet.
      const holder = new pg.Client(installation.database.url);
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE citations IN EXCLUSIVE MODE');
      const question = 'What is the verification code of Northwind?';
      const asked = await client.read<Question>('/v1/ask', { question, wait: 0 });
      expect(asked.status).toBe('PENDING');
      front.kill('SIGKILL');
      await front.ended;
      await holder.query(END_WAITING);
      await holder.query('ROLLBACK');
      await holder.end();

      const next = await start('api');
      const other = await installation.client(next);
      const path = `/v1/ask/${asked.id}?timeout=60`;
      const read = await other.read<Question & { citations: { email_id: string }[] }>(path);
      expect(read.status).toBe('COMPLETED');
      expect(read.answer).toContain(code);
      expect(read.citations[0]!.email_id).toBe(id);
      for (const service of [next, worker]) service.kill('SIGTERM');
      await Promise.all([next.ended, worker.ended]);
    },
    LONG,
  );
});

/** What the killed process had begun in Postgres ends with it. */
const END_WAITING = `
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'citations'::regclass AND NOT granted`;
