import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AppError } from '../../../src/errors.js';
import { MAILBOXES } from '../../../src/imap/session.js';
import {
  mailOf,
  markRead,
  remove,
  spamOf,
  startMailboxes,
  type ImapInbox,
  type Mailboxes,
} from './fixture.js';

const ROUNDS = 4;
const AT_ONCE = 12;

let mail: Mailboxes;
beforeAll(async () => {
  mail = await startMailboxes();
});
afterAll(() => mail.close());

const times = <Answer>(work: (n: number) => Promise<Answer>): Promise<Answer>[] =>
  Array.from({ length: AT_ONCE }, (_, n) => work(n));

interface Row {
  readonly id: string;
  readonly mailbox: string;
  readonly uid: number;
}

const rowsOf = (inbox: ImapInbox) =>
  mail.api.database.query<Row>(
    `SELECT id, mailbox, mailbox_uid::int AS uid FROM emails
     WHERE inbox_id = $1 AND mailbox IS NOT NULL ORDER BY mailbox_uid`,
    [inbox.id],
  );

/** What is seen of an inbox, beside the rows of the same moment: what is sent to itself comes when it likes. */
async function besideRows<Seen>(inbox: ImapInbox, look: () => Promise<Seen>) {
  for (;;) {
    const before = await rowsOf(inbox);
    const seen = await look();
    const rows = await rowsOf(inbox);
    if (isDeepStrictEqual(before, rows)) return { rows, seen };
  }
}

/** A machine that is busy with others answers that storage was too slow; rows tell what came of that. */
function orTooSlow(error: unknown): { status: number } {
  if (error instanceof AppError && error.status === 503) return { status: 503 };
  throw error;
}

it('numbers are given once though all happens at once, and nobody waits in a ring', async () => {
  const inbox = await mail.createInbox();
  const [from, self] = ['ben@elsewhere.example', inbox.address];
  const setStatus = (status: string) =>
    mail.api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key: inbox.key, body: { status } });
  const mailbox = await mail.open(inbox);
  const given = new Map<number, string>();
  let known: string[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const half = known.length / 2;
    const answers = await Promise.all([
      ...times((n) =>
        mail.api.receive(inbox, (n % 3 ? mailOf : spamOf)(`In ${round} ${n}`)).catch(orTooSlow),
      ),
      ...times((n) =>
        mail.api.send(inbox.key, inbox, {
          to: n % 2 ? from : self,
          subject: `Out ${round} ${n}`,
          text: 'Hi',
        }),
      ),
      ...known.slice(0, half).map((id) => markRead(mail.api, inbox, id)),
      ...known.slice(half).map((id) => remove(mail.api, inbox, id)),
      setStatus(round % 2 ? 'PAUSED' : 'ACTIVE'),
      mail.api.background.releasing.releaseChunk(inbox.id).catch(orTooSlow),
    ]);
    const failed = answers.filter(
      (answer) => typeof answer === 'object' && 'status' in answer && answer.status === 500,
    );
    expect(failed).toEqual([]);
    await setStatus('ACTIVE');
    await mail.api.background.releasing.releaseChunk(inbox.id);

    const { rows, seen: view } = await besideRows(inbox, () => mailbox.refresh());
    for (const { id, uid } of rows) {
      expect(given.get(uid) ?? id).toBe(id);
      given.set(uid, id);
    }
    known = rows.map(({ id }) => id);
    const inInbox = rows.filter(({ mailbox }) => mailbox === 'INBOX');
    expect(view.messages.map(({ uid }) => uid)).toEqual(
      inInbox.map(({ uid }) => uid).sort((a, b) => a - b),
    );
  }
  expect(known.length).toBeGreaterThan(AT_ONCE);
  const account = await mail.signIn(inbox);
  const { rows, seen: statuses } = await besideRows(inbox, () => account.status(MAILBOXES));
  expect(statuses.reduce((sum, { messages }) => sum + messages, 0)).toBe(rows.length);
  const [counted] = await mail.api.database.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(counted).toEqual({ deadlocks: 0 });
});
