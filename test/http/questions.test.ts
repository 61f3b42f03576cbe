import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '../support/parser.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly answer: string | null;
  readonly abstained: boolean | null;
  readonly citations: readonly {
    readonly email_id: string;
    readonly quote: string;
    readonly start: number;
    readonly end: number;
  }[];
}

const MAILS: readonly (readonly [from: string, subject: string, text: string])[] = [
  [
    'Lufthansa <fly@lufthansa.example>',
    'Re: Your booking',
    'Dear Ms Miller,\r\n\r\nyour flight LH 438 to Dallas leaves on 14 March at 10:05.\r\n' +
      'Your booking code is XK3J9Q.\r\n\r\nOn Mon, 3 Mar 2025 at 10:00, Ms Miller <m@example.com> wrote:\r\n' +
      '> The older mail said 12 April, the flight to Dallas.\r\n',
  ],
  [
    'Stadtwerke <rechnung@stadtwerke.example>',
    'Ihre Rechnung',
    'Der Rechnungsbetrag von 84,20 EUR ist fällig.\r\nIhre Kundennummer lautet 99812.',
  ],
  ['Tanaka <tanaka@example.jp>', '会議の件', '次の会議は3月5日午後2時に新宿オフィスで行います。'],
  ['Pierre <p@dupont.example>', 'Lundi', 'La réunion est déplacée au mardi 3 février à 14h00.'],
];

let api: MailApi;
let key: string;
let orgId: string;
let inbox: TestInbox;
let other: TestInbox;
const ids: string[] = [];
beforeAll(async () => {
  api = await startMailApi({ parts: { parser } });
  ({ key, orgId } = await api.createOrg());
  inbox = await api.createInbox(orgId);
  other = await api.createInbox(orgId);
  for (const [from, subject, text] of MAILS) ids.push(await receive(inbox, from, subject, text));
});
afterAll(() => api.close());

function receive(into: TestInbox, from: string, subject: string, text: string): Promise<string> {
  const raw = `From: ${from}\r\nTo: me@example.test\r\nSubject: ${subject}
Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
  return api.deliver(into, {}, Buffer.from(raw.replace(/\r?\n/g, '\r\n')));
}

const ask = (question: string, more: object = {}, by = key) =>
  api.call<Answered>('POST', '/v1/ask', { key: by, body: { question, ...more } });

describe('POST /v1/ask', () => {
  it.each<[string, number, string]>([
    ['When does my flight to Dallas leave?', 0, '14 March at 10:05'],
    ['What is the booking code of Lufthansa?', 0, 'XK3J9Q'],
    ['Wie hoch ist der Rechnungsbetrag?', 1, '84,20 EUR'],
    ['Was ist meine Kundennummer?', 1, '99812'],
    ['次の会議はいつですか？', 2, '3月5日'],
    ['Quand est la réunion?', 3, '3 février'],
  ])('answers %s word for word', async (question, mail, part) => {
    const { status, body } = await ask(question);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'COMPLETED', abstained: false });
    expect(body.answer).toContain(part);
    const [best] = body.citations;
    expect(best!.email_id).toBe(ids[mail]);
    const { body: email } = await api.call<{ text_body: string }>(
      'GET',
      `/v1/emails/${ids[mail]}`,
      {
        key,
      },
    );
    expect(email.text_body.slice(best!.start, best!.end)).toBe(best!.quote);
  });

  it.each([
    'Who is the president of Peru?',
    'What did the dentist say about my teeth?',
    'When is the meeting with the bank?',
    'Quel est le prix du billet de train?',
    'How long is the flight to Dallas?',
    'How much is the flight to Dallas?',
    'Wie lautet die Zählernummer der Stadtwerke?',
    '会議の参加費は何円ですか？',
    'the of and',
  ])('says that there is no answer: %s', async (question) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ abstained: true, answer: null, citations: [] });
  });

  it('quotes nothing that is itself a quote', async () => {
    const { body } = await ask('What did the older mail say of the flight to Dallas?');
    expect(JSON.stringify(body.citations)).not.toContain('12 April');
  });

  it('asks the inboxes and the mail it is told to', async () => {
    const question = 'When does my flight to Dallas leave?';
    for (const more of [
      { inbox_ids: [other.inboxId] },
      { filters: { from: 'stadtwerke' } },
      { filters: { after: '2999-01-01T00:00:00Z' } },
    ])
      expect((await ask(question, more)).body.abstained).toBe(true);
    const within = { inbox_ids: [inbox.inboxId], filters: { from: 'lufthansa' } };
    expect((await ask(question, within)).body.abstained).toBe(false);
  });

  it('answers 202 where nobody waits, and is read by its id', async () => {
    const { status, body } = await ask('Was ist meine Kundennummer?', { wait: 0 });
    expect([200, 202]).toContain(status);
    const path = `/v1/ask/${body.id}?timeout=20`;
    const read = await api.call<Answered>('GET', path, { key });
    expect(read.body).toMatchObject({ id: body.id, status: 'COMPLETED', abstained: false });
  });

  it('keeps quotes no longer than their mail, and from others', async () => {
    const id = await receive(inbox, 'A <a@b.example>', 'Zebra', 'The zebra crossing is at noon.');
    const { body } = await ask('Where is the zebra crossing?');
    expect(body.citations.map(({ email_id }) => email_id)).toEqual([id]);
    const foreign = await api.createOrg();
    const path = `/v1/ask/${body.id}`;
    expect((await api.call('GET', path, { key: foreign.key })).status).toBe(403);
    await api.call('DELETE', `/v1/emails/${id}`, { key });
    const { body: left } = await api.call<Answered>('GET', path, { key });
    expect(left).toMatchObject({ answer: null, citations: [] });
  });

  it.each<[object, string]>([
    [{ question: '' }, 'question must not be empty'],
    [{ question: 'a', top_k: 21 }, 'top_k must be a whole number from 1 to 20'],
    [{ question: 'a', mode: 'generative' }, 'mode must be extractive'],
    [{ question: 'a', wait: 61 }, 'wait must be a whole number from 0 to 60'],
  ])('refuses %j', async (body, message) => {
    const answer = await api.call<{ error: string }>('POST', '/v1/ask', { key, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(message);
  });
});
