import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startImap, type RunningImap } from '../../../src/imap/server.js';
import type { Mailbox, MailboxView } from '../../../src/imap/session.js';
import { MAILBOXES } from '../../../src/imap/session.js';
import { createLog } from '../../../src/log.js';
import { analyse } from '../../../src/mail/reading/analyse.js';
import { fileCopies, prepareCopies } from '../../../src/store/mail/insert-copies.js';
import { eventually } from '../../e2e/eventually.js';
import { testCertificate } from '../../imap/fixture.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import {
  idsIn,
  mailOf,
  markRead,
  remove,
  spamOf,
  startMailboxes,
  type ImapInbox,
  type Mailboxes,
} from './fixture.js';
import { ToldMailbox } from './told-mailbox.js';

const LIMIT = 5_000;

let mail: Mailboxes;
/** Another process, which hears nothing. */
let deaf: TestApi;
let server: RunningImap;
let isPutOff = false;
beforeAll(async () => {
  mail = await startMailboxes({
    parts: {
      parser: {
        parse: async (raw, context) =>
          isPutOff && !context.unhurried ? null : analyse(raw, context),
      },
    },
  });
  const listener = { on: () => undefined, onReconnect: () => undefined };
  deaf = await startApi({ beside: mail.api, parts: { listener } });
  server = await startImap({
    storage: mail.api.services.mailboxes,
    ...{ host: '127.0.0.1', port: 0, certificate: await testCertificate() },
    log: createLog('silent'),
    // A busy machine takes its time.
    limits: { storageMs: 120_000 },
  });
});
afterAll(async () => {
  await server.close(0);
  await deaf.close();
  await mail.close();
});

/** What happens to an inbox: `n` chooses the mail. */
interface Step {
  readonly act: Act;
  readonly n: number;
}

type Act = keyof typeof ACTS;
interface World {
  readonly inbox: ImapInbox;
  readonly orgId: string;
  count: number;
}

const post = (path: string, { inbox }: World, body: object = {}) =>
  mail.api.call('POST', path, { key: inbox.key, body });

const receive = (world: World, write: (subject: string) => string) =>
  mail.api.receive(world.inbox, write(`Mail ${world.count++}`));

async function use(orgId: string, used: number): Promise<void> {
  await mail.api.database.query(
    `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
     VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'inbound', 0, $2)
     ON CONFLICT (org_id, month, kind, shard) DO UPDATE SET used = $2`,
    [orgId, used],
  );
}

const setStatus = ({ inbox }: World, status: string) =>
  mail.api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key: inbox.key, body: { status } });

const release = ({ inbox }: World) => mail.api.background.releasing.releaseChunk(inbox.id);

async function send(world: World, outcome?: 'refused' | 'unknown'): Promise<string> {
  if (outcome) mail.api.outcomes.push({ kind: outcome, response: '450 perhaps' });
  const to = 'ben@elsewhere.example';
  const message = { to, subject: `Sent ${world.count++}`, text: 'Hi' };
  const { body } = await post(`/v1/inboxes/${world.inbox.id}/send`, world, message);
  return body.id as string;
}

async function someMail({ inbox }: World, n: number): Promise<string | undefined> {
  const rows = await mail.api.database.query<{ id: string }>(
    'SELECT id FROM emails WHERE inbox_id = $1 ORDER BY uid',
    [inbox.id],
  );
  return rows.length === 0 ? undefined : rows[n % rows.length]!.id;
}

const ACTS = {
  receive: (world: World) => receive(world, mailOf),
  spam: (world: World) => receive(world, spamOf),
  async putOff(world: World, n: number) {
    isPutOff = true;
    await receive(world, n % 2 ? spamOf : mailOf);
    isPutOff = false;
  },
  finish: () => mail.api.background.pending.finish(),
  pause: (world: World) => setStatus(world, 'PAUSED'),
  async resume(world: World) {
    await setStatus(world, 'ACTIVE');
    await release(world);
  },
  async quarantine(world: World) {
    await use(world.orgId, LIMIT);
    await receive(world, mailOf);
  },
  async afford(world: World) {
    await use(world.orgId, 0);
    await mail.api.background.releasing.startReleases();
    await release(world);
  },
  send: (world: World) => send(world),
  sendInVain: (world: World) => send(world, 'refused'),
  async sendInDoubt(world: World, n: number) {
    const id = await send(world, 'unknown');
    const outcome = ['sent', 'failed', undefined][n % 3];
    if (outcome) await post(`/v1/emails/${id}/resolve`, world, { outcome });
  },
  async copy(world: World) {
    const emailId = await mail.api.receive(await mail.createInbox(), mailOf('Copied'));
    await mail.api.database.query('UPDATE emails SET org_id = $2 WHERE id = $1', [
      emailId,
      world.orgId,
    ]);
    const copies = await prepareCopies(mail.api.database, [{ emailId, inboxId: world.inbox.id }]);
    await mail.api.database.transaction((manager) => fileCopies(manager, copies));
  },
  async read(world: World, n: number) {
    const id = await someMail(world, n);
    if (id) await markRead(mail.api, world.inbox, id, n % 3 > 0);
  },
  async remove(world: World, n: number) {
    const id = await someMail(world, n);
    if (id) await remove(mail.api, world.inbox, id);
  },
};

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(...(Object.keys(ACTS) as Act[])),
    n: fc.nat({ max: 1_000 }),
  }),
  { minLength: 5, maxLength: 25 },
);

