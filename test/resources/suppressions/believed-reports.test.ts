import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import {
  fixture,
  NOBODY,
  ORDER,
  RELAY,
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
  reports.dns.heal();
});
afterAll(() => reports.drop());

const STRANGER = '203.0.113.9';
const EVE = 'eve@evil.test';

/** A report that NOBODY does not exist, from somebody. */
const reportFrom = (from: string, head = '') =>
  head + fixture('postfix-unknown').replace(/^From: .*$/m, `From: ${from}`);
const complaintFrom = (from: string) =>
  fixture('complaint')
    .replace(/^From: .*$/m, `From: ${from}`)
    .replaceAll('annoyed@provider.example', NOBODY);

/** A mail to both of them is sent, and a report on it comes in. */
async function afterReport(mail: string, coming?: Coming, sent?: Sent) {
  const id = await reports.send(inbox, [sentTo(NOBODY), sentTo(EVE)], sent);
  await reports.receive(mail, inbox, coming);
  return reports.statuses(id);
}
/** A configuration of an organization. */
const sendThrough = (orgId: string, host: string) =>
  reports.database.query(
    `INSERT INTO smtp_configs (id, org_id, provider, name, host) VALUES ($1, $2, 'SMTP', '', $3)`,
    [newId('smtp'), orgId, host],
  );
const suppressed = () => reports.suppressed(inbox.orgId);

describe('a report is not believed', () => {
  const made = `Received: by ${RELAY.host} (Postfix) id 4Xy2; Fri, 20 Nov 2026 10:00:00 +0000\r\n`;
  const passedOn = `Received: from evil.test (evil.test [${STRANGER}])\r\n\tby ${RELAY.host} with ESMTP id 4Xy3;\r\n\tFri, 20 Nov 2026 10:00:00 +0000\r\n`;
  const ofPeople = 'MAILER-DAEMON@mx.people.example';

  const forgeries: Record<string, readonly [string, Coming?, Sent?]> = {
    'of a server that may not send for the recipient’s domain': [
      reportFrom(ofPeople),
      { peer: STRANGER },
    ],
    'of a server that may not send for our own relay': [
      reportFrom(`MAILER-DAEMON@${RELAY.host}`),
      { peer: STRANGER },
    ],
    'without anything that authenticates it': [
      reportFrom('MAILER-DAEMON@nowhere.people.example'),
      { peer: STRANGER },
    ],
    'authenticated for another domain than it is from': [
      reportFrom(ofPeople),
      { helo: 'evil.test' },
    ],
    'with an envelope sender of the domain of another': [
      reportFrom(ofPeople),
      { mailFrom: 'x@evil.test', helo: 'mx.people.example' },
    ],
    'of the authenticated server of a stranger': [reportFrom('MAILER-DAEMON@mx.nowhere.example')],
    'of the server of another recipient': [reportFrom('MAILER-DAEMON@evil.test')],
    'of a domain that ends alike': [reportFrom('MAILER-DAEMON@people.example.evil.test')],
    'of somebody at the domain of the recipient': [reportFrom('someone@people.example')],
    'of somebody called like a server': [
      reportFrom('"MAILER-DAEMON@mx.people.example" <someone@people.example>'),
    ],
    'of several senders': [reportFrom(`${ofPeople}, MAILER-DAEMON@people.example`)],
    'that our own relay only passed on': [
      reportFrom(ofPeople, passedOn),
      { peer: RELAY.address, helo: RELAY.host },
    ],
    'that came from our own relay without a trace of where it was made': [
      reportFrom(ofPeople),
      { peer: RELAY.address },
    ],
    'of our own relay about a mail that another provider took': [
      reportFrom(`MAILER-DAEMON@${RELAY.host}`, made),
      { peer: RELAY.address },
      { provider: 'SES' },
    ],
    'that says itself that it came from our own relay': [
      reportFrom(ofPeople, made),
      { peer: STRANGER },
    ],
    'that names the Message-ID of a mail it saw': [
      reportFrom('MAILER-DAEMON@evil.test', `In-Reply-To: ${ORDER}\r\nReferences: ${ORDER}\r\n`),
    ],
    'that is a complaint of a stranger': [
      complaintFrom('feedback@evil.test'),
      { mailFrom: 'feedback@evil.test' },
    ],
    'that is a complaint of somebody at the domain of the recipient': [
      complaintFrom('someone@people.example'),
      { mailFrom: 'someone@people.example' },
    ],
    'that is a complaint nobody authenticated': [
      complaintFrom('abuse@people.example'),
      { mailFrom: 'abuse@people.example', peer: STRANGER },
    ],
  };

  it.each(Object.entries(forgeries))('%s', async (_what, [mail, coming, sent]) => {
    expect(await afterReport(mail, coming, sent)).toBe('sent,sent');
    expect(await suppressed()).toEqual([]);
    expect(await reports.events(inbox.orgId)).toEqual([]);
  });

  it('beyond the recipients of the domain it comes from', async () => {
    const mail = reportFrom('MAILER-DAEMON@evil.test').replaceAll(
      /^Final-Recipient: .*$/gm,
      (line) => `${line}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient: rfc822; ${EVE}`,
    );
    expect(await afterReport(mail)).toBe('sent,bounced');
    expect(await suppressed()).toEqual([`${EVE}: bounce`]);
  });
});

describe('a report is believed', () => {
  const made = `Received: by ${RELAY.host} (Postfix)\r\n\tid 4Xy2; Fri, 20 Nov 2026 10:00:00 +0000\r\n`;
  const trusted: Record<string, readonly [string, Coming?]> = {
    'of the mail server of the recipient': [reportFrom('MAILER-DAEMON@mx.people.example')],
    'of the domain of the recipient': [reportFrom('postmaster@people.example')],
    'of our own relay, authenticated': [reportFrom(`MAILER-DAEMON@${RELAY.host}`)],
    'of our own relay, by its address': [
      reportFrom(`MAILER-DAEMON@${RELAY.host}`, made),
      { peer: RELAY.address },
    ],
  };

  it.each(Object.entries(trusted))('%s', async (_what, [mail, coming]) => {
    expect(await afterReport(mail, coming)).toBe('bounced,sent');
    expect(await suppressed()).toEqual([`${NOBODY}: bounce`]);
  });

  it('of the server of a configuration of the organization, and of nobody else’s', async () => {
    const mail = reportFrom('MAILER-DAEMON@mx.nowhere.example');
    const other = await reports.makeInbox();
    await sendThrough(other.orgId, 'smtp.nowhere.example');
    expect(await afterReport(mail)).toBe('sent,sent');

    inbox = await reports.makeInbox();
    await sendThrough(inbox.orgId, 'smtp.nowhere.example');
    expect(await afterReport(mail)).toBe('bounced,sent');
  });

  it('once it is known who sent it', async () => {
    reports.dns.goAway();
    const mail = reportFrom('MAILER-DAEMON@mx.people.example');
    expect(await afterReport(mail)).toBe('sent,sent');

    reports.dns.heal();
    await reports.database.query('UPDATE sender_checks SET retry_at = now()');
    await reports.retrySenders();
    const [{ resource_id: id }] = (await reports.database.query(
      `SELECT resource_id FROM outbox WHERE workflow = 'processInbound' AND again AND org_id = $1`,
      [inbox.orgId],
    )) as [{ resource_id: string }];
    await reports.process(id);
    expect(await suppressed()).toEqual([`${NOBODY}: bounce`]);
  });
});
