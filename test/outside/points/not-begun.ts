import { setTimeout as sleep } from 'node:timers/promises';
import { postgresProcesses } from '../../e2e/postgres-processes.js';
import { must, until, withOwn, type Outside, type Point } from '../outside.js';
import { serve, type Server } from '../programs.js';

const ROUNDS = 3;
const MAILS = 3;
// Seconds that the server takes until data may come. Storage says nothing until then, and dies a little later.
const SILENT = 3;
const SILENT_STORAGE = 6_000;

/** Storage goes away between the claim of a mail and its first byte; the server is one of Python's. */
export const notBegun: Point = {
  number: 14,
  title: 'what never began to leave is not unknown, and leaves once',
  see: async () => {
    const server = await serve('sink.py', [String(SILENT)]);
    try {
      const OUTBOUND_URL = `smtp://127.0.0.1:${server.port}?tls=never`;
      return await withOwn({ OUTBOUND_URL }, (own) => sendThroughStops(own, server));
    } finally {
      await server.stop();
    }
  },
};

async function sendThroughStops(own: Outside, server: Server): Promise<string> {
  const { id } = await own.inbox();
  const subjects: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const names = Array.from({ length: MAILS }, (_, mail) => `round ${round} mail ${mail}`);
    subjects.push(...names);
    await sendOnce(own, id, names);
  }
  const mails = await until(
    async () => {
      const found = await outcomes(own, subjects);
      return found.every(({ status }) => !['queued', 'sending'].includes(status)) && found;
    },
    'an outcome of each',
    180,
  );
  const statuses = [...new Set(mails.map(({ status }) => status))].join();
  must(statuses === 'sent', `they are ${statuses}`);
  for (const subject of subjects) {
    const times = server.lines().filter((line) => line === subject).length;
    must(times === 1, `${subject} left ${times} times`);
  }
  const again = mails.filter(({ attempts }) => attempts > 1).length;
  must(again > 0, 'storage was never away between claim and first byte');
  return `${subjects.length} mails sent once each, ${again} of them by another attempt; 0 unknown`;
}

/** Has mails claimed, and storage away before one of them may leave. */
async function sendOnce(own: Outside, inboxId: string, subjects: readonly string[]): Promise<void> {
  const asked = subjects.map((subject) =>
    own.curl('POST', `/v1/inboxes/${inboxId}/send`, {
      json: { to: 'kim@example.com', subject, text: 'Hi' },
    }),
  );
  await until(async () => {
    const found = await outcomes(own, subjects);
    // What is not stored yet would be answered 503, and not be there.
    return found.length === MAILS && found.some(({ status }) => status === 'sending');
  }, 'a mail is claimed');
  const postgres = postgresProcesses(own.installation.directory);
  await postgres.freeze();
  await sleep(SILENT_STORAGE);
  await postgres.kill();
  const answers = await Promise.all(asked);
  must(
    answers.every(({ status }) => status < 300),
    `answered ${answers.map(({ status }) => status).join()}`,
  );
}

const outcomes = ({ sql }: Outside, subjects: readonly string[]) =>
  sql(async (client) => {
    const { rows } = await client.query<{ status: string; attempts: number }>(
      `SELECT s.status, (SELECT count(*)::int FROM send_attempts a WHERE a.email_id = e.id) AS attempts
       FROM emails e JOIN sends s ON s.email_id = e.id WHERE e.subject = ANY ($1)`,
      [subjects],
    );
    return rows;
  });
