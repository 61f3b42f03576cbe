import pg from 'pg';
import type { Caller } from '../../../src/auth/caller.js';
import type { PlanName } from '../../../src/auth/plans.js';
import { newId } from '../../../src/ids.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import type { NewInbox } from '../../../src/resources/inboxes/schema.js';
import { mailboxOf } from '../../../src/store/mail/mailboxes.js';
import { createTestDatabase } from '../../support/database.js';
import { DOMAIN, testServices } from '../../support/services.js';

export { DOMAIN };

/** Inboxes and lists on a database of their own. */
export type InboxFixture = Awaited<ReturnType<typeof startInboxes>>;

/** What waits for the dispatcher about a resource. */
export interface QueuedEntry {
  readonly op: string;
  readonly workflow: string;
  readonly signal: string | null;
  readonly again: boolean;
}

/** The services under test and what a test needs to see behind them. */
export async function startInboxes() {
  const testDatabase = await createTestDatabase();
  const { url, database } = testDatabase;
  const { lists, inboxes } = testServices(testDatabase).requests;

  return {
    url,
    database,
    lists,
    inboxes,
    drop: () => testDatabase.drop(),

    /** A caller of a new organization that may do everything. */
    async caller(plan: PlanName = 'selfhost'): Promise<Caller> {
      const orgId = newId('org');
      await database.query(
        `INSERT INTO orgs (id, name, plan, sealed_data_key) VALUES ($1, 'Test', $2, '')`,
        [orgId, plan],
      );
      return {
        orgId,
        principal: { kind: 'key', id: newId('key') },
        plan,
        scopes: null,
        allowedInboxIds: null,
        allowedNamespaces: null,
        settings: {},
        address: '127.0.0.1',
      };
    },

    /** Creates an inbox as `POST /v1/inboxes` would. */
    create: (caller: Caller, input: NewInbox = {}) => inboxes.create(caller, input),

    /** Stores an email whose bytes `messageId` holds; a new message unless one is given. */
    async addEmail(inbox: InboxEntity, email: NewEmail = {}): Promise<StoredEmail> {
      const messageId = email.messageId ?? (await addMessage());
      const id = newId('eml');
      await database.query(
        `INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
           is_spam, direction, parse_status, envelope_from, delivered_to, size, received_at,
           accepted_at, mailbox, mailbox_uid, modseq)
         SELECT $1, $2, $3, 1 + count(*), $4, 'thr_1', $5, $6, $7, 'complete', '', '', 1, now(), now(),
           ${mailboxOf('$5', '$6')}, 1 + count(*), 1 + count(*)
         FROM emails WHERE inbox_id = $3`,
        [
          id,
          inbox.orgId,
          inbox.id,
          messageId,
          email.status ?? (email.direction === 'outbound' ? 'outbound' : 'received'),
          email.isSpam ?? false,
          email.direction ?? 'inbound',
        ],
      );
      return { id, messageId };
    },

    /** What the outbox holds about a resource, in order. */
    queued: (resourceId: string) =>
      database.query<QueuedEntry>(
        `SELECT op, workflow, signal, again FROM outbox WHERE resource_id = $1 ORDER BY id`,
        [resourceId],
      ),

    /** How many rows of `table` have `value` in `column`. */
    async count(table: string, column: string, value: string): Promise<number> {
      const [row] = await database.query<{ count: string }>(
        `SELECT count(*) FROM ${table} WHERE ${column} = $1`,
        [value],
      );
      return Number(row!.count);
    },
  };

  async function addMessage(): Promise<string> {
    const [row] = await database.query<{ id: string }>(
      `WITH message AS (INSERT INTO stored_messages (raw, trace) VALUES ('x', '') RETURNING id),
         attachment AS (
           INSERT INTO attachments (id, stored_message_id, position, content_type, size, sha256, content)
           SELECT 'att_' || id, id, 0, 'text/plain', 1, '', 'x' FROM message)
       SELECT id FROM message`,
    );
    return row!.id;
  }
}

/** What matters of an email here. */
export interface NewEmail {
  readonly messageId?: string;
  readonly status?: string;
  readonly isSpam?: boolean;
  readonly direction?: string;
}

/** An email of a test. */
export interface StoredEmail {
  readonly id: string;
  readonly messageId: string;
}

/** What is told on `inbox_changed` while `work` runs. */
export async function toldDuring(url: string, work: () => Promise<unknown>): Promise<string[]> {
  const listener = new pg.Client(url);
  await listener.connect();
  try {
    const told: string[] = [];
    listener.on('notification', ({ payload }) => told.push(payload ?? ''));
    await listener.query('LISTEN inbox_changed');
    await work();
    // Notifications come before the answer to what is asked after the commit.
    await listener.query('SELECT 1');
    return told;
  } finally {
    await listener.end();
  }
}