/** What REST lists: ids and whether they were read, oldest first, of each mailbox. */
async function listed({ inbox }: World): Promise<[string, boolean][][]> {
  const path = `/v1/inboxes/${inbox.id}/emails?direction=all&include_spam=true&limit=100`;
  const { body } = await mail.api.call('GET', path, { key: inbox.key });
  const all = body.data as {
    id: string;
    direction: string;
    status: string;
    is_spam: boolean;
    is_read: boolean;
  }[];
  const inbound = all.filter(({ direction }) => direction === 'inbound');
  const left = ['sent', 'unknown', 'bounced'];
  return [
    inbound.filter(({ is_spam }) => !is_spam),
    all.filter(({ direction, status }) => direction === 'outbound' && left.includes(status)),
    inbound.filter(({ is_spam }) => is_spam),
  ].map((list) => list.map(({ id, is_read }): [string, boolean] => [id, is_read]).sort());
}

const marksOf = ({ messages }: MailboxView) =>
  messages.map(({ emailId, seen }): [string, boolean] => [emailId, seen]).sort();

/** Never two mails of one number, never a number below those that were foretold. */
class Numbers {
  private readonly given = new Map<number, string>();
  private last: MailboxView | null = null;

  take(view: MailboxView): void {
    const { last } = this;
    const uids = view.messages.map(({ uid }) => uid);
    expect(uids).toEqual([...new Set(uids)].sort((a, b) => a - b));
    expect(view.uidNext).toBeGreaterThan(uids.at(-1) ?? 0);
    for (const { uid, emailId, modseq } of view.messages) {
      expect(this.given.get(uid) ?? emailId).toBe(emailId);
      if (last && !this.given.has(uid)) expect(uid).toBeGreaterThanOrEqual(last.uidNext);
      this.given.set(uid, emailId);
      expect(modseq).toBeLessThanOrEqual(view.highestModseq);
    }
    if (last) this.checkChanges(last, view);
    this.last = view;
  }

  /** Whoever asks for what changed since the view before is told of everything. */
  private checkChanges(last: MailboxView, view: MailboxView): void {
    expect(view.uidNext).toBeGreaterThanOrEqual(last.uidNext);
    expect(view.highestModseq).toBeGreaterThanOrEqual(last.highestModseq);
    expect(view.uidValidity).toBe(last.uidValidity);
    const before = new Map(last.messages.map((mark) => [mark.uid, mark]));
    for (const mark of view.messages)
      if (before.get(mark.uid)?.seen !== mark.seen)
        expect(mark.modseq).toBeGreaterThan(last.highestModseq);
  }
}

it('mailboxes have what REST lists, in sessions too, whatever happens, and numbers are never given twice', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { orgId, key } = await mail.api.createOrg('free');
      const inbox = { ...(await mail.api.createInbox(key)), key } as ImapInbox;
      await mail.api.database.query('DELETE FROM signup_windows');
      const world: World = { inbox, orgId, count: 0 };
      const account = await mail.signIn(inbox);
      const open: Mailbox[] = await Promise.all(MAILBOXES.map((name) => account.open(name)));
      const numbers = MAILBOXES.map(() => new Numbers());
      const sessions = await Promise.all(
        MAILBOXES.map((name) => ToldMailbox.select(server.port, inbox, name)),
      );
      for (const { act, n } of given) {
        await ACTS[act](world, n);
        const views = await Promise.all(open.map((mailbox) => mailbox.refresh()));
        const lists = await listed(world);
        expect(views.map(marksOf)).toEqual(lists);
        views.forEach((view, i) => numbers[i]!.take(view));
        // Mostly none asks, so that sessions hear of several steps at once.
        const asked = n % (3 * MAILBOXES.length);
        if (asked in sessions) expect(await sessions[asked]!.look()).toEqual(lists[asked]);
      }
      const looks = sessions.map((session) => session.look());
      expect(await Promise.all(looks)).toEqual(await listed(world));
      const fresh = await startOver(inbox);
      expect(fresh).toEqual(open.map((mailbox) => mailbox.view()));
      account.close();
      for (const mailbox of [...open, ...sessions]) mailbox.close();
    }),
    { numRuns: 12 },
  );
}, 240_000);

/** The views of a process that knows nothing yet. */
async function startOver({ address: username, imap_password: password }: ImapInbox) {
  const found = await deaf.services.mailboxes.signIn({ username, password, peer: '192.0.2.9' });
  if (found.outcome !== 'ok') throw new Error(found.outcome);
  const { account } = found;
  const open = await Promise.all(MAILBOXES.map((name) => account.open(name)));
  const views = open.map((mailbox) => mailbox.view());
  for (const mailbox of open) mailbox.close();
  account.close();
  return views;
}

it('a process that hears nothing finds everything within the next look', async () => {
  const inbox = await mail.createInbox();
  const { address: username, imap_password: password } = inbox;
  const found = await deaf.services.mailboxes.signIn({ username, password, peer: '192.0.2.9' });
  if (found.outcome !== 'ok') throw new Error(found.outcome);
  const mailbox = await found.account.open('INBOX');
  const ended = new Promise((resolve) => found.account.onEnded(resolve));

  const [first, second] = [
    await mail.api.receive(inbox, mailOf('One')),
    await mail.api.receive(inbox, mailOf('Two')),
  ];
  await eventually(() => idsIn(mailbox.view()).join() === [first, second].join());
  await markRead(mail.api, inbox, second);
  await eventually(() => mailbox.view().messages[1]!.seen);
  await remove(mail.api, inbox, first);
  await eventually(() => idsIn(mailbox.view()).join() === second);
  await mail.api.call('POST', `/v1/inboxes/${inbox.id}/imap-password`, { key: inbox.key });
  expect(await ended).toBe('The password was changed');
  mailbox.close();
  found.account.close();
});
