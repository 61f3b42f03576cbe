import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serve } from '../generators/serve.js';

// The least that answers a mail over HTTP from the same table: one row by its id, as JSON.

/** What the calibrator can be asked. */
export type RestCalibratorCommands = typeof commands;

const commands = {
  /** Starts it on a database; answers its port. */
  async start(databaseUrl: string): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    const app = new Koa();
    app.use(async (ctx) => {
      const { rows } = await pool.query<object>({
        name: 'one',
        text: `SELECT e.id, e.inbox_id, e.subject, e.from_address, e.received_at, s.text_body
               FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id WHERE e.id = $1`,
        values: [ctx.path.slice(1)],
      });
      ctx.body = rows[0];
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  },
};

serve(commands);
