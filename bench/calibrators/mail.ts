import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createBatcher } from '../../src/batcher.js';
import { Database } from '../../src/db/database.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { createLog } from '../../src/log.js';
import { serve } from '../generators/serve.js';

// The least that takes mail in, reads it and stores it in a table with the indexes of `emails`:
// what the service is measured against.

const INSERT = `
  INSERT INTO mails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, parse_status,
    envelope_from, delivered_to, message_id, fingerprint, from_address, sender, subject,
    bare_subject, size, received_at, accepted_at, search, raw)
  SELECT 'eml_' || lpad(n::text, 20, '0'), 'org_1', address, n, n, 'thr_' || n, 'received',
    'complete', sender, address, message_id, sha256(message_id::bytea), sender, sender, subject,
    lower(subject), length(raw), now(), now(), to_tsvector('simple', subject || ' ' || text), raw
  FROM (SELECT nextval('mail_number') AS n, * FROM unnest($1::text[], $2::text[], $3::text[],
    $4::text[], $5::text[], $6::bytea[]) AS m(address, sender, message_id, subject, text, raw)) m`;

type Row = readonly [string, string, string, string, string, Buffer];

async function createStore(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const { url } = postgres;
  const database = await Database.open({ url, poolSize: 4, queryTimeout: 10_000, entities: [] });
  await database.migrate();
  await database.query('CREATE TABLE mails (LIKE emails INCLUDING ALL, raw bytea)');
  await database.query('CREATE SEQUENCE mail_number');
  const insert = createBatcher<Row, void>(
    async (rows) => {
      await database.query(
        INSERT,
        [0, 1, 2, 3, 4, 5].map((column) => rows.map((row) => row[column])),
      );
      return rows.map(() => undefined);
    },
    { maxItems: 50, concurrency: 2 },
  );
  const close = () => database.close().then(() => postgres.stop());
  return { insert, close };
}

type Store = Awaited<ReturnType<typeof createStore>>;

async function accept({ insert }: Store, to: string, raw: Buffer): Promise<void> {
  const plain = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
  const mail = await simpleParser(raw, plain);
  const sender = mail.from?.value[0]?.address ?? '';
  await insert([to, sender, mail.messageId ?? '', mail.subject ?? '', mail.text ?? '', raw]);
}

function listen(store: Store): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        accept(store, envelope.rcptTo[0]!.address, Buffer.concat(chunks)).then(() => done(), done);
      });
    },
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What the calibrator can be asked. */
export type MailCalibratorCommands = typeof commands;

let close = async (): Promise<void> => undefined;

const commands = {
  /** Starts it on an embedded Postgres in `dataDir`; answers its port. */
  async start(dataDir: string): Promise<number> {
    const store = await createStore(dataDir);
    close = () => store.close();
    const server = await listen(store);
    return (server.server.address() as { port: number }).port;
  },
};

serve(commands, () => close());
