import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import {
  fixture,
  NOBODY,
  ORDER,
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

describe('a forged bounce suppresses nobody', () => {
  const forged = {
    'that names a mail nobody sent': fixture('postfix-unknown').replaceAll('order-1', 'order-2'),
    'that names no mail': fixture('postfix-unknown').replaceAll(/^Message-ID: .*\r\n/gm, ''),
    'of somebody the mail did not go to': fixture('postfix-unknown').replaceAll('nobody@', 'else@'),
    'of an address that only ends alike': fixture('postfix-unknown').replaceAll(
      'nobody@people.example',
      'nobody@people.example.evil.test',
    ),
  };

  it.each(Object.entries(forged))('%s', async (_what, mail) => {
    const sendId = await send([sentTo(NOBODY)]);
    await receive(mail);
    await expectNothing(sendId);
  });

  it('that arrives in another inbox of the organization', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    const other = await reports.makeInbox();
    await reports.database.query('UPDATE inboxes SET org_id = $2 WHERE id = $1', [
      other.inboxId,
      inbox.orgId,
    ]);
    await receive(fixture('postfix-unknown'), { ...other, orgId: inbox.orgId });
    await expectNothing(sendId);
  });

  it('that arrives at another organization', async () => {
    const sendId = await send([sentTo(NOBODY)], { providerMessageId: ORDER });
    const other = await reports.makeInbox();
    await receive(fixture('postfix-unknown'), other);
    await expectNothing(sendId);
    expect(await suppressed(other.orgId)).toEqual([]);
  });

  it('of a mail that arrived, rather than being sent', async () => {
    await receive(`Message-ID: ${ORDER}\r\nFrom: ${NOBODY}\r\n\r\nHello`, inbox, {
      mailFrom: NOBODY,
    });
    await receive(fixture('postfix-unknown'));
    expect(await suppressed()).toEqual([]);
    expect(await allEvents()).toEqual([]);
  });

  it.each(['queued', 'cancelled'])('of a mail that is %s', async (status) => {
    const sendId = await send([sentTo(NOBODY, { status: 'queued' })], { status });
    await receive(fixture('postfix-unknown'));
    await expectNothing(sendId, 'queued');
  });

  it.each([
    ['that nobody took it for yet', { status: 'queued' }],
    ['whose server refused it', { status: 'failed' }],
    ['that is an inbox of this service', { local: true }],
  ])('of a recipient %s', async (_what, more) => {
    const recipient = sentTo(NOBODY, more);
    const sendId = await send([recipient, sentTo('x@y.test')], { status: 'sending' });
    await receive(fixture('postfix-unknown'));
    await expectNothing(sendId, `${recipient.status},sent`);
  });

  it('that a person writes in a reply', async () => {
    const sendId = await send([sentTo(NOBODY)]);
    const reply =
      `From: someone@people.example\r\nMessage-ID: <r@x>\r\nIn-Reply-To: ${ORDER}\r\n` +
      `Subject: Re: order\r\n\r\n${NOBODY}: 550 5.1.1 user unknown\r\n`;
    await receive(reply, inbox, { mailFrom: 'someone@people.example' });
    await expectNothing(sendId);
  });
});
