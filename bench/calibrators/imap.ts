import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import pg from 'pg';
import { ensureCertificate } from '../../src/embedded/certificate.js';
import { serve } from '../generators/serve.js';

// The least that signs in, tells of a page of envelopes and gives a body, by the same statements: it reads no
// commands but those of the bench, and keeps to no rule of the protocol.

/** What the calibrator can be asked. */
export type ImapCalibratorCommands = typeof commands;

const SIGN_IN = `SELECT i.id, i.imap_password_hash AS hash FROM inboxes i
  JOIN inbox_counters c ON c.inbox_id = i.id WHERE i.address = $1 AND i.deleted_at IS NULL`;
const PAGE = `SELECT e.mailbox_uid, e.is_read, e.received_at, e.size + e.head_bytes AS size, s.envelope
  FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
  WHERE e.inbox_id = $1 AND e.mailbox = 'INBOX' AND e.mailbox_uid = ANY ($2::bigint[])`;
const BODY = `SELECT substring(s.raw FROM 1 FOR 262144) AS raw FROM emails e
  JOIN stored_messages s ON s.id = e.stored_message_id
  WHERE e.inbox_id = $1 AND e.mailbox = 'INBOX' AND e.mailbox_uid = $2`;

interface Work {
  readonly databaseUrl: string;
  /** A folder for a certificate. */
  readonly directory: string;
}

const commands = {
  /** Starts it on a database; answers its port. */
  async start({ databaseUrl, directory }: Work): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    const { certFile, keyFile } = await ensureCertificate(directory);
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
    const server = createServer({ cert, key }, (socket) => {
      const answer = answers(pool);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.write('* OK\r\n');
      socket.on('data', (line: Buffer) => void answer(line.toString('latin1'), socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
};

/** What answers the commands of one client, each of which comes in one piece. */
function answers(pool: pg.Pool): (line: string, socket: TLSSocket) => Promise<void> {
  let inboxId = '';
  return async (line, socket) => {
    const [tag = '', command, set = '', what] = line.trim().split(' ');
    if (command === 'LOGIN') inboxId = await signedIn(pool, set, what!);
    else if (command === 'FETCH' && what === 'BODY.PEEK[]') {
      const { rows } = await pool.query<{ raw: Buffer }>(named(BODY, [inboxId, Number(set)]));
      const { raw } = rows[0]!;
      const begin = Buffer.from(`* ${set} FETCH (BODY[] {${raw.length}}\r\n`);
      return void socket.write(Buffer.concat([begin, raw, Buffer.from(`)\r\n${tag} OK\r\n`)]));
    }
    if (command === 'IDLE') return void socket.write('+ \r\n');
    const told = command === 'FETCH' ? await page(pool, inboxId, Number(set.split(':')[0])) : '';
    socket.write(`${told}${tag} OK\r\n`);
  };
}

const named = (text: string, values: unknown[]) => ({ name: text.slice(0, 60), text, values });

async function signedIn(pool: pg.Pool, username: string, password: string): Promise<string> {
  const { rows } = await pool.query<{ id: string; hash: Buffer }>(named(SIGN_IN, [username]));
  const given = createHash('sha256').update(password).digest();
  if (!rows[0]?.hash.equals(given)) throw new Error('refused');
  return rows[0].id;
}

async function page(pool: pg.Pool, inboxId: string, from: number): Promise<string> {
  const uids = Array.from({ length: 50 }, (_, i) => from + i);
  const { rows } = await pool.query<Record<string, string>>(named(PAGE, [inboxId, uids]));
  return rows
    .map(
      (row) =>
        `* ${row.mailbox_uid} FETCH (UID ${row.mailbox_uid} FLAGS () INTERNALDATE "${String(row.received_at)}"` +
        ` RFC822.SIZE ${row.size} ENVELOPE ${row.envelope})\r\n`,
    )
    .join('');
}

serve(commands);
