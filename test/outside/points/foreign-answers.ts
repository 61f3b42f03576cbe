import { must, until, type Outside, type Point } from '../outside.js';

const ANSWER = '550 5.1.1 ' + '\u{1f600}'.repeat(120);

/** A server whose refusal is cut within a character, beside four mails that it takes. */
export const foreignAnswers: Point = {
  number: 13,
  title: 'one server’s answer spoils nobody else’s outcome',
  see: async (outside) => {
    const { sink, inbox } = outside;
    sink.script({
      RCPT: ({ text }) => (text.includes('refused') ? ANSWER : undefined),
    });
    const { id } = await inbox();
    const people = ['refused', 'one', 'two', 'three', 'four'];
    const sent = await Promise.all(people.map((name) => send(outside, id, `${name}@example.com`)));
    const statuses = await Promise.all(sent.map((email) => outcome(outside, email)));
    sink.script({});
    must(
      statuses.slice(1).every((status) => status === 'sent'),
      statuses.join(),
    );
    must(!['unknown', 'sent'].includes(statuses[0]!), statuses.join());
    return statuses.join(', ');
  },
};

async function send({ curl }: Outside, inboxId: string, to: string): Promise<string> {
  const { json, status, text } = await curl('POST', `/v1/inboxes/${inboxId}/send`, {
    json: { to, subject: 'outside', text: 'Hi' },
  });
  must(status < 300, `a send answered ${status} ${text}`);
  return json.id as string;
}

const outcome = ({ curl }: Outside, id: string) =>
  until(async () => {
    const { json } = await curl('GET', `/v1/emails/${id}`);
    const status = json.status as string;
    return !['queued', 'sending'].includes(status) && status;
  }, 'an outcome');
