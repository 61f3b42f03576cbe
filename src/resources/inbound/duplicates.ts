import type { Database } from '../../db/database.js';
import type { StorableCopy, StorableMail } from '../../store/mail/insert-inbound.js';

/** Why copies were not stored. */
export interface Duplicates {
  /** The id of the email that is there, by the id the copy would have had. */
  readonly ids: ReadonlyMap<string, string>;
  /** Copies whose inbox is gone. */
  readonly gone: ReadonlySet<string>;
  /** Mails, with the copies concerned, that repeat one of more than 24 hours ago. */
  readonly stale: readonly StorableMail[];
}

interface KnownRow {
  readonly id: string;
  readonly inbox_id: string;
  readonly fingerprint: string;
  readonly recent: boolean;
}

/** Finds out why copies of `mails` are not among `stored`. */
export async function findDuplicates(
  database: Database,
  mails: readonly StorableMail[],
  stored: ReadonlySet<string>,
): Promise<Duplicates> {
  const unstored = (mail: StorableMail) => mail.recipients.filter((c) => !stored.has(c.emailId));
  const known = await knownEmails(database, mails);
  const ids = new Map<string, string>();
  const gone = new Set<string>();
  const sort = (mail: StorableMail, copy: StorableCopy): boolean => {
    const row = known.get(`${copy.inboxId} ${mail.fingerprint}`);
    if (!row) gone.add(copy.emailId);
    else if (row.recent) ids.set(copy.emailId, row.id);
    return row?.recent === false;
  };
  const stale = mails
    .map((mail) => ({ ...mail, recipients: unstored(mail).filter((copy) => sort(mail, copy)) }))
    .filter(({ recipients }) => recipients.length > 0);
  return { ids, gone, stale };
}

async function knownEmails(
  database: Database,
  mails: readonly StorableMail[],
): Promise<Map<string, KnownRow>> {
  const { inboxes, fingerprints } = pairs(mails);
  const rows = await database.query<KnownRow>(
    `SELECT e.id, e.inbox_id, encode(e.fingerprint, 'hex') AS fingerprint,
       e.received_at > now() - interval '24 hours' AS recent
     FROM unnest($1::text[], $2::text[]) AS w(inbox_id, fingerprint)
     JOIN emails e ON e.inbox_id = w.inbox_id AND e.fingerprint = decode(w.fingerprint, 'hex')`,
    [inboxes, fingerprints],
  );
  return new Map(rows.map((row) => [`${row.inbox_id} ${row.fingerprint}`, row]));
}

/** Lets mails of more than 24 hours ago be repeated. */
export async function clearFingerprints(
  database: Database,
  mails: readonly StorableMail[],
): Promise<void> {
  const { inboxes, fingerprints } = pairs(mails);
  await database.query(
    `UPDATE emails e SET fingerprint = NULL
     FROM unnest($1::text[], $2::text[]) AS w(inbox_id, fingerprint)
     WHERE e.inbox_id = w.inbox_id AND e.fingerprint = decode(w.fingerprint, 'hex')
       AND e.received_at <= now() - interval '24 hours'`,
    [inboxes, fingerprints],
  );
}

function pairs(mails: readonly StorableMail[]) {
  const all = mails.flatMap(({ fingerprint, recipients }) =>
    fingerprint ? recipients.map(({ inboxId }) => ({ inboxId, fingerprint })) : [],
  );
  return {
    inboxes: all.map(({ inboxId }) => inboxId),
    fingerprints: all.map(({ fingerprint }) => fingerprint),
  };
}
