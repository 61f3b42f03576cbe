import { must, until, type Outside, type Point } from '../outside.js';

const ROW = '<tr><td>An item that costs a few dollars</td></tr>\r\n';
const TABLE = `<table>${ROW.repeat((6 * 1_048_576) / ROW.length)}</table>`;
const SENDERS = 4;

/** Mail that could not be read at once, and whose inbox is paused meanwhile. */
export const pendingPaused: Point = {
  number: 25,
  title: 'mail that is pending when its inbox is paused is told of when it is finished',
  see: async (outside) => {
    const { curl, deliver, inbox } = outside;
    const own = await inbox();
    const pending = () => count(outside, "parse_status = 'pending' AND inbox_id = $1", own.id);
    await Promise.all(
      Array.from({ length: SENDERS }, (_, n) =>
        deliver(own, message(`${own.id}-${n}`), { from: `127.0.10.${n + 1}` }),
      ),
    );
    const left = await pending();
    must(left > 0, 'none was pending: try again');
    await curl('POST', `/v1/inboxes/${own.id}/pause`);
    await until(async () => (await pending()) === 0, 'all are read', 120);
    const all = await count(outside, 'inbox_id = $1', own.id);
    await until(async () => (await announced(outside, own.id)) === all, 'all are told of');
    return `${left} of ${all} pending; all are told of`;
  },
};

const message = (id: string) =>
  `Subject: page\r\nMessage-ID: <${id}@sender.test>\r\nContent-Type: text/html\r\n\r\n${TABLE}\r\n`;

const announced = (outside: Outside, inboxId: string) =>
  count(
    outside,
    `inbox_id = $1 AND EXISTS (
       SELECT FROM events e WHERE e.resource_id = emails.id AND e.kind = 'email.received')`,
    inboxId,
  );

const count = ({ sql }: Outside, condition: string, inboxId: string) =>
  sql(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM emails WHERE ${condition}`,
      [inboxId],
    );
    return rows[0]!.count;
  });
