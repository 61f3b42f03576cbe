import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '../../../src/ids.js';
import { decide, type ReceiveRule } from '../../../src/store/mail/address-rules.js';
import { refusals } from '../../../src/resources/suppressions/refusal.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const INBOX = 'inb_1';
const ON_BLOCK_LIST = 'is on a send block list';
const NOT_ON_ALLOW_LIST = 'is not on the send allow list';

let db: TestDatabase;
let orgId: string;

beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(() => {
  orgId = newId('org');
});
afterAll(() => db.drop());

const suppress = (address: string, reason = 'bounce', org = orgId) =>
  db.database.query(
    `INSERT INTO suppressions (org_id, address, reason, created_at)
     VALUES ($1, $2, $3, '2026-01-31T12:00:00Z')`,
    [org, address, reason],
  );
const list = (kind: string, pattern: string, inboxId: string | null = INBOX, direction = 'send') =>
  db.database.query(
    `INSERT INTO address_rules (org_id, inbox_id, direction, kind, pattern)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [orgId, inboxId, direction, kind, pattern],
  );
const refused = async (...addresses: string[]) =>
  Object.fromEntries(await refusals(db.database, { orgId, inboxId: INBOX, addresses }));

describe('refusals', () => {
  it('lets everybody be written to where nothing stands against it', async () => {
    expect(await refused('a@x.test', 'b@y.test')).toEqual({});
    expect(await refused()).toEqual({});
  });

  it.each([
    ['bounce', 'is suppressed: mail to it bounced on 2026-01-31'],
    ['complaint', 'is suppressed: its owner complained of mail on 2026-01-31'],
    ['manual', 'is suppressed: it was put on the list of suppressions on 2026-01-31'],
  ])('says why an address is suppressed (%s)', async (reason, words) => {
    await suppress('a@x.test', reason);
    expect(await refused('A@X.Test', 'b@x.test')).toEqual({ 'A@X.Test': words });
  });

  it('compares international domains as A-labels', async () => {
    await suppress('a@xn--mnchen-3ya.test');
    expect(Object.keys(await refused('a@münchen.test', 'a@MÜNCHEN.TEST.'))).toHaveLength(2);
  });

  it('knows no suppression of another organization', async () => {
    await suppress('a@x.test', 'bounce', newId('org'));
    expect(await refused('a@x.test')).toEqual({});
  });

  it('refuses what a block list covers', async () => {
    await list('block', 'x.test');
    await list('block', 'a@y.test', null);
    expect(
      await refused('a@x.test', 'a@mail.x.test', 'a@y.test', 'b@y.test', 'a@notx.test'),
    ).toEqual({
      'a@x.test': ON_BLOCK_LIST,
      'a@mail.x.test': ON_BLOCK_LIST,
      'a@y.test': ON_BLOCK_LIST,
    });
  });

  it('refuses everyone who is not on an allow list that has entries', async () => {
    await list('allow', 'x.test');
    expect(await refused('a@x.test', 'a@y.test')).toEqual({ 'a@y.test': NOT_ON_ALLOW_LIST });
  });

  it('lets the inbox beat the organization, and a block beat an allow', async () => {
    await list('block', 'x.test', null);
    await list('allow', 'x.test');
    await list('block', 'b@x.test');
    expect(await refused('a@x.test', 'b@x.test')).toEqual({ 'b@x.test': ON_BLOCK_LIST });
  });

  it('looks at the send lists of this inbox alone', async () => {
    await list('block', 'x.test', 'inb_2');
    await list('allow', 'y.test', 'inb_2');
    await list('block', 'x.test', INBOX, 'receive');
    await list('allow', 'y.test', null, 'receive');
    expect(await refused('a@x.test')).toEqual({});
  });

  it('names the suppression when a list is against it too', async () => {
    await suppress('a@x.test');
    await list('block', 'x.test');
    expect((await refused('a@x.test'))['a@x.test']).toContain('bounced');
  });

  it('decides as the lists themselves would', async () => {
    const pattern = fc.constantFrom('x.test', 'a@x.test', 'm.x.test', 'y.test', 'b@y.test', 'test');
    const rule = fc.record({
      kind: fc.constantFrom('allow' as const, 'block' as const),
      pattern,
      inbox_id: fc.constantFrom(INBOX, null),
    });
    const addresses = ['a@x.test', 'b@x.test', 'a@m.x.test', 'b@y.test', 'c@z.test', 'd@other'];
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 5 }), async (rules: ReceiveRule[]) => {
        orgId = newId('org');
        for (const { kind, pattern: covered, inbox_id: inboxId } of rules)
          await list(kind, covered, inboxId);
        const expected = addresses.filter(
          (address) => decide(rules, { envelopeFrom: address, headerFrom: address }) === 'blocked',
        );
        expect(Object.keys(await refused(...addresses))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('takes whatever is written as an address', async () => {
    await list('block', 'x.test');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
        async (texts) => {
          const addresses = texts.map((text) => text.replaceAll('\0', ''));
          const found = await refused(...addresses, 'a@x.test');
          expect(found['a@x.test']).toBe(ON_BLOCK_LIST);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('meets long lists and many recipients in one statement', async () => {
    await db.database.query(
      `INSERT INTO address_rules (org_id, inbox_id, direction, kind, pattern)
       SELECT $1, inbox, 'send', kind, 'n' || n || '.test'
       FROM generate_series(1, 1000) AS n, unnest(ARRAY['allow', 'block']) AS kind,
         unnest(ARRAY[NULL, '${INBOX}']) AS inbox`,
      [orgId],
    );
    const addresses = Array.from({ length: 5_000 }, (_, n) => `a${n}@n${n}.test`);
    expect(Object.keys(await refused(...addresses))).toHaveLength(5_000);
  });
});
