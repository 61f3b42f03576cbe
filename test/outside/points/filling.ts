import { must, type Point } from '../outside.js';

const MAILS = 105;

/** A stranger fills an inbox of the free plan; what a mail to several people costs. */
export const filling: Point = {
  number: 11,
  title: 'strangers have a rate for each inbox; plans say what is kept',
  see: async ({ curl, deliver, inbox }) => {
    const made = await curl('POST', '/v1/orgs', {
      json: { name: 'filled' },
      headers: ['X-Forwarded-For: 2001:db8:2::1'],
    });
    const key = made.json.api_key as string;
    const own = await inbox(key);
    const replies = await deliver(own, 'Subject: x\r\n\r\nHi\r\n', { times: MAILS });
    const taken = replies.filter((reply) => reply.startsWith('250')).length;
    must(taken === 100, `${taken} mails of an hour were taken`);
    must(replies.at(-1)!.startsWith('451'), `then ${replies.at(-1)}`);
    const to = ['a@example.com', 'b@example.com', 'c@example.com'];
    const sent = await curl('POST', `/v1/inboxes/${own.id}/send`, {
      key,
      json: { to, subject: 'three', text: 'Hi' },
    });
    must(sent.status < 300, `a send answered ${sent.status}`);
    const { json: me } = await curl('GET', '/v1/orgs/me', { key });
    const { text: limits } = await curl('GET', '/v1/limits', { key });
    must(me.storage_bytes_used > 0 && limits.includes('storage'), 'what is kept is not shown');
    return `100 taken, then 451; ${me.storage_bytes_used} of ${me.storage_bytes_limit} bytes kept`;
  },
};
