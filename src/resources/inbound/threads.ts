import type { Database } from '../../db/database.js';
import { newId } from '../../ids.js';
import type { Envelope } from '../../mail/analysis.js';

/** A mail that looks for its thread in one inbox. */
export interface Unthreaded {
  readonly inboxId: string;
  readonly inboxAddress: string;
  readonly envelope: Envelope;
}

interface KnownMail {
  readonly inbox_id: string;
  readonly thread_id: string;
  readonly message_id: string | null;
  readonly bare_subject: string;
  readonly participants: readonly string[];
}

// Enough to find a shared participant among mails of one subject.
const SAME_SUBJECT = 50;

/**
 * The thread of each mail, in order (Interface decisions, section 2: Threads).
 *
 * References and In-Reply-To win; without them a subject with a reply prefix joins the newest
 * thread of the same bare subject and a shared participant within 30 days; all else starts one.
 */
export async function findThreads(
  database: Database,
  mails: readonly Unthreaded[],
): Promise<string[]> {
  const known = [
    ...(await referredMails(database, mails)),
    ...(await sameSubjects(database, mails)),
  ];
  const threads: string[] = [];
  for (const mail of mails) {
    const thread = knownThread(mail, known) ?? newId('thr');
    threads.push(thread);
    // The next mail of this batch may answer this one. Newest first, as from the tables.
    known.unshift(asKnown(mail, thread));
  }
  return threads;
}

function knownThread(mail: Unthreaded, known: readonly KnownMail[]): string | undefined {
  const here = known.filter(({ inbox_id }) => inbox_id === mail.inboxId);
  const referred = referencesOf(mail.envelope);
  if (referred.length > 0) {
    const byId = new Map(here.map((other) => [other.message_id, other.thread_id]));
    return referred.map((id) => byId.get(id)).find((thread) => thread !== undefined);
  }
  if (!mail.envelope.isReply) return undefined;
  const people = new Set(participants(mail));
  return here.find(
    (other) =>
      other.bare_subject === mail.envelope.bareSubject &&
      other.participants.some((address) => people.has(address)),
  )?.thread_id;
}

/** Message-IDs a mail refers to, the closest first. */
function referencesOf({ inReplyTo, references }: Envelope): string[] {
  return [...(inReplyTo ? [inReplyTo] : []), ...references.toReversed()];
}

function participants({ envelope, inboxAddress }: Unthreaded): string[] {
  return [envelope.from, ...envelope.to, ...envelope.cc]
    .map(({ address }) => address.toLowerCase())
    .filter((address) => address !== '' && address !== inboxAddress);
}

const asKnown = (mail: Unthreaded, threadId: string): KnownMail => ({
  inbox_id: mail.inboxId,
  thread_id: threadId,
  message_id: mail.envelope.messageId,
  bare_subject: mail.envelope.bareSubject,
  participants: participants(mail),
});

async function referredMails(
  database: Database,
  mails: readonly Unthreaded[],
): Promise<KnownMail[]> {
  const wanted = mails.flatMap(({ inboxId, envelope }) =>
    referencesOf(envelope).map((id) => ({ inboxId, id })),
  );
  if (wanted.length === 0) return [];
  return database.query<KnownMail>(
    `SELECT e.inbox_id, e.thread_id, e.message_id, '' AS bare_subject, '{}'::text[] AS participants
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS w(inbox_id, message_id)
     JOIN emails e ON e.inbox_id = w.inbox_id AND e.message_id = w.message_id
       AND hashtextextended(e.message_id, 0) = hashtextextended(w.message_id, 0)`,
    [wanted.map(({ inboxId }) => inboxId), wanted.map(({ id }) => id)],
  );
}

async function sameSubjects(
  database: Database,
  mails: readonly Unthreaded[],
): Promise<KnownMail[]> {
  const wanted = mails.filter(
    ({ envelope }) =>
      envelope.isReply && envelope.bareSubject !== '' && referencesOf(envelope).length === 0,
  );
  if (wanted.length === 0) return [];
  return database.query<KnownMail>(
    `SELECT e.inbox_id, e.thread_id, e.message_id, e.bare_subject,
       array_remove(ARRAY(
         SELECT lower(person->>'address')
         FROM jsonb_array_elements(e.to_addresses || e.cc_addresses) AS person
         UNION SELECT lower(e.from_address)), i.address) AS participants
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS w(inbox_id, bare_subject)
     JOIN inboxes i ON i.id = w.inbox_id
     CROSS JOIN LATERAL (
       SELECT * FROM emails
       WHERE inbox_id = w.inbox_id AND bare_subject = w.bare_subject AND bare_subject <> ''
         AND hashtextextended(bare_subject, 0) = hashtextextended(w.bare_subject, 0)
         AND received_at > now() - interval '30 days'
       ORDER BY uid DESC LIMIT ${SAME_SUBJECT}) e
     ORDER BY e.uid DESC`,
    [wanted.map(({ inboxId }) => inboxId), wanted.map(({ envelope }) => envelope.bareSubject)],
  );
}
