import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import pg from 'pg';
import { ensureCertificate } from '../../src/embedded/certificate.js';
import { readingOf } from '../../src/resources/mailboxes/rows.js';
import { LOOK_UP } from '../../src/resources/mailboxes/sign-in.js';
import { serve } from '../generators/serve.js';

// The least that signs in, tells of a page of envelopes and gives a body, by the same statements, which are planned
// once as there: it reads no
// commands but those of the bench, and keeps to no rule of the protocol.

/** What the calibrator can be asked. */
export type ImapCalibratorCommands = typeof commands;

const PAGE = readingOf({ size: true, internalDate: true, envelope: true });
const BODY = readingOf({ size: true, firstBytes: 1 });
const FIRST_BYTES = 64 * 1024;

interface Work {
  readonly databaseUrl: string;
  /** A folder for a certificate. */
  readonly directory: string;
}

const commands = {
  /** Starts it on a database; answers its port. */
  async start({ databaseUrl, directory }: Work): Promise<number> {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 10,
      options: '-c plan_cache_mode=force_generic_plan',
    });
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
      const values = [inboxId, 'INBOX', [Number(set)], FIRST_BYTES];
      const { rows } = await pool.query<{ first: Buffer }>(named('body', BODY, values));
      const { first: raw } = rows[0]!;
      const begin = Buffer.from(`* ${set} FETCH (BODY[] {${raw.length}}\r\n`);
      return void socket.write(Buffer.concat([begin, raw, Buffer.from(`)\r\n${tag} OK\r\n`)]));
    }
    if (command === 'IDLE') return void socket.write('+ \r\n');
    const told = command === 'FETCH' ? await page(pool, inboxId, Number(set.split(':')[0])) : '';
    socket.write(`${told}${tag} OK\r\n`);
  };
}

const named = (name: string, text: string, values: unknown[]) => ({ name, text, values });

async function signedIn(pool: pg.Pool, username: string, password: string): Promise<string> {
  const { rows } = await pool.query<{ id: string; passwordHash: Buffer }>(
    named('sign-in', LOOK_UP, [[username], ['']]),
  );
  const given = createHash('sha256').update(password).digest();
  if (!rows[0]?.passwordHash.equals(given)) throw new Error('refused');
  return rows[0].id;
}

interface PageRow {
  readonly uid: number;
  readonly size: number;
  readonly internalDate: Date;
  readonly envelope: string;
}

async function page(pool: pg.Pool, inboxId: string, from: number): Promise<string> {
  const uids = Array.from({ length: 50 }, (_, i) => from + i);
  const { rows } = await pool.query<PageRow>(named('page', PAGE, [inboxId, 'INBOX', uids]));
  return rows
    .map(
      ({ uid, size, internalDate, envelope }) =>
        `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "${internalDate.toISOString()}"` +
        ` RFC822.SIZE ${size} ENVELOPE ${envelope})\r\n`,
    )
    .join('');
}

serve(commands);
