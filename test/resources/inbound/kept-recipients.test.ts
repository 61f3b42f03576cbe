import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import type { InboundService } from '../../../src/resources/inbound/service.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail } from '../../support/mail.js';
import { testServices } from '../../support/services.js';

const SENDER = 'news@northwind.example';
const CHANGES = 60;
const STREAMS = 4;

let test: TestDatabase;
let database: Database;
/** A process that takes mail in; whatever changes is changed behind its back. */
let inbound: InboundService;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  inbound = testServices(test, {
    parser: { parse: async () => analysis({ from: { name: null, address: SENDER } }) },
  }).requests.inbound;
});
afterAll(() => test.drop());

let sent = 0;

/** Sends a mail as SMTP does: RCPT, then the message. Answers what became of it. */
async function receive({ address }: Pick<Recipient, 'address'>): Promise<string> {
  const recipient = await inbound.findRecipient(address);
  const [id] = await inbound.accept({
    mailFrom: SENDER,
    recipients: [recipient!],
    raw: rawMail({ Subject: `News ${++sent}` }),
    source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's1' },
  });
  const [row] = await database.query<{ status: string }>(
    'SELECT status FROM emails WHERE id = $1',
    [id],
  );
  return row!.status;
}

const block = ({ orgId }: Recipient, inboxId: string | null) =>
  database.query(
    `INSERT INTO address_rules (org_id, inbox_id, direction, kind, pattern)
     VALUES ($1, $2, 'receive', 'block', $3)`,
    [orgId, inboxId, SENDER],
  );

const unblock = ({ orgId }: Recipient) =>
  database.query('DELETE FROM address_rules WHERE org_id = $1', [orgId]);

const setPlan = ({ orgId }: Recipient, plan: string) =>
  database.query('UPDATE orgs SET plan = $2 WHERE id = $1', [orgId, plan]);

describe('recipients in memory', () => {
  it('are looked up once', async () => {
    const inbox = await makeInbox(database);
    await receive(inbox);
    await database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [inbox.inboxId]);

    const again = await inbound.findRecipient(inbox.address.replace('@', '+tag@').toUpperCase());

    expect(again).toMatchObject({
      inboxId: inbox.inboxId,
      address: inbox.address.replace('@', '+tag@'),
    });
  });

  it.each([
    ['of the inbox', ({ inboxId }: Recipient) => inboxId],
    ['of the organization', () => null],
  ])('are bound by a rule %s from the next mail on', async (_whose, whose) => {
    const inbox = await makeInbox(database);
    expect(await receive(inbox)).toBe('received');

    await block(inbox, whose(inbox));
    expect(await receive(inbox)).toBe('blocked');

    await unblock(inbox);
    expect(await receive(inbox)).toBe('received');
  });

  it('are bound by rules of their own organization alone', async () => {
    const [inbox, other] = [await makeInbox(database), await makeInbox(database)];
    await receive(inbox);
    await receive(other);

    await block(other, null);

    expect(await Promise.all([inbox, other, inbox, other].map(receive))).toEqual([
      'received',
      'blocked',
      'received',
      'blocked',
    ]);
  });

  it('are bound by a plan from the next mail on', async () => {
    const inbox = await makeInbox(database);
    await receive(inbox);
    await database.query(
      `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'inbound', 0, 1000000)`,
      [inbox.orgId],
    );

    await setPlan(inbox, 'free');
    expect(await receive(inbox)).toBe('quarantined');

    await setPlan(inbox, 'selfhost');
    expect(await receive(inbox)).toBe('received');
  });

  it('are refused from the next mail on where their plan leaves no room', async () => {
    const inbox = await makeInbox(database);
    await receive(inbox);
    await database.query('INSERT INTO storage_usage (org_id, bytes) VALUES ($1, 1000000000000)', [
      inbox.orgId,
    ]);

    await setPlan(inbox, 'free');

    await expect(receive(inbox)).rejects.toMatchObject({ status: 429 });
    expect(await inbound.findRecipient(inbox.address)).toMatchObject({ isFull: true });
  });

  it('are not there any more once a mail found their inbox gone', async () => {
    const inbox = await makeInbox(database);
    await receive(inbox);
    await database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [inbox.inboxId]);
    await database.query('DELETE FROM inbox_counters WHERE inbox_id = $1', [inbox.inboxId]);

    await expect(receive(inbox)).rejects.toMatchObject({ status: 404 });

    expect(await inbound.findRecipient(inbox.address)).toBeNull();
  });

  it('hold every change while mail pours in', async () => {
    const inbox = await makeInbox(database);
    let isOver = false;
    const pour = async () => {
      while (!isOver) await receive(inbox);
    };
    const pouring = Array.from({ length: STREAMS }, pour);

    const wrong: string[] = [];
    for (let change = 0; change < CHANGES; change++) {
      const isBlocked = change % 2 === 0;
      await (isBlocked ? block(inbox, change % 4 === 0 ? null : inbox.inboxId) : unblock(inbox));
      const status = await receive(inbox);
      if (status !== (isBlocked ? 'blocked' : 'received')) wrong.push(`${change}: ${status}`);
    }
    isOver = true;
    await Promise.all(pouring);

    expect(wrong).toEqual([]);
  });
});
