import { must, until, type Point } from '../outside.js';

const MAILS = 6;
const LINE = `${'x'.repeat(76)}\r\n`;
const BODY = LINE.repeat((20 * 1_048_576) / LINE.length);
const WITHIN = 60;

/** An inbox that holds 120 MB is deleted. */
export const purge: Point = {
  number: 24,
  title: 'large mail of a deleted inbox goes',
  see: async ({ curl, deliver, inbox, sql }) => {
    const own = await inbox();
    for (let mail = 0; mail < MAILS; mail++) {
      const message = `Subject: large\r\nMessage-ID: <${own.id}-${mail}@sender.test>\r\n\r\n${BODY}`;
      const from = `127.0.9.${mail + 1}`;
      await until(
        async () => (await deliver(own, message, { from }))[0]!.startsWith('250') && true,
        'taken',
        60,
      );
    }
    const left = () =>
      sql(async (client) => {
        const { rows } = await client.query<{ stored: string }>(
          'SELECT stored_message_id AS stored FROM emails WHERE inbox_id = $1',
          [own.id],
        );
        return rows.length;
      });
    const there = await left();
    must(there === MAILS, `${there} of ${MAILS} are there`);
    const { status } = await curl('DELETE', `/v1/inboxes/${own.id}`);
    must(status === 204, `answered ${status}`);
    const began = Date.now();
    await until(async () => (await left()) === 0, 'they are gone', WITHIN);
    return `120 MB gone ${((Date.now() - began) / 1_000).toFixed(1)} s after the 204`;
  },
};
