import { setTimeout as sleep } from 'node:timers/promises';
import { must, until, type Outside, type Point } from '../outside.js';

const MAILS = 60;
const WATCHED = 5_000;

/** A bulk send whose inbox is paused costs nothing, and goes on. */
export const pausedBulk: Point = {
  number: 16,
  title: 'a bulk send of a paused inbox waits',
  see: async (outside) => {
    const { curl, inbox, sink } = outside;
    sink.script({ dot: { after: 300, extra: '250 2.0.0 Taken' } });
    const { id } = await inbox();
    const messages = Array.from({ length: MAILS }, (_, index) => ({
      ...{ inbox_id: id, to: `person-${index}@example.com` },
    }));
    const defaults = { subject: 'bulk', text: 'Hi' };
    const { json, status, text } = await curl('POST', '/v1/send/bulk', {
      json: { wait: 0, defaults, messages },
    });
    must(status < 300, `answered ${status} ${text}`);
    await curl('POST', `/v1/inboxes/${id}/pause`);
    await sleep(WATCHED);
    const before = await commits(outside);
    await sleep(WATCHED);
    const perSecond = ((await commits(outside)) - before) / (WATCHED / 1_000);
    must(perSecond < 60, `${perSecond} transactions a second`);
    sink.script({});
    await curl('POST', `/v1/inboxes/${id}/resume`);
    await until(
      async () =>
        (await curl('GET', `/v1/send/bulk/${json.id as string}`)).json.status === 'COMPLETED',
      'completed',
      60,
    );
    return `${perSecond.toFixed(0)} transactions a second while paused; then completed`;
  },
};

const commits = ({ sql }: Outside) =>
  sql(async (client) => {
    const { rows } = await client.query<{ commits: number }>(
      'SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]!.commits;
  });
