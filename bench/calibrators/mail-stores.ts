import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { createBatcher } from '../../src/batcher.js';
import { createIntake, openFoundation } from '../../src/composition/foundation.js';
import { readConfig } from '../../src/config.js';
import { Database } from '../../src/db/database.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { createLog } from '../../src/log.js';
import { createParsePool } from '../../src/mail/pool/parse-pool.js';
import { Semaphore } from '../../src/semaphore.js';

/** Where a calibrator keeps mail. */
export interface MailStore {
  /** To whom mail may come. */
  readonly recipients: readonly string[];
  /** Resolves once the mail is stored. */
  accept(to: string, raw: Buffer): Promise<unknown>;
  close(): Promise<void>;
}

/** Programs that do ever more of what the service does: see `MAIL_STORES`. */
export type MailStoreKind = keyof typeof MAIL_STORES;

/** By kind: what reads and stores mail in a directory of its own. */
export const MAIL_STORES = {
  /** The least that takes mail in: mailparser, and a table with the indexes of `emails`. */
  bare: (dataDir: string) => bareStore(dataDir, readPlainly),
  /** The same with the service's analysis. */
  analysed: async (dataDir: string) => {
    const parser = createParsePool({ threads: 1, workerFile: PARSE_WORKER });
    const store = await bareStore(dataDir, async (raw) => {
      const analysis = await parser.parse(raw, { receivedAt: new Date() });
      const { from, messageId, subject, textBody: text } = analysis!;
      return [from?.address ?? '', messageId ?? '', subject ?? '', text ?? ''];
    });
    return { ...store, close: () => parser.close().then(store.close) };
  },
  /** The service's analysis and its statement, and nothing else of it: no SMTP of its own, no runs. */
  stored: (dataDir: string) => serviceStore(dataDir),
};

const RECIPIENTS = Array.from({ length: 100 }, (_, i) => `inbox-${i}@restante.localhost`);
const PARSE_WORKER = new URL('../../src/mail/pool/parse-worker.js', import.meta.url);

const INSERT = `
  INSERT INTO mails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, parse_status,
    envelope_from, delivered_to, message_id, fingerprint, from_address, sender, subject,
    bare_subject, size, received_at, accepted_at, search, raw)
  SELECT 'eml_' || lpad(n::text, 20, '0'), 'org_1', address, n, n, 'thr_' || n, 'received',
    'complete', sender, address, message_id, sha256(message_id::bytea), sender, sender, subject,
    lower(subject), length(raw), now(), now(), to_tsvector('simple', subject || ' ' || text), raw
  FROM (SELECT nextval('mail_number') AS n, * FROM unnest($1::text[], $2::text[], $3::text[],
    $4::text[], $5::text[], $6::bytea[]) AS m(address, sender, message_id, subject, text, raw)) m`;

type Read = readonly [sender: string, messageId: string, subject: string, text: string];
type Row = readonly [address: string, ...read: Read, raw: Buffer];

async function readPlainly(raw: Buffer): Promise<Read> {
  const plain = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
  const mail = await simpleParser(raw, plain);
  const sender = mail.from?.value[0]?.address ?? '';
  return [sender, mail.messageId ?? '', mail.subject ?? '', mail.text ?? ''];
}

async function bareStore(
  dataDir: string,
  read: (raw: Buffer) => Promise<Read>,
): Promise<MailStore> {
  const { database, close } = await openDatabase(dataDir);
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
  return {
    recipients: RECIPIENTS,
    accept: async (to, raw) => insert([to, ...(await read(raw)), raw]),
    close,
  };
}

async function serviceStore(dataDir: string): Promise<MailStore> {
  const { url, database, close } = await openDatabase(dataDir);
  await database.query(INBOXES, [RECIPIENTS]);
  const config = readConfig({ DATA_DIR: join(dataDir, 'data'), DATABASE_URL: url });
  const foundation = await openFoundation({ config, log: LOG, databaseUrl: url });
  const intake = createIntake({
    ...foundation,
    mailDomain: config.MAIL_DOMAIN,
    largeTurns: new Semaphore(1),
  });
  const source = { id: 's', remoteAddress: '127.0.0.1', helo: 'bench', protocol: 'ESMTP' };
  return {
    recipients: RECIPIENTS,
    async accept(to, raw) {
      const recipient = await intake.findRecipient(to);
      const envelope = { mailFrom: 'bounce@northwind.example', recipients: [recipient!] };
      return intake.accept({ ...envelope, raw, source });
    },
    close: () => foundation.close().then(close),
  };
}

const INBOXES = `
  WITH org AS (
    INSERT INTO orgs (id, name, plan, sealed_data_key) VALUES ('org_1', 'Bench', 'selfhost', '')
    RETURNING id),
  new AS (
    INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash)
    SELECT 'inb_' || substr(md5(address), 1, 20), org.id, address, split_part(address, '@', 2), 'inbox', ''
    FROM org, unnest($1::text[]) AS address RETURNING id)
  INSERT INTO inbox_counters (inbox_id) SELECT id FROM new`;

const LOG = createLog('silent');

async function openDatabase(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: LOG });
  const { url } = postgres;
  const database = await Database.open({ url, poolSize: 4, queryTimeout: 10_000, entities: [] });
  await database.migrate();
  return { url, database, close: () => database.close().then(() => postgres.stop()) };
}
