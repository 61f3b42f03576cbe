import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serve } from '../generators/serve.js';

// The least that answers mail over HTTP from the same tables: a row by its id, or the newest twenty of an inbox, as JSON.

/** What the calibrator can be asked. */
export type RestCalibratorCommands = typeof commands;

const SHORT = 'e.id, e.inbox_id, e.subject, e.from_address, e.received_at';
const FROM = 'FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id';
const NEWEST = 'WHERE e.inbox_id = $1 ORDER BY e.uid DESC LIMIT 20';

/** What it answers, by the first part of the path; the second is an id. */
const STATEMENTS: Readonly<Record<string, string>> = {
  one: `SELECT ${SHORT}, s.text_body ${FROM} WHERE e.id = $1`,
  list: `SELECT ${SHORT}, s.text_body, s.html_body, s.stripped_text, s.shown ${FROM} ${NEWEST}`,
  summaries: `SELECT ${SHORT}, s.shown ${FROM} ${NEWEST}`,
};

const commands = {
  /** Starts it on a database; answers its port. */
  async start(databaseUrl: string): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    const app = new Koa();
    app.use(async (ctx) => {
      const [, name = '', id] = ctx.path.split('/');
      const { rows } = await pool.query<object>({ name, text: STATEMENTS[name]!, values: [id] });
      ctx.body = name === 'one' ? rows[0] : rows;
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  },
};

serve(commands);
