import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresProcesses } from '../../e2e/postgres-processes.js';
import { connect } from '../../smtp/raw-client.js';
import { handOver } from './bystanders.js';
import type { Scene } from './scene.js';

/** Something that happens to a service. */
export interface Storm {
  readonly name: string;
  /** Whether others have to be served all the while: storage that is away serves nobody. */
  readonly sparesOthers: boolean;
  rage(scene: Scene): Promise<void>;
}

const TIMES = 3;
// Longer than any statement of a front end may take.
const STALL = 2_500;
const PAUSE = 1_500;
const FLOOD_CONNECTIONS = 20;
const FLOOD_MAILS = 40;
const FLOOD_TAKES = 20_000;
const UPLOADS = 40;
const BETWEEN_UPLOADS = 100;
const UPLOADS_TAKE = 12_000;
const MEGABYTE = 1_048_576;
const FILLER = Buffer.alloc(20 * MEGABYTE, 'x');
// The host that storms.
const STRANGER = '127.0.0.2';

/** All of them, in the order they pass. */
export const STORMS: readonly Storm[] = [
  { name: 'stops of Postgres', sparesOthers: false, rage: stopPostgres },
  { name: 'locks held', sparesOthers: true, rage: holdLocks },
  { name: 'large mail', sparesOthers: true, rage: floodWithMail },
  { name: 'uploads that stall', sparesOthers: true, rage: stallUploads },
];

async function stopPostgres({ installation }: Scene): Promise<void> {
  const postgres = postgresProcesses(installation.directory);
  for (let time = 0; time < TIMES; time++) {
    await sleep(PAUSE);
    await postgres.freeze();
    await sleep(STALL);
    postgres.thaw();
  }
  await sleep(PAUSE);
}

/** Somebody has the target's rows while mail for it comes. */
async function holdLocks({ databaseUrl, service, target }: Scene): Promise<void> {
  const locker = new pg.Client(databaseUrl);
  await locker.connect();
  for (let time = 0; time < TIMES; time++) {
    await locker.query('BEGIN');
    await locker.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [target.id]);
    await Promise.all([sleep(STALL), ...sendMany(service.smtp.port, target.address)]);
    await locker.query('ROLLBACK');
    await sleep(PAUSE);
  }
  await locker.end();
}

/** Mail for one inbox, each on a connection of its own; what comes of it is not waited for. */
function sendMany(port: number, recipient: string): Promise<void>[] {
  return Array.from({ length: FLOOD_CONNECTIONS / 2 }, async () => {
    const client = await connect(port, STRANGER);
    void handOver(client, recipient, 'Subject: locked\r\n\r\nHi').then(() => client.close());
  });
}

async function floodWithMail({ service, target }: Scene): Promise<void> {
  const message = largeMail(5 * MEGABYTE);
  let left = FLOOD_MAILS;
  const began = Date.now();
  const flood = async () => {
    while (left > 0) {
      left -= 1;
      await sleep(began + (FLOOD_MAILS - left) * (FLOOD_TAKES / FLOOD_MAILS) - Date.now());
      const client = await connect(service.smtp.port, STRANGER).catch(() => null);
      if (client) await handOver(client, target.address, message);
      client?.close();
    }
  };
  await Promise.all(Array.from({ length: FLOOD_CONNECTIONS }, flood));
}

/** A page of that many bytes, as newsletters are written. */
function largeMail(bytes: number): string {
  const lines: string[] = [];
  for (let size = 0, row = 0; size < bytes; row++) {
    const line = `<tr><td style="padding:4px"><a href="https://shop.example/item/${row}">Item ${row}</a> costs ${row % 97} dollars, order before ${1 + (row % 12)} pm</td></tr>`;
    lines.push(line);
    size += line.length + 2;
  }
  const head = ['Subject: All we have', 'Content-Type: text/html; charset=utf-8', '', '<table>'];
  return [...head, ...lines, '</table>'].join('\r\n');
}

/** Requests and messages that begin large and go on by a few bytes a second. */
async function stallUploads(scene: Scene): Promise<void> {
  const ends: (() => void)[] = [];
  for (let index = 0; index < UPLOADS; index++) {
    ends.push(await (index % 2 ? stallRequest(scene) : stallMessage(scene)));
    await sleep(BETWEEN_UPLOADS);
  }
  await sleep(UPLOADS_TAKE);
  for (const end of ends) end();
}

async function stallRequest({ service, client, target }: Scene): Promise<() => void> {
  const { port } = new URL(service.rest);
  const socket = connectTcp({ port: Number(port), host: '127.0.0.1', localAddress: STRANGER });
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST /v1/inboxes/${target.id}/send HTTP/1.1`,
      'Host: storm.test',
      `X-API-Key: ${client.key}`,
      'Content-Type: application/json',
      `Content-Length: ${30 * MEGABYTE}`,
      '',
      '{"to":"kim@example.com","subject":"never","text":"',
    ].join('\r\n'),
  );
  socket.write(FILLER);
  return () => socket.destroy();
}

async function stallMessage({ service, target }: Scene): Promise<() => void> {
  const client = await connect(service.smtp.port, STRANGER).catch(() => null);
  if (!client) return () => undefined;
  const codes = await client.codes(
    'EHLO stranger.test',
    'MAIL FROM:<bulk@stranger.example>',
    `RCPT TO:<${target.address}>`,
    'DATA',
  );
  if (codes.at(-1) === '354') client.send(FILLER);
  return () => client.close();
}
