import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as entityClasses from '../../src/composition/entities.js';
import { Database } from '../../src/db/database.js';
import { createLog, type Log } from '../../src/log.js';
import { closeAll } from '../egress/fixture.js';
import { eventually } from '../e2e/eventually.js';
import { startProxy, type Proxy } from '../e2e/proxy.js';
import { closeOutbound, sink, testOutbound } from '../outbound/fixture.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';
import { testDatabases } from '../support/services.js';
import type { SmtpSink } from '../support/smtp-sink.js';

// Statements of an attempt, by words that no other one has.
const CLAIM = 'INSERT INTO send_attempts';
const MARK = 'SET handed_over_at = now()';
const OUTCOME = 'SET duration_ms';
// More than is read together with others.
const LARGE = 'x'.repeat(300 * 1024);

/** What happens next, before the first statement that holds these words, or behind it. */
interface Incident {
  readonly at: string;
  readonly when: 'before' | 'behind';
  readonly happens: () => unknown;
}

let api: SendingApi;
let server: SmtpSink;
let proxy: Proxy;
let storage: Database;
let key: string;
let inbox: SendingTestInbox;
let incident: Incident | null = null;
let warnings = 0;

beforeAll(async () => {
  server = await sink();
  const outbound = testOutbound({ serviceUrl: `smtp://127.0.0.1:${server.port}?tls=never` });
  api = await startSendingApi({
    async parts({ url, database }) {
      storage = await openBehindProxy(url);
      const log = Object.assign(Object.create(createLog('silent')) as Log, {
        warn: () => void warnings++,
      });
      const background = eventful(storage);
      return {
        outbound,
        log,
        databases: { ...testDatabases(database), background },
      };
    },
  });
});
afterAll(async () => {
  await api.close();
  await storage.close();
  await proxy.close();
  await closeOutbound();
  await closeAll();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
  server.forget();
  api.worker.running = false;
});

async function openBehindProxy(url: string): Promise<Database> {
  const address = new URL(url);
  proxy = await startProxy({ host: '127.0.0.1', port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  // The tests' server is spoken to by its socket otherwise.
  address.searchParams.delete('host');
  const entities = Object.values(entityClasses);
  return Database.open({ url: address.href, poolSize: 4, queryTimeout: 1_000, entities });
}

/** The same storage, with what happens when the statement comes that `incident` names. */
function eventful(database: Database): Database {
  const come = async (text: string, when: Incident['when']) => {
    if (incident?.when !== when || !text.includes(incident.at)) return;
    const { happens } = incident;
    incident = null;
    await happens();
  };
  const query: Database['query'] = async (text, values) => {
    await come(text, 'before');
    const rows = await database.query<never>(text, values);
    await come(text, 'behind');
    return rows;
  };
  return Object.assign(Object.create(database) as Database, { query });
}

interface Standing {
  readonly id: string;
  readonly status: string;
  readonly outcomes: readonly (string | null)[];
}

async function standing(): Promise<Standing | null> {
  const [row] = await api.database.query<Standing>(
    `SELECT email_id AS id, status, ARRAY(SELECT outcome FROM send_attempts a
       WHERE a.email_id = s.email_id ORDER BY number) AS outcomes
     FROM sends s WHERE inbox_id = $1`,
    [inbox.id],
  );
  return row ?? null;
}

/** Once it was seen that nothing can be written down. */
async function storageComesBack(): Promise<void> {
  const before = warnings;
  await eventually(() => warnings >= before + 2);
  await proxy.restore();
}

const bytesOfMail = () => server.sessions.some(({ bytes }) => bytes.includes('Subject: '));

describe('an attempt whose storage stalls', () => {
  it.each([
    ['behind the claim', { at: CLAIM, when: 'behind' }, 'Hi'],
    ['behind the claim of a large mail', { at: CLAIM, when: 'behind' }, LARGE],
    ['when it is to be marked', { at: MARK, when: 'before' }, 'Hi'],
  ] as const)('%s, lets nothing out and is made again', async (_where, at, text) => {
    const sent = api.send(key, inbox, { to: 'kim@example.com', subject: 'Hello', text });
    const { id } = await eventually(standing);
    incident = { ...at, happens: () => proxy.stall() };
    const attempt = api.attempts.attempt(id, 'test');
    await storageComesBack();
    expect((await attempt).retryInSeconds).toBeGreaterThan(0);
    expect(await standing()).toEqual({ id, status: 'sending', outcomes: ['deferred'] });
    expect([server.mails.length, bytesOfMail()]).toEqual([0, false]);

    await api.database.query('UPDATE sends SET next_attempt_at = now() WHERE email_id = $1', [id]);
    await api.attempts.attempt(id, 'test');

    expect((await sent).body.status).toBe('sent');
    expect(server.mails).toHaveLength(1);
    expect((await standing())!.outcomes).toEqual(['deferred', 'accepted']);
  });

  it('when its outcome is to be written down, tells it once storage is back', async () => {
    const sent = api.send(key, inbox, { to: 'kim@example.com', subject: 'Hello', text: 'Hi' });
    const { id } = await eventually(standing);
    incident = { at: OUTCOME, when: 'before', happens: () => proxy.stall() };
    const attempt = api.attempts.attempt(id, 'test');
    await eventually(() => server.mails.length === 1);
    await storageComesBack();

    await attempt;

    expect((await sent).body.status).toBe('sent');
    expect((await standing())!.outcomes).toEqual(['accepted']);
  });
});

describe('an attempt that was given up from outside', () => {
  it.each([
    [false, 'deferred'],
    [true, 'unknown'],
  ])('with something handed over (%s) is %s', async (isHandedOver, outcome) => {
    void api.send(key, inbox, { to: 'kim@example.com', subject: 'Hello', text: 'Hi' });
    const { id } = await eventually(standing);
    await api.database.query(`UPDATE sends SET status = 'sending' WHERE email_id = $1`, [id]);
    await api.database.query(
      `INSERT INTO send_attempts (email_id, number, started_at, handed_over_at)
       VALUES ($1, 1, now() - interval '2 minutes', CASE WHEN $2 THEN now() END)`,
      [id, isHandedOver],
    );
    await api.attempts.attempt(id, 'test');
    expect((await standing())!.outcomes).toEqual([outcome]);
  });

  it('lets nothing out any more', async () => {
    const sent = api.send(key, inbox, { to: 'kim@example.com', subject: 'Hello', text: 'Hi' });
    const { id } = await eventually(standing);
    // Slow enough that somebody else takes it for lost.
    const giveUp = async () => {
      await api.database.query(
        `UPDATE send_attempts SET started_at = now() - interval '2 minutes' WHERE email_id = $1`,
        [id],
      );
      await api.attempts.attempt(id, 'another');
    };
    incident = { at: MARK, when: 'before', happens: giveUp };
    await api.attempts.attempt(id, 'test');
    expect([server.mails.length, bytesOfMail()]).toEqual([0, false]);
    expect((await standing())!.outcomes).toEqual(['deferred']);
    await api.database.query('UPDATE sends SET next_attempt_at = now() WHERE email_id = $1', [id]);
    await api.attempts.attempt(id, 'test');
    expect((await sent).body.status).toBe('sent');
    expect(server.mails).toHaveLength(1);
  });
});
