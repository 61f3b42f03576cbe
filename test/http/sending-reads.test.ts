import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLog } from '../../src/log.js';
import { CLAIM_SENDS } from '../../src/resources/sending/attempt-statements.js';
import { reconcile } from '../../src/temporal/reconciler.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
  api.handed.length = 0;
  api.worker.running = true;
});

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };

/** The statements that `work` asks. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(api.database, 'query');
  await work();
  const texts = query.mock.calls.map(([text]) => text);
  query.mockRestore();
  return texts;
}

// Read where there is something to be read alone, and what the process that wrote it knows.
const READS = {
  'who is refused': /'suppression' AS source[^]*org_id = \$1/,
  'the provider': /smtp_configs AS own/,
  'inboxes here': /WITH asked AS MATERIALIZED/,
  'what became of it': /AS wait_id\nFROM sends s JOIN emails e/,
};
const readsOf = (texts: readonly string[]) =>
  Object.entries(READS).flatMap(([what, pattern]) =>
    texts.some((text) => pattern.test(text)) ? [what] : [],
  );

describe('a mail of an organization without lists, providers and recipients here', () => {
  it('is sent without asking for them, and answered without being read', async () => {
    await api.send(key, inbox, message);
    const texts = await statementsOf(async () => {
      const { body } = await api.send(key, inbox, message);
      expect(body).toMatchObject({ status: 'sent', provider: 'SMTP', provider_message_id: 'p-1' });
    });
    expect(readsOf(texts)).toEqual([]);
  });

  it('is answered with what is stored', async () => {
    const { body } = await api.send(key, inbox, {
      ...message,
      await_reply: { timeout_seconds: 60 },
    });
    const [row] = await api.database.query<{ sent_at: Date; thread_id: string; wait_id: string }>(
      `SELECT s.sent_at, e.thread_id, w.id AS wait_id FROM sends s JOIN emails e ON e.id = s.email_id
       JOIN durable_waits w ON w.email_id = e.id WHERE e.id = $1`,
      [body.id],
    );
    expect(body).toMatchObject({
      sent_at: row!.sent_at.toISOString(),
      thread_id: row!.thread_id,
      wait_id: row!.wait_id,
    });
  });
});

describe('recipients that are here', () => {
  it.each([
    [
      'in other letters, with a tag',
      (address: string) => address.replace('@', '+A+b@').toUpperCase(),
    ],
    ['that are no words', (address: string) => address.replace('@', '+é@')],
  ])('%s get the mail by the inbound path', async (_how, spell) => {
    const friend = await api.createInbox(key);
    const { body } = await api.send(key, inbox, { ...message, to: spell(friend.address) });
    expect(body).toMatchObject({ status: 'sent', provider: 'local' });
    expect(api.handed).toEqual([]);
  });

  it('at a domain that was the one of the service get it, too', async () => {
    const friend = await api.createInbox(key);
    await api.database.query(
      `UPDATE inboxes SET address = 'old@former.example', domain = 'former.example' WHERE id = $1`,
      [friend.id],
    );
    const { body } = await api.send(key, inbox, { ...message, to: 'Old+tag@former.example' });
    expect(body).toMatchObject({ status: 'sent', provider: 'local' });
  });
});

describe('a mail whose attempt has begun', () => {
  const lost = () =>
    reconcile(
      {
        database: api.database,
        log: createLog('silent'),
        starter: { isRunning: async () => true },
      },
      60,
    );
  const age = (table: string, column: string, id: string) =>
    api.database.query(
      `UPDATE ${table} SET ${column} = now() - interval '2 minutes' WHERE email_id = $1`,
      [id],
    );

  beforeEach(() => {
    // Nobody else tries it.
    api.worker.running = false;
  });

  it('is not lost, however long it was in line, until the attempt is old as well', async () => {
    const later = { send_at: new Date(Date.now() + 86_400_000).toISOString() };
    const { body } = await api.send(key, inbox, { ...message, ...later });
    const id = body.id as string;
    await age('sends', 'send_at', id);
    await age('sends', 'touched_at', id);
    await api.database.query(`DELETE FROM outbox WHERE resource_id = $1`, [id]);
    const [claimed] = await api.database.query<{ number: number }>(CLAIM_SENDS, [[id]]);
    expect(claimed).toMatchObject({ number: 1 });
    expect(await lost()).toBe(0);
    await age('send_attempts', 'started_at', id);
    expect(await lost()).toBe(1);
  });
});
