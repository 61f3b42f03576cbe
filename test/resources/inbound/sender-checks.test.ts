import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import { cachedResolver } from '../../../src/dns/resolver.js';
import { SenderChecks } from '../../../src/resources/inbound/sender-checks.js';
import { createSenderVerifier } from '../../../src/sender/verify.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createZone, type DnsZone } from '../../support/dns-zone.js';
import { makeInbox } from '../../support/inboxes.js';
import { until, type TestInbox } from '../../support/mail-api.js';
import { testServices } from '../../support/services.js';
import { createSigner, mailFrom } from '../../support/signed-mail.js';

const northwind = createSigner('northwind.example');
const run = { workflowId: 'processInbound:x', attempt: 1 };

let test: TestDatabase;
let database: Database;
/** Every inbox told so far. */
const told: string[] = [];
let inbox: TestInbox;
let zone: DnsZone;
let now: number;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  const listener = await test.listen();
  listener.on('sender_verified', (payload) => told.push(...payload.split(',')));
});
beforeEach(async () => {
  await database.query('TRUNCATE sender_checks, outbox');
  now = 0;
  inbox = await makeInbox(database);
  zone = createZone();
  zone.publish(northwind.keyName, northwind.keyRecord);
});
afterAll(() => test.drop());

/** How often an inbox of this test was told: what earlier tests cause may come late. */
const toldOf = ({ inboxId }: TestInbox) => told.filter((id) => id === inboxId).length;

const ownVerifier = () => createSenderVerifier(cachedResolver(zone, () => now));
const checks = (verifier = ownVerifier()) => new SenderChecks({ database, verifier });
const processing = (verifier = ownVerifier()) =>
  testServices(test, { verifier }).background.processing;

async function accept(raw: Buffer, recipients = [inbox]): Promise<readonly string[]> {
  const { inbound } = testServices(test).requests;
  const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's' };
  return inbound.accept({ mailFrom: 'b@northwind.example', recipients, raw, source });
}

const signed = () => northwind.sign(mailFrom('no-reply@northwind.example'));

interface CheckedRow {
  readonly verdict: string;
  readonly attempts: number;
  readonly workflow_id: string | null;
  readonly retry_at: Date | null;
}

const checked = (emailIds: readonly string[]) =>
  database.query<CheckedRow>(
    `SELECT c.auth->>'verdict' AS verdict, c.attempts, c.workflow_id, c.retry_at
     FROM emails e JOIN sender_checks c USING (stored_message_id)
     WHERE e.id = ANY ($1) GROUP BY c.stored_message_id ORDER BY c.stored_message_id`,
    [emailIds],
  );
const retries = () =>
  database.query(`SELECT FROM outbox WHERE workflow = 'verifySenders' AND done_at IS NULL`);
const makeDue = () => database.query('UPDATE sender_checks SET retry_at = now()');

