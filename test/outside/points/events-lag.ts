import pg from 'pg';
import { curlTo, must, until, type Point } from '../outside.js';

const LAG = /^restante_events_lag_seconds ([\d.]+)$/m;

/** A transaction in another database of the server holds events up: it is told. */
export const eventsLag: Point = {
  number: 6,
  title: 'a long transaction elsewhere that holds up streams is told',
  see: async ({ curl, deliver, inbox, service, sql }) => {
    const lag = async () => {
      const { text } = await curlTo(service.metrics, 'GET');
      return Number(LAG.exec(text)?.[1] ?? NaN);
    };
    await sql(async (client) => {
      const other = new pg.Client({
        host: client.host,
        port: client.port,
        user: client.user!,
        password: client.password!,
        database: 'postgres',
      });
      await other.connect();
      await other.query('BEGIN');
      await other.query('SELECT pg_current_xact_id()');
      const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await deliver(await inbox(), 'Subject: held up\r\n\r\nHi\r\n');
      await until(async () => (await lag()) >= 5, 'the metric grows');
      await until(
        () => Promise.resolve(service.log().some((line) => line['pid'] === rows[0]!.pid)),
        'a line of the log that names the backend',
      );
      await other.query('ROLLBACK');
      await other.end();
    });
    await until(async () => (await lag()) === 0, 'the metric falls');
    must((await curl('GET', '/health/ready')).status === 200, 'not ready');
    return 'metric above 5 s, the backend in the log, then 0';
  },
};
