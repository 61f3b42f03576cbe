import type pg from 'pg';
import { searchVector } from '../src/store/mail/columns.js';
import { createMailUpgrades } from '../src/store/mail/upgrade.js';
import type { BenchInbox } from './client.js';

// Rows in numbers that would take too long to make through the interface, in the form that accepting
// and creating give them.

/** Makes `count` inboxes of the first organization. */
export async function fillInboxes(client: pg.Client, count: number): Promise<BenchInbox[]> {
  const { rows } = await client.query<BenchInbox>(
    `WITH new AS (
       INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash)
       SELECT 'inb_' || substr(md5(n::text), 1, 20), (SELECT id FROM orgs ORDER BY created_at LIMIT 1),
         'filled-' || n || '@restante.localhost', 'restante.localhost', 'filled', ''
       FROM generate_series(1, $1::int) AS n
       RETURNING id, org_id, address),
     known AS (INSERT INTO addresses SELECT address, org_id FROM new),
     counters AS (INSERT INTO inbox_counters (inbox_id) SELECT id FROM new)
     SELECT id, address FROM new`,
    [count],
  );
  await vacuum(client, 'inboxes, addresses, inbox_counters');
  return rows;
}

/** What the autovacuum would do over time, done now: it is not to start while something is measured. */
const vacuum = (client: pg.Client, tables: string) => client.query(`VACUUM (ANALYZE) ${tables}`);

/** Mails of a filled inbox. */
export const MAILS_AN_INBOX = 10_000;
// Above this it is faster to make the word indexes anew than to keep them up to date.
const WORTH_INDEXING_ANEW = 50_000;
const SYLLABLES = (
  'ka ro mi ten lus var den gol pra sem tur nok bel fis dra mon el wir ost han ' +
  'qui ble sto jar pel zun cra vit rem lok ama der fol gis hut ine kra lam nor pos'
).split(' ');
const WORDS = 20_000;

/** Fills each of `inboxes` with `MAILS_AN_INBOX` mails of various words. */
export async function fillMails(client: pg.Client, inboxes: readonly BenchInbox[]): Promise<void> {
  const many = inboxes.length * MAILS_AN_INBOX >= WORTH_INDEXING_ANEW;
  await client.query(WORD_FUNCTION);
  const indexes = many ? await dropWordIndexes(client) : [];
  for (const [number, { id, address }] of inboxes.entries())
    await client.query(MAILS, [id, address, number * MAILS_AN_INBOX]);
  for (const definition of indexes) await client.query(definition);
  await makeShown(client);
  await vacuum(client, 'emails, stored_messages, email_runs, inbox_counters');
}

/** The JSON of the mails, as the upgrade makes it. */
async function makeShown(client: pg.Client): Promise<void> {
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  const upgrades = createMailUpgrades({ query });
  while (!(await upgrades.upgradeChunk(1_000)).done);
}

/** A word of the filled mails: number 0 is in most of them, the last ones in few. */
export const filledWord = (number: number): string =>
  [number, number / 40, number / 1_600].map((n) => SYLLABLES[Math.floor(n) % 40]).join('');

async function dropWordIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'emails'::regclass
       AND pg_get_indexdef(indexrelid) LIKE '%USING gin%'`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

const syllable = (n: string) => `('{${SYLLABLES.join(',')}}'::text[])[1 + (${n}) % 40]`;

const WORD_FUNCTION = `
CREATE FUNCTION pg_temp.word(n int) RETURNS text LANGUAGE sql IMMUTABLE
RETURN ${syllable('n')} || ${syllable('n / 40')} || ${syllable('n / 1600')}`;

// Some words are in most mails and most are in few, as in any language.
const words = (count: number) => `(
  SELECT string_agg(pg_temp.word(floor(power(random(), 3) * ${WORDS})::int), ' ')
  FROM generate_series(1, ${count}) WHERE n > 0)`;

const MAILS = `
WITH mail AS MATERIALIZED (
  SELECT n, nextval('stored_messages_id_seq') AS stored_id,
    'eml_' || substr(md5($1 || ' ' || n), 1, 20) AS id, 'Order ' || $3 + n || ' ' || ${words(4)} AS subject,
    pg_temp.word(n % 500) || '@' || pg_temp.word(n % 50) || '.example' AS sender,
    ${words(8)} AS summary, ${words(60)} AS text_body,
    '<' || $3 + n || '@filled.example>' AS message_id, now() - (interval '7 s' * (${MAILS_AN_INBOX} - n)) AS at
  FROM generate_series(1, ${MAILS_AN_INBOX}) AS n
), whole AS MATERIALIZED (
  SELECT mail.*, convert_to(concat_ws(E'\\r\\n',
    'From: ' || initcap(split_part(sender, '@', 1)) || ' <' || sender || '>', 'To: ' || $2::text,
    'Subject: ' || subject, 'Date: ' || to_char(at AT TIME ZONE 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS') || ' +0000',
    'Message-ID: ' || message_id, 'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="=_' || n || '"', '',
    '--=_' || n, 'Content-Type: text/plain; charset=utf-8', '', text_body,
    '--=_' || n, 'Content-Type: text/html; charset=utf-8', '', '<p>' || text_body || '</p>',
    '--=_' || n || '--', ''), 'UTF8') AS raw
  FROM mail
), stored AS (
  INSERT INTO stored_messages (id, raw, trace, text_body, html_body, stripped_text, headers)
  SELECT stored_id, raw, '',
    text_body, '<p>' || text_body || '</p>', text_body, jsonb_build_object('subject', subject)
  FROM whole
), run AS (
  INSERT INTO email_runs (email_id, workflow_id, attempts, outcome)
  SELECT id, 'processInbound:' || id, 1, 'ok' FROM mail
), counter AS (
  UPDATE inbox_counters SET next_uid = ${MAILS_AN_INBOX + 1}, last_received_at = now() WHERE inbox_id = $1
)
INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, parse_status,
  envelope_from, delivered_to, message_id, fingerprint, from_address, sender, to_addresses, subject,
  bare_subject, category, category_confidence, summary, otp_codes, otp_confidence, size,
  received_at, accepted_at, parsed_at, announced_at, search, mailbox, mailbox_uid, modseq)
SELECT id, i.org_id, i.inbox_id, n, stored_id, 'thr_' || substr(id, 5), 'received', 'complete', sender, $2,
  message_id, sha256(message_id::bytea), sender, sender, jsonb_build_array(jsonb_build_object('name', null, 'address', $2::text)),
  subject, lower(subject), CASE n % 3 WHEN 0 THEN 'verification' ELSE 'notification' END, 0.9, summary,
  CASE n % 3 WHEN 0 THEN ARRAY[(100000 + n)::text] ELSE '{}' END, CASE n % 3 WHEN 0 THEN 0.9 ELSE 0 END,
  octet_length(raw), at, at, at, at, ${searchVector('mail')}, 'INBOX', n, n
FROM whole AS mail, (SELECT org_id, id AS inbox_id FROM inboxes WHERE id = $1) i`;