describe('processing a mail', () => {
  it('keeps who sent it, once for all recipients, and tells their inboxes', async () => {
    const second = await makeInbox(database);
    const ids = await accept(await signed(), [inbox, second]);

    expect(await processing().process(ids, run)).toMatchObject({ late: [] });

    expect(await checked(ids)).toEqual([
      { verdict: 'pass', attempts: 1, workflow_id: run.workflowId, retry_at: null },
    ]);
    await until(() => toldOf(inbox) === 1 && toldOf(second) === 1);
  });

  it('checks SPF for the peer of the SMTP session', async () => {
    zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    const ids = await accept(mailFrom('a@northwind.example'));
    await processing().process(ids, run);
    expect(await checked(ids)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('reads large mails whole', async () => {
    const body = 'a line of a large mail\r\n'.repeat(10_000);
    const raw = await northwind.sign(mailFrom('a@northwind.example', { body }));
    const ids = [await accept(raw), await accept(await signed()), await accept(raw)].flat();
    await checks().check(ids);
    expect(await checked(ids)).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'pass' },
      { verdict: 'pass' },
    ]);
  });

  it('does not wait for a slow DNS: the mail is finished later, the others at once', async () => {
    let answer = () => {};
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const resolver = cachedResolver({
      async ask(question) {
        if (question.name === northwind.keyName) await slow;
        return zone.ask(question);
      },
    });
    const slowly = processing(createSenderVerifier(resolver));
    const [late] = await accept(await signed());
    const [other] = await accept(mailFrom('a@southwind.example'));

    const left = await slowly.process([late!, other!], run);

    expect(left).toMatchObject({ late: [late], outcome: { mails: 1 } });
    expect(await checked([other!])).toHaveLength(1);
    const settled = () =>
      database.query<{ id: string }>(
        `SELECT resource_id AS id FROM outbox
         WHERE settled_at IS NOT NULL AND workflow = 'processInbound' ORDER BY id`,
      );
    expect(await settled()).toEqual([{ id: other }]);

    answer();
    await slowly.verifyLate([late!], run);
    expect(await checked([late!])).toMatchObject([{ verdict: 'pass' }]);
    expect(await settled()).toHaveLength(2);
  });

  it('a second time changes nothing', async () => {
    const ids = await accept(await signed());
    for (let i = 0; i < 2; i++) await processing().process(ids, run);
    expect(await checked(ids)).toMatchObject([{ verdict: 'pass', attempts: 1 }]);
  });
});

describe('a sender that is unknown', () => {
  it('is verified again when the DNS answers, and the inbox is told', async () => {
    zone.fail(northwind.keyName);
    const verifier = ownVerifier();
    const senders = checks(verifier);
    const ids = await accept(await signed());
    await processing(verifier).process(ids, run);
    expect(await checked(ids)).toMatchObject([{ verdict: 'unknown', retry_at: expect.any(Date) }]);
    expect(toldOf(inbox)).toBe(0);

    zone.heal();
    now = 60_000;
    expect((await senders.retry('verifySenders:all')).nextIn).toBeGreaterThan(0);
    await makeDue();
    expect(await senders.retry('verifySenders:all')).toEqual({
      away: false,
      checked: 1,
      nextIn: null,
    });

    expect(await checked(ids)).toEqual([
      { verdict: 'pass', attempts: 2, workflow_id: 'verifySenders:all', retry_at: null },
    ]);
    await until(() => toldOf(inbox) > 0);
  });

  it('starts one run for all of them', async () => {
    zone.fail(northwind.keyName);
    for (let i = 0; i < 3; i++) await processing().process(await accept(await signed()), run);
    expect(await retries()).toHaveLength(1);
  });

  it('waits longer each time, and is given up after a day', async () => {
    zone.fail(northwind.keyName);
    const senders = checks();
    const ids = await accept(await signed());
    await senders.check(ids);
    const pauseAfter = async (age: string) => {
      await database.query(
        `UPDATE sender_checks SET retry_at = now(), first_checked_at = now() - $1::interval`,
        [age],
      );
      return (await senders.retry('verifySenders:all')).nextIn;
    };
    expect(await pauseAfter('1 second')).toBeCloseTo(15, 0);
    expect(await pauseAfter('100 seconds')).toBeCloseTo(100, 0);
    expect(await pauseAfter('10 hours')).toBeCloseTo(3_600, 0);
    expect(await pauseAfter('25 hours')).toBeNull();
    expect(await checked(ids)).toMatchObject([{ verdict: 'unknown' }]);
  });

  it('is left alone while the DNS is away, whatever their number', async () => {
    zone.goAway();
    const senders = checks();
    const ids = await accept(await signed());
    for (let i = 0; i < 3; i++) await senders.check(await accept(await signed()));
    await senders.check(ids);
    await makeDue();

    expect(await senders.retry('verifySenders:all')).toMatchObject({ away: true });

    expect(await checked(ids)).toMatchObject([{ verdict: 'unknown', attempts: 1 }]);
  });
});
