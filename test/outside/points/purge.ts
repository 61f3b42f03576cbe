import { must, until, type Inbox, type Outside, type Point } from '../outside.js';
import { figuresOf, steadily } from '../steady.js';

const MAILS = 30;
const MEGABYTES = 23;
const LINE = `${'x'.repeat(76)}\r\n`;
const BODY = LINE.repeat((MEGABYTES * 1_048_576) / LINE.length);
const WITHIN = 60;
// Seconds of a transaction that removes 64 MiB, with much to spare.
const LONGEST = 4;

/** An inbox that holds 690 MB is deleted. */
export const purge: Point = {
  number: 24,
  title: 'large mail of a deleted inbox goes in short transactions',
  see: async (outside) => {
    const { curl, inbox, service } = outside;
    const [own, calm] = [await inbox(), await inbox()];
    await fill(outside, own);
    const there = await left(outside, own);
    must(there === MAILS, `${there} of ${MAILS} are there`);
    const { status } = await curl('DELETE', `/v1/inboxes/${own.id}`);
    must(status === 204, `answered ${status}`);
    const began = Date.now();
    const [longest, small] = await Promise.all([
      longestUntilGone(outside, own),
      steadily(service, calm, 5),
    ]);
    const seconds = (Date.now() - began) / 1_000;
    must(longest < LONGEST, `a transaction took ${longest.toFixed(1)} s`);
    must(small.refused === 0, figuresOf(small));
    return `${MAILS} × ${MEGABYTES} MB gone within ${seconds.toFixed(1)} s, longest transaction ${longest.toFixed(1)} s; ${figuresOf(small)}`;
  },
};

async function fill({ deliver }: Outside, own: Inbox): Promise<void> {
  for (let mail = 0; mail < MAILS; mail++) {
    const message = `Subject: large\r\nMessage-ID: <${own.id}-${mail}@sender.test>\r\n\r\n${BODY}`;
    const from = `127.0.9.${mail + 1}`;
    await until(
      async () => (await deliver(own, message, { from }))[0]!.startsWith('250') && true,
      'taken',
      60,
    );
  }
}

const left = ({ sql }: Outside, { id }: Inbox) =>
  sql(async (client) => {
    const { rows } = await client.query('SELECT FROM emails WHERE inbox_id = $1', [id]);
    return rows.length;
  });

const OLDEST = `
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float AS seconds
FROM pg_stat_activity WHERE application_name LIKE 'restante%' AND pid <> pg_backend_pid()
  AND backend_xid IS NOT NULL`;

/** The age of the oldest writing transaction of the service meanwhile. */
async function longestUntilGone(outside: Outside, own: Inbox): Promise<number> {
  let longest = 0;
  await until(
    async () => {
      const seconds = await outside.sql(async (client) => {
        const { rows } = await client.query<{ seconds: number }>(OLDEST);
        return rows[0]!.seconds;
      });
      longest = Math.max(longest, seconds);
      return (await left(outside, own)) === 0;
    },
    'they are gone',
    WITHIN,
  );
  return longest;
}
