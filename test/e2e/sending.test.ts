import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox } from './mail.js';
import type { RestClient } from './rest-client.js';

let sink: SmtpSink;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  sink = await startSmtpSink();
  installation = await createSharedInstallation({
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
  });
  service = await installation.start();
  client = await installation.client(service);
});
afterAll(async () => {
  await installation.remove();
  await sink.close();
});
beforeEach(() => {
  sink.script({});
  sink.forget();
});

interface Sent {
  readonly id: string;
  readonly ok: boolean;
  readonly status: string;
  readonly error: string | null;
  readonly provider_message_id: string | null;
}

const send = async (given: object = {}) => {
  const inbox = await createInbox(client);
  return client.read<Sent>(`/v1/inboxes/${inbox.id}/send`, {
    to: 'kim@example.com',
    subject: 'Hello',
    text: 'A line\n.\nand another',
    ...given,
  });
};
const stateOf = (id: string) => client.read<Sent>(`/v1/emails/${id}`);
const mails = () => sink.mails.filter(({ data }) => data.includes('Subject: Hello'));

describe('a mail by SMTP', () => {
  it('arrives as it is kept, and says what the server said', async () => {
    const sent = await send({ bcc: 'secret@example.com' });
    expect(sent).toMatchObject({ ok: true, status: 'sent' });
    const [mail] = mails();
    expect(mail!.to).toEqual(['kim@example.com', 'secret@example.com']);
    expect(mail!.wire.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(await simpleParser(mail!.data)).toMatchObject({
      subject: 'Hello',
      text: 'A line\n.\nand another\n',
    });
  });

  it('is refused in the words of the server', async () => {
    sink.script({ RCPT: '550 5.1.1 No such user here' });
    const sent = await send();
    expect(sent).toMatchObject({ ok: false, status: 'failed' });
    expect(sent.error).toContain('550 5.1.1 No such user here');
  });

  it('is tried again after a 4xx', async () => {
    const until = Date.now() + 2_000;
    sink.script({ RCPT: () => (Date.now() < until ? '450 4.2.0 Greylisted' : undefined) });
    const sent = await send();
    expect(sent).toMatchObject({ ok: true, status: 'sent' });
    expect(mails()).toHaveLength(1);
    const { data } = await client.read<{ data: { outcome: string }[] }>(
      `/v1/emails/${sent.id}/timeline`,
    );
    expect(data.map(({ outcome }) => outcome)).toEqual([
      'ok',
      expect.stringMatching(/^deferred by SMTP: .*450 4\.2\.0 Greylisted/),
      expect.stringMatching(/^accepted by SMTP: 250/),
      'sent',
    ]);
  });

  it('is tried again when the connection was lost before its end', async () => {
    sink.script({ DATA: ({ turn }) => (turn === 1 ? { then: 'cut' } : undefined) });
    expect(await send()).toMatchObject({ ok: true, status: 'sent' });
    expect(mails()).toHaveLength(1);
  });

  it('is unknown when the connection was lost after its end, and not sent again', async () => {
    sink.script({ dot: ({ turn }) => (turn === 1 ? { then: 'cut' } : undefined) });
    const sent = await send();
    expect(sent).toMatchObject({ ok: false, status: 'unknown' });
    sink.script({});
    const answer = await client.read<Sent>(`/v1/emails/${sent.id}/resolve`, { outcome: 'sent' });
    expect(answer).toMatchObject({ ok: true, status: 'sent' });
    expect(mails()).toHaveLength(0);
  });

  it('goes on after the request when the server takes its time', async () => {
    sink.hangUp();
    sink.script({ greeting: { after: 4_000, extra: '220 sink ready' } });
    const sent = await send();
    expect(sent).toMatchObject({ status: 'sent' });
    expect(mails()).toHaveLength(1);
  });

  it('leaves when it is due', async () => {
    const sent = await send({ send_at: new Date(Date.now() + 2_000).toISOString() });
    expect(sent.status).toBe('queued');
    expect(mails()).toHaveLength(0);
    await eventually(async () => (await stateOf(sent.id)).status === 'sent');
    expect(mails()).toHaveLength(1);
  });

  it('takes approvers to this service, on whatever port it listens', async () => {
    const inbox = await createInbox(client);
    const policy = { sends: 'always', approvers: ['boss@example.net'] };
    await client.call('PUT', `/v1/approval-policy?inbox_id=${inbox.id}`, { body: policy });
    const message = { to: 'kim@example.com', subject: 'Ask first', text: 'Hi' };
    await client.read(`/v1/inboxes/${inbox.id}/send`, message);
    const notice = await eventually(
      () => sink.mails.find(({ to }) => to.includes('boss@example.net')) ?? null,
    );
    const { text } = await simpleParser(notice.data);
    const page = await fetch(/https?:\S+/.exec(text!)![0]);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Ask first')]);
  });
});
