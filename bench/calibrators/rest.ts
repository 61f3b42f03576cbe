import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serve } from '../generators/serve.js';

// The least that answers mail over HTTP from the same tables: a row by its id, the newest twenty of an inbox, or those
// that have one of some words, as JSON.

/** What the calibrator can be asked. */
export type RestCalibratorCommands = typeof commands;

const SHORT = 'e.id, e.inbox_id, e.subject, e.from_address, e.received_at';
const FROM = 'FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id';
const NEWEST = 'WHERE e.inbox_id = $1 ORDER BY e.uid DESC LIMIT 20';

/** What it answers, by the first part of the path; the second is an id, or words as a query of Postgres. */
const STATEMENTS: Readonly<Record<string, string>> = {
  one: `SELECT ${SHORT}, s.text_body ${FROM} WHERE e.id = $1`,
  list: `SELECT ${SHORT}, s.text_body, s.html_body, s.stripped_text, s.shown ${FROM} ${NEWEST}`,
  summaries: `SELECT ${SHORT}, s.shown ${FROM} ${NEWEST}`,
  words: `SELECT ${SHORT}, s.text_body ${FROM} WHERE e.search @@ to_tsquery('simple', $1)
    ORDER BY e.received_at DESC LIMIT 40`,
};

const commands = {
  /** Starts it on a database; answers its port. */
  async start(databaseUrl: string): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    // Postgres may end before this does.
    pool.on('error', () => undefined);
    const app = new Koa();
    app.use(async (ctx) => {
      const [, name = '', id] = decodeURIComponent(ctx.path).split('/');
      const { rows } = await pool.query<object>({ name, text: STATEMENTS[name]!, values: [id] });
      ctx.body = name === 'one' ? rows[0] : rows;
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  },
};

serve(commands);
