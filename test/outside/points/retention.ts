import { readlink } from 'node:fs/promises';
import { findTemporalOrphan } from '../../../src/embedded/temporal-process.js';
import { must, until, withOwn, type Outside, type Point } from '../outside.js';
import { run } from '../programs.js';

const DUE_IN = 30_000;

/** What is older than MAIL_RETENTION_DAYS is deleted, by the schedule that Temporal's own program triggers. */
export const retention: Point = {
  number: 15,
  title: 'MAIL_RETENTION_DAYS deletes no mail that is still to be sent',
  see: () => withOwn({ MAIL_RETENTION_DAYS: '1' }, purgeOld),
};

async function purgeOld(own: Outside): Promise<string> {
  const { curl, deliver, inbox, sink, sql } = own;
  const { id: inboxId, address } = await inbox();
  const [reply] = await deliver({ id: inboxId, address }, 'Subject: old\r\n\r\nHi\r\n');
  const old = /eml_\w+/.exec(reply!)![0];
  const send_at = new Date(Date.now() + DUE_IN).toISOString();
  const scheduled = await curl('POST', `/v1/inboxes/${inboxId}/send`, {
    json: { to: 'kim@example.com', subject: 'later', text: 'Hi', send_at },
  });
  must(scheduled.status < 300, `a send answered ${scheduled.status} ${scheduled.text}`);
  const later = scheduled.json.id as string;
  await sql((client) =>
    client.query(`UPDATE emails SET received_at = now() - interval '3 days' WHERE id = ANY ($1)`, [
      [old, later],
    ]),
  );
  await trigger(own, 'purgeExpired:mail');
  const statusOf = async (id: string) => (await curl('GET', `/v1/emails/${id}`)).status;
  await until(async () => (await statusOf(old)) === 404, 'the old mail is gone', 60);
  must((await statusOf(later)) === 200, 'the scheduled mail is gone');
  await until(() => Promise.resolve(sink.mails.length === 1), 'it leaves', 120);
  return 'an old mail is gone, the scheduled one stayed and left';
}

async function trigger({ installation }: Outside, schedule: string): Promise<void> {
  const temporal = await findTemporalOrphan(installation.directory);
  const program = await readlink(`/proc/${temporal!.process.pid}/exe`);
  const address = `127.0.0.1:${temporal!.port}`;
  await run(program, ['schedule', 'trigger', '--address', address, '--schedule-id', schedule]);
}
