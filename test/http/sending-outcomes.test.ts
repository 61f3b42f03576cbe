import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../e2e/eventually.js';
import { closeAll, makeCertificate, testEgress } from '../egress/fixture.js';
import { closeOutbound, LOOPBACK, sink, testOutbound } from '../outbound/fixture.js';
import { startProviderServer, type ProviderServer } from '../support/provider-server.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';
import type { SmtpSink } from '../support/smtp-sink.js';

const FACE = '😀';
// Behind "250 " the thousandth unit is the first half of a face, and the two-hundredth of the id as well.
const LONG_ANSWER = `250 x${FACE.repeat(600)}`;
const LONG_ID = `250 Ok: queued as x${FACE.repeat(150)}`;

// Milliseconds: the library of a provider is loaded first.
const PATIENCE = 120_000;

interface Sender {
  readonly key: string;
  readonly inbox: SendingTestInbox;
}

let api: SendingApi;
let server: SmtpSink;
let provider: ProviderServer;
let ours: Sender;
let theirs: Sender;

beforeAll(async () => {
  const certificate = await makeCertificate('localhost');
  const way = { allow: LOOPBACK, authorities: certificate.cert };
  server = await sink();
  provider = await startProviderServer(certificate);
  const outbound = testOutbound({ way, serviceUrl: `smtp://127.0.0.1:${server.port}?tls=never` });
  api = await startSendingApi({ parts: { egress: testEgress(way), outbound } });
});
afterAll(async () => {
  await api.close();
  await closeOutbound();
  await provider.close();
  await closeAll();
});
beforeEach(async () => {
  [ours, theirs] = await Promise.all([newSender(), newSender()]);
  server.script({});
  server.forget();
  provider.forget();
  api.worker.running = false;
});

async function newSender(): Promise<Sender> {
  const { key } = await api.createOrg();
  return { key, inbox: await api.createInbox(key) };
}

/** Queues a mail; what is answered comes once it was settled. */
async function queue({ key, inbox }: Sender, to: string) {
  const reply = api.send(key, inbox, { to, subject: to, text: 'Hi' });
  const id = await eventually(async () => {
    const [row] = await api.database.query<{ email_id: string }>(
      `SELECT email_id FROM sends WHERE inbox_id = $1 AND recipients->0->>'address' = $2`,
      [inbox.id, to],
    );
    return row?.email_id ?? null;
  });
  return { id, reply };
}

type Queued = Awaited<ReturnType<typeof queue>>;

/** Has the outcomes of all mails written together: the first one waits, the others for it. */
async function recordTogether(mails: readonly Queued[], handed: () => number): Promise<void> {
  let attempts: Promise<unknown> = Promise.resolve();
  await api.database.transaction(async (manager) => {
    await manager.query('LOCK TABLE events IN SHARE MODE');
    const begun = mails.map(({ id }) => api.attempts.attempt(id, `sendEmail:${id}`));
    attempts = Promise.allSettled(begun);
    await eventually(() => handed() === mails.length, PATIENCE);
    // Until their outcomes are there, which wait.
    await api.attempts.settled(100);
  });
  await attempts;
}

interface Settled {
  readonly status: string;
  readonly provider_message_id: string | null;
}

const settled = (mails: readonly Queued[]): Promise<Settled[]> =>
  Promise.all(mails.map(async ({ reply }) => (await reply).body as Settled));

describe('outcomes that are written together', () => {
  it('are all kept where answers are cut within a character or hold what Postgres does not take', async () => {
    await api.call('POST', '/v1/smtp-configs', {
      key: theirs.key,
      body: { provider: 'POSTMARK', api_key: 'secret', base_url: provider.url, is_default: true },
    });
    provider.script({
      body: `{"ErrorCode":0,"Message":"a\\u0000b\\ud83d","MessageID":"p-\\ud83d\\u00001"}`,
    });
    server.script({
      dot: ({ turn }) => [undefined, LONG_ANSWER, LONG_ID][turn - 1],
    });
    const mails = await Promise.all([
      ...['first', 'second', 'third', 'fourth', 'fifth'].map((name) =>
        queue(ours, `${name}@example.com`),
      ),
      queue(theirs, 'sixth@example.com'),
    ]);

    await recordTogether(mails, () => server.mails.length + provider.calls.length);

    const emails = await settled(mails);
    expect(emails.map(({ status }) => status)).toEqual(mails.map(() => 'sent'));
    expect(emails[5]!.provider_message_id).toBe('p-\ufffd1');
    const texts = JSON.stringify(await api.database.query('SELECT * FROM send_attempts'));
    expect(texts).toContain(FACE);
    expect(texts.isWellFormed() && !/\\ud[89a-f]/.test(texts)).toBe(true);
  });

  it('are written one by one when one of them cannot be', async () => {
    const mails = await Promise.all(
      [ours, theirs, ours, ours, theirs].map((sender, i) => queue(sender, `${i}@example.com`)),
    );
    const poisoned = mails[2]!;
    await api.database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'refused' USING ERRCODE = '22P05'; END $$`);
    await api.database.query(`
      CREATE TRIGGER refuse BEFORE UPDATE ON sends FOR EACH ROW
      WHEN (NEW.email_id = '${poisoned.id}' AND NEW.status = 'sent') EXECUTE FUNCTION refuse()`);

    await recordTogether(mails, () => server.mails.length);

    const rows = await api.database.query<{ email_id: string }>(
      `SELECT email_id FROM sends WHERE status = 'sent' AND email_id = ANY ($1)`,
      [mails.map(({ id }) => id)],
    );
    const others = mails.filter((mail) => mail !== poisoned).map(({ id }) => id);
    expect(rows.map((row) => row.email_id).sort()).toEqual(others.sort());
    await api.database.query('DROP TRIGGER refuse ON sends');
    await api.database.query(
      `UPDATE sends SET status = 'cancelled', completed_at = now() WHERE email_id = $1`,
      [poisoned.id],
    );
    await api.database.query(`SELECT pg_notify('send_settled', $1)`, [poisoned.id]);
    await settled(mails);
  });
});

describe('what a run tells of an attempt', () => {
  it.each([
    ['451 4.7.1 Come back, kim@example.com', 'attempt 1 by SMTP: deferred (451 4.7.1)'],
    ['550 5.1.1 No kim@example.com here', 'attempt 1 by SMTP: refused (550 5.1.1)'],
    ['554 kim@example.com is unwanted', 'attempt 1 by SMTP: refused (554)'],
    [undefined, 'attempt 1 by SMTP: accepted (250 2.0.0)'],
  ])('has the code of "%s" and no word of it', async (answer, said) => {
    if (answer !== undefined) server.script({ dot: answer });
    const { id, reply } = await queue(ours, 'kim@example.com');
    expect((await api.attempts.attempt(id, `sendEmail:${id}`)).summary).toBe(said);
    if (said.includes('deferred')) await api.call('POST', `/v1/emails/${id}/cancel`, ours);
    await reply;
    const now = await api.attempts.attempt(id, `sendEmail:${id}`);
    expect(now.summary).toMatch(/^(sent|failed|cancelled); attempts: 1$/);
  });
});
