import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../../src/mail/analysis.js';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { until } from '../../support/mail-api.js';
import { analysis, rawMail } from '../../support/mail.js';
import { testServices } from '../../support/services.js';
import { createGate } from '../webhooks/gate.js';

let test: TestDatabase;
let id: string;
let reader: Reader;

beforeEach(async () => {
  test = await createTestDatabase();
  const { requests } = testServices(test, { parser: { parse: async () => null } });
  const recipients = [await makeInbox(test.database)];
  const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
  const raw = rawMail({ Subject: 'Late' });
  [id] = (await requests.inbound.accept({ mailFrom: '', recipients, raw, source })) as [string];
  reader = await startReading();
});
afterEach(() => test.drop());

interface Reader {
  /** Nothing that it does from now on reaches storage. */
  lose(): Promise<void>;
  /** The process is asked to end. */
  stop(): Promise<void>;
  /** What its parse finds; null stands for nothing in time. */
  end(found: Analysis | null): Promise<void>;
}

/** Another process, which has begun to read what is due. */
async function startReading(): Promise<Reader> {
  const database = await openDatabase(test.url);
  let closed: Promise<void> | undefined;
  const lose = () => (closed ??= database.close());
  test.beforeDrop(lose);
  const [begun, end] = [createGate(), createGate()];
  let found: Analysis | null = null;
  const parser = {
    async parse() {
      begun.open();
      await end.opened;
      return found;
    },
  };
  const { pending } = testServices({ ...test, database }, { parser }).background;
  const reading = pending.finish();
  await begun.opened;
  return {
    lose,
    stop: () => pending.stop(),
    async end(analysis) {
      found = analysis;
      end.open();
      await reading;
    },
  };
}

/** A process that reads all that is due at once. */
async function readDue(textBody: string): Promise<void> {
  const parser = { parse: async () => analysis({ textBody }) };
  await testServices(test, { parser }).background.pending.finish();
}

/** The mail, and for how many seconds nobody else takes it. */
async function mail(): Promise<Record<string, unknown> & { lease: number }> {
  const [found] = await test.database.query<{ lease: number }>(
    `SELECT parse_status, parse_attempts, text_body,
       extract(epoch FROM parse_after - now())::float8 AS lease
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id WHERE e.id = $1`,
    [id],
  );
  return found as Record<string, unknown> & { lease: number };
}
const setLease = (seconds: number) =>
  test.database.query(
    'UPDATE emails SET parse_after = now() + make_interval(secs => $2) WHERE id = $1',
    [id, seconds],
  );

describe('a pending mail that a process reads', () => {
  it('is given back by one that stops: that was no try', async () => {
    await reader.stop();

    expect(await mail()).toMatchObject({ parse_status: 'pending', parse_attempts: 0, lease: null });
  });

  it('is read by another one soon after the process is gone', async () => {
    expect((await mail()).lease).toBeLessThanOrEqual(8);
    await reader.lose();
    await setLease(0);

    await readDue('read by another');

    expect(await mail()).toMatchObject({ text_body: 'read by another', parse_attempts: 2 });
  });

  it('is left to the process while that lives, however long it reads', async () => {
    await setLease(4);
    await until(async () => (await mail()).lease > 4);

    await readDue('read by another');
    expect(await mail()).toMatchObject({ parse_status: 'pending', parse_attempts: 1 });

    await reader.end(analysis({ textBody: 'read at last' }));
    expect(await mail()).toMatchObject({ text_body: 'read at last', parse_attempts: 1 });
  });

  it('is no more of its concern once another one has taken it over', async () => {
    await setLease(0);
    const second = await startReading();
    await setLease(3_600);

    await reader.end(null);

    expect((await mail()).lease).toBeGreaterThan(60);
    await second.end(analysis({ textBody: 'read by the second' }));
    expect(await mail()).toMatchObject({ text_body: 'read by the second', parse_attempts: 2 });
  });
});
