import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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

const expectNothing = async (sendId: string, before = 'sent') => {
  expect(await statuses(sendId)).toBe(before);
  expect(await suppressed()).toEqual([]);
  expect(await allEvents()).toEqual([]);
};

describe('other reports', () => {
  it('tell of a delivery', async () => {
    const sendId = await send([sentTo('someone@people.example'), sentTo(NOBODY)]);
    const reportId = await receive(fixture('postfix-delivered'));
    expect(await allEvents()).toEqual([
      {
        email_id: sendId,
        inbox_id: inbox.inboxId,
        report_email_id: reportId,
        recipients: [
          {
            address: 'someone@people.example',
            status: '2.0.0',
            diagnostic: 'delivery via virtual: delivered to maildir',
          },
        ],
      },
    ]);
    expect(await statuses(sendId)).toBe('sent,sent');
  });

  it('of a delay are kept, and nothing else happens', async () => {
    const sendId = await send([sentTo('slow@people.example')]);
    await receive(fixture('postfix-delayed'));
    await expectNothing(sendId);
    expect(await reports.reportsOf(sendId)).toMatchObject([{ kind: 'delayed' }]);
  });

  it('of different fates are told apart', async () => {
    const addresses = [NOBODY, 'someone@people.example', 'slow@firm.example'];
    const sendId = await send(addresses.map((address) => sentTo(address)));
    await receive(fixture('mixed-fates'));
    expect(await statuses(sendId)).toBe('bounced,sent,sent');
    expect(await allEvents()).toMatchObject([
      { kind: 'bounce', recipients: [{ address: NOBODY }] },
      { recipients: [{ address: 'someone@people.example' }] },
      { address: NOBODY, reason: 'bounce' },
    ]);
  });

  it('of a complaint suppress the address and leave the mail sent', async () => {
    const sendId = await send([sentTo('annoyed@provider.example'), sentTo(NOBODY)]);
    await receive(fixture('complaint'), inbox, { mailFrom: 'feedback@provider.example' });
    expect(await reports.ledger(sendId)).toMatchObject({ status: 'sent' });
    expect(await suppressed()).toEqual(['annoyed@provider.example: complaint']);
    expect(await allEvents()).toMatchObject([
      { kind: 'complaint', recipients: [{ address: 'annoyed@provider.example' }] },
      { address: 'annoyed@provider.example', reason: 'complaint' },
    ]);
  });

  it('of a complaint without a name are about the only recipient', async () => {
    await send([sentTo('annoyed@provider.example')]);
    await receive(fixture('complaint-redacted'), inbox, { mailFrom: 'feedback@provider.example' });
    expect(await suppressed()).toEqual(['annoyed@provider.example: complaint']);
  });

  it('of a complaint without a name are about nobody of several', async () => {
    const sendId = await send([sentTo(NOBODY), sentTo('someone@people.example')]);
    await receive(fixture('complaint-redacted'), inbox, { mailFrom: 'feedback@provider.example' });
    await expectNothing(sendId, 'sent,sent');
  });

  it('that say the opposite of a complaint do nothing', async () => {
    const sendId = await send([sentTo('annoyed@provider.example')]);
    await receive(fixture('not-spam'), inbox, { mailFrom: 'feedback@provider.example' });
    await expectNothing(sendId);
  });
});
