import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailRemoval } from '../../../src/store/mail/remove.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import {
  fixture,
  NOBODY,
  sentTo,
  startReports,
  type Coming,
  type Reports,
  type Sent,
} from './reports-fixture.js';
import { TABLES } from '../../../src/catalogue.js';

const removeEmails = emailRemoval(TABLES);

let reports: Reports;
let inbox: Recipient;

beforeAll(async () => {
  reports = await startReports();
});
beforeEach(async () => {
  inbox = await reports.makeInbox();
});
afterAll(() => reports.drop());

const send = (recipients: readonly object[], sent?: Sent) => reports.send(inbox, recipients, sent);
const receive = (mail: string, to = inbox, coming?: Coming) => reports.receive(mail, to, coming);
const suppressed = (orgId = inbox.orgId) => reports.suppressed(orgId);
const allEvents = () => reports.events(inbox.orgId);
const statuses = (id: string) => reports.statuses(id);

describe('a bounce', () => {
  it('marks the mail, tells of it and suppresses the address', async () => {
    const sendId = await send([sentTo('Nobody@People.example')]);
    const reportId = await receive(fixture('postfix-unknown'));
    const diagnostic = expect.stringMatching(/^550 5\.1\.1 .*User unknown/);

    expect(await reports.ledger(sendId)).toMatchObject({
      status: 'bounced',
      completed: true,
      error: expect.stringContaining('User unknown'),
      recipients: [{ address: 'Nobody@People.example', status: 'bounced', response: diagnostic }],
    });
    expect(await suppressed()).toEqual([`${NOBODY}: bounce`]);
    expect(await allEvents()).toEqual([
      {
        email_id: sendId,
        inbox_id: inbox.inboxId,
        kind: 'bounce',
        bounce_email_id: reportId,
        recipients: [{ address: 'Nobody@People.example', status: '5.1.1', diagnostic }],
      },
      { address: NOBODY, reason: 'bounce', email_id: sendId },
    ]);
  });

  it('counts once however often and in parallel its mail is finished', async () => {
    await send([sentTo(NOBODY)]);
    const id = await reports.arrive(fixture('postfix-unknown'), inbox);
    await Promise.all([1, 2, 3].map(() => reports.process(id)));
    await reports.process(id);
    expect(await allEvents()).toHaveLength(2);
  });

  it('of a mail that bounced before is told once', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    await receive(fixture('postfix-unknown'));
    await receive(fixture('sendmail-dsn'));
    expect(await allEvents()).toHaveLength(2);
    expect(await reports.reportsOf(sendId)).toHaveLength(2);
  });

  it('of one recipient leaves the mail sent', async () => {
    const sendId = await send([sentTo(NOBODY), sentTo('someone@people.example')]);
    await receive(fixture('qmail'));
    expect(await reports.ledger(sendId)).toMatchObject({ status: 'sent', error: null });
    expect(await statuses(sendId)).toBe('bounced,sent');
    expect(await suppressed()).toEqual([`${NOBODY}: bounce`]);
  });

  it('of the last one left marks the mail', async () => {
    const sendId = await send([sentTo(NOBODY), sentTo('x@y.test', { status: 'failed' })]);
    await receive(fixture('qmail'));
    expect(await reports.ledger(sendId)).toMatchObject({ status: 'bounced' });
  });

  it.each(['mailbox-full', 'policy', 'expired'])(
    'that is not the address’s fault (%s) suppresses nobody',
    async (name) => {
      const addresses = ['full@people.example', 'someone@firm.example', 'slow@people.example'];
      const sendId = await send(addresses.map((address) => sentTo(address)));
      await receive(fixture(name));
      expect(await statuses(sendId)).toContain('bounced');
      expect(await allEvents()).toHaveLength(1);
      expect(await suppressed()).toEqual([]);
    },
  );

  it('in words, from the null sender, counts too though it does not look like one', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    await receive(fixture('mdaemon').replace('MDaemon@firm', 'MDaemon@people'));
    expect(await statuses(sendId)).toBe('bounced');
  });

  it.each(['held', 'blocked'])('whose mail is %s counts too', async (status) => {
    inbox = await reports.makeInbox({ withhold: status === 'held' });
    if (status === 'blocked')
      await reports.database.query(
        `INSERT INTO address_rules (org_id, direction, kind, pattern)
         VALUES ($1, 'receive', 'allow', 'friends.test')`,
        [inbox.orgId],
      );
    const sendId = await send([sentTo(NOBODY)]);
    const id = await receive(fixture('postfix-unknown'));
    expect(await statuses(sendId)).toBe('bounced');
    expect(await reports.database.query('SELECT status FROM emails WHERE id = $1', [id])).toEqual([
      { status },
    ]);
  });

  it('names the mail by the id of the provider', async () => {
    const providerMessageId = '0100018f2c3d4e5f-6a7b8c9d-0e1f-4a2b-8c3d-4e5f6a7b8c9d-000000';
    const sendId = await send([sentTo(NOBODY)], {
      messageId: '<own@restante>',
      provider: 'SES',
      providerMessageId,
    });
    await receive(fixture('ses').replaceAll('amazonses.example', 'amazonses.com'));
    expect(await statuses(sendId)).toBe('bounced');
  });

  it('is of the mail it returns, not of one of its references', async () => {
    const first = await send([sentTo(NOBODY)], { messageId: '<first-0@restante.example>' });
    const second = await send([sentTo(NOBODY)]);
    await receive(fixture('postfix-prose'));
    expect([await statuses(first), await statuses(second)]).toEqual(['sent', 'bounced']);
  });

  it('settles a mail of which nobody knew whether it was taken', async () => {
    const sendId = await send([sentTo(NOBODY, { status: 'unknown' })], { status: 'unknown' });
    await receive(fixture('postfix-unknown'));
    expect(await reports.ledger(sendId)).toMatchObject({ status: 'bounced' });
  });

  it('waits for the end of an attempt that is under way', async () => {
    const open = [sentTo(NOBODY, { status: 'queued' })];
    const sendId = await send(open, { status: 'sending' });
    await reports.database.query('INSERT INTO send_attempts (email_id, number) VALUES ($1, 1)', [
      sendId,
    ]);
    const id = await reports.arrive(fixture('postfix-unknown'), inbox);
    expect(await reports.process(id)).toMatchObject({ late: [id] });
    await expect(reports.processLate(id)).rejects.toMatchObject({ status: 503 });
    expect(await statuses(sendId)).toBe('queued');
    await reports.database.query(
      `WITH ended AS (UPDATE send_attempts SET outcome = 'accepted' WHERE email_id = $1)
       UPDATE sends SET status = 'sent', attempt_count = 1, recipients = $2 WHERE email_id = $1`,
      [sendId, JSON.stringify([sentTo(NOBODY)])],
    );
    await reports.processLate(id);
    expect(await reports.ledger(sendId)).toMatchObject({ status: 'bounced' });
  });

  it('is forgotten with either mail', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    const reportId = await receive(fixture('postfix-unknown'));
    expect(await reports.reportsOf(sendId)).toMatchObject([
      {
        report_email_id: reportId,
        kind: 'bounce',
        recipients: [{ address: NOBODY, outcome: 'failed', status: '5.1.1' }],
      },
    ]);
    await reports.database.transaction((manager) => removeEmails(manager, [reportId]));
    expect(await reports.reportsOf(sendId)).toEqual([]);
    expect(await suppressed()).toHaveLength(1);
  });
});

describe('a mail that is read late', () => {
  it('is looked at when it was', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    const mail = fixture('postfix-unknown');
    const id = await reports.arrive(mail, inbox, {}, reports.busy);
    await reports.process(id);
    expect(await statuses(sendId)).toBe('sent');
    await reports.finishPending();
    await reports.process(id);
    expect(await statuses(sendId)).toBe('bounced');
  });
});
