import { must, type Point } from '../outside.js';
import { figuresOf, mustBeServed, steadily } from '../steady.js';

const LOCKED_FOR = 5;

/** Somebody has the counter row of an inbox while mail for it and for its neighbour comes. */
export const lockedInbox: Point = {
  number: 3,
  title: 'an inbox that is locked holds up no other',
  see: async ({ deliver, inbox, service, sql }) => {
    const [locked, neighbour] = [await inbox(), await inbox()];
    const message = 'Subject: locked\r\n\r\nHi\r\n';
    const { replies, figures } = await sql(async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [locked.id]);
      const waiting = Array.from({ length: 4 }, () => deliver(locked, message));
      const figures = await steadily(service, neighbour, LOCKED_FOR);
      const replies = (await Promise.all(waiting)).flat();
      await client.query('ROLLBACK');
      return { replies, figures };
    });
    mustBeServed(figures);
    must(
      replies.every((reply) => reply.startsWith('451')),
      `the locked inbox: ${replies.join()}`,
    );
    const [later] = await deliver(locked, message);
    must(later!.startsWith('250'), `afterwards ${later}`);
    return `neighbour: ${figuresOf(figures)}; the locked one 451, then 250`;
  },
};
