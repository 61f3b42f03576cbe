import type { Database } from '../../db/database.js';
import { newId } from '../../ids.js';
import type { Envelope } from '../../mail/analysis.js';
import { readDate } from '../../mail/mime/dates.js';
import { untagged } from './recipients.js';

/** A mail that looks for its thread in one inbox. */
export interface Unthreaded {
  readonly inboxId: string;
  readonly inboxAddress: string;
  readonly envelope: Envelope;
}

/** Where a mail belongs as far as its batch and its subject tell; what it refers to may tell better. */
export interface Placement {
  /** Mails of the batch that belong together have the same. */
  readonly threadId: string;
  /** Whether that thread is there; otherwise it is a new one. */
  readonly inThread: boolean;
  /** What it refers to outside of the batch, the closest first: `storeEmails` looks it up. */
  readonly refersTo: readonly string[];
}

/** A mail of the same subject: of the batch with its place in it, or stored with its thread. */
interface Namesake {
  readonly at: number | string;
  readonly participants: readonly string[];
  /** Milliseconds since the epoch, by its Date header. */
  readonly sentAt: number | null;
}

interface NamesakeRow {
  readonly inbox_id: string;
  readonly thread_id: string;
  readonly bare_subject: string;
  readonly participants: readonly string[];
  readonly date: string | null;
}

// Enough to find a shared participant among mails of one subject.
const SAME_SUBJECT = 50;
const MAX_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The thread of each mail, in order (docs/interface.md, Threads).
 *
 * References and In-Reply-To win; without them a subject with a reply prefix joins the newest
 * thread of the same bare subject and a shared participant within 30 days; all else starts one.
 */
export async function findThreads(
  database: Database,
  mails: readonly Unthreaded[],
): Promise<Placement[]> {
  const references = mails.map(referencesOf);
  const groups = new Groups(mails.length);
  const own = new Map(mails.map((mail, i) => [keyOf(mail, mail.envelope.messageId), i]));
  joinByReferences(groups, mails, { references, own });
  const bySubject = mails.map((mail, i) => asksForSubject(mail) && references[i]!.length === 0);
  if (bySubject.includes(true)) {
    const stored = await sameSubjects(
      database,
      mails.filter((_, i) => bySubject[i]),
    );
    joinBySubject(groups, mails, { bySubject, stored });
  }
  return mails.map((mail, i) => {
    const inBatch = references[i]!.findIndex((id) => own.has(keyOf(mail, id)));
    return {
      ...groups.threadOf(i, () => newId('thr')),
      // A mail of the batch decides; what is further away than it says nothing more.
      refersTo: inBatch < 0 ? references[i]! : references[i]!.slice(0, inBatch),
    };
  });
}

const keyOf = ({ inboxId }: Unthreaded, value: string | null) => `${inboxId} ${value}`;

/** Message-IDs a mail refers to, the closest first; old programs put addresses among them. */
function referencesOf({ envelope, inboxAddress }: Unthreaded): string[] {
  const { messageId, inReplyTo, references } = envelope;
  const ids = new Set([...(inReplyTo ? [inReplyTo] : []), ...references.toReversed()]);
  if (messageId) ids.delete(messageId);
  if (ids.size === 0) return [];
  const addresses = new Set([inboxAddress, ...addressesOf(envelope)]);
  return [...ids].filter((id) => !addresses.has(id.slice(1, -1).toLowerCase()));
}

interface References {
  readonly references: readonly (readonly string[])[];
  /** Places of the mails of the batch by inbox and Message-ID. */
  readonly own: ReadonlyMap<string, number>;
}

/** Mails of the batch that refer to each other, or to the same mail. */
function joinByReferences(
  groups: Groups,
  mails: readonly Unthreaded[],
  { references, own }: References,
): void {
  const referring = new Map<string, number>();
  for (const [i, mail] of mails.entries())
    for (const key of references[i]!.map((id) => keyOf(mail, id))) {
      const other = own.get(key) ?? referring.get(key);
      if (other === undefined) referring.set(key, i);
      else groups.join(other, i);
    }
}

const asksForSubject = ({ envelope }: Unthreaded) =>
  envelope.isReply && envelope.bareSubject !== '';

interface Subjects {
  /** Whether the mail at that place is one that its subject places. */
  readonly bySubject: readonly boolean[];
  /** By inbox and subject, the newest first. */
  readonly stored: ReadonlyMap<string, readonly Namesake[]>;
}

function joinBySubject(
  groups: Groups,
  mails: readonly Unthreaded[],
  { bySubject, stored }: Subjects,
): void {
  const namesakes = new Map(stored);
  for (const [i, mail] of mails.entries()) {
    const key = keyOf(mail, mail.envelope.bareSubject);
    const self = asNamesake(mail, i);
    const others = namesakes.get(key) ?? [];
    const match = bySubject[i] && others.find((other) => belongTogether(self, other));
    if (match) groups.join(match.at, i);
    namesakes.set(key, [self, ...others]);
  }
}

const asNamesake = ({ envelope, inboxAddress }: Unthreaded, at: number): Namesake => ({
  at,
  // The inbox has a part in all of its mail, so it says nothing about what belongs together.
  participants: addressesOf(envelope).filter(
    (address) => untagged(address) !== untagged(inboxAddress),
  ),
  sentAt: timeOf(envelope.date),
});

function addressesOf({ from, to, cc }: Envelope): string[] {
  return [from, ...to, ...cc]
    .map(({ address }) => address.toLowerCase())
    .filter((address) => address !== '');
}

const timeOf = (date: string | null) => (date === null ? null : Date.parse(date));

function belongTogether(self: Namesake, other: Namesake): boolean {
  const apart = self.sentAt === null || other.sentAt === null ? 0 : self.sentAt - other.sentAt;
  return (
    Math.abs(apart) <= MAX_DAYS * DAY_MS &&
    other.participants.some((address) => self.participants.includes(address))
  );
}

async function sameSubjects(
  database: Database,
  mails: readonly Unthreaded[],
): Promise<Map<string, Namesake[]>> {
  const rows = await database.query<NamesakeRow>(
    `SELECT e.inbox_id, e.thread_id, e.bare_subject, s.headers->>'date' AS date,
       ARRAY(SELECT lower(person->>'address')
         FROM jsonb_array_elements(e.to_addresses || e.cc_addresses) AS person)
         || lower(e.from_address) AS participants
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS w(inbox_id, bare_subject)
     CROSS JOIN LATERAL (
       SELECT * FROM emails
       WHERE inbox_id = w.inbox_id AND bare_subject = w.bare_subject AND bare_subject <> ''
         AND hashtextextended(bare_subject, 0) = hashtextextended(w.bare_subject, 0)
         AND received_at > now() - interval '${MAX_DAYS} days'
       ORDER BY uid DESC LIMIT ${SAME_SUBJECT}) e
     JOIN stored_messages s ON s.id = e.stored_message_id
     ORDER BY e.uid DESC`,
    [mails.map(({ inboxId }) => inboxId), mails.map(({ envelope }) => envelope.bareSubject)],
  );
  const namesakes = new Map<string, Namesake[]>();
  for (const row of rows) {
    const key = `${row.inbox_id} ${row.bare_subject}`;
    namesakes.set(key, [...(namesakes.get(key) ?? []), storedNamesake(row)]);
  }
  return namesakes;
}

const storedNamesake = ({ thread_id, participants, date }: NamesakeRow): Namesake => ({
  at: thread_id,
  participants,
  sentAt: timeOf(readDate(date ?? '')),
});

/** Which mails of a batch belong together, and to which thread. */
class Groups {
  /** Each mail points to another one of its group, the head of a group to itself. */
  private readonly pointers: number[];
  private readonly threads = new Map<number, string>();
  private readonly created = new Map<number, string>();

  constructor(mails: number) {
    this.pointers = Array.from({ length: mails }, (_, i) => i);
  }

  /** Joins the group of `mail` to that of another mail, or to a thread unless it has one. */
  join(other: number | string, mail: number): void {
    const head = this.headOf(mail);
    if (typeof other === 'string') {
      if (!this.threads.has(head)) this.threads.set(head, other);
      return;
    }
    const joined = this.headOf(other);
    this.pointers[head] = joined;
    const thread = this.threads.get(head);
    if (thread !== undefined) this.join(thread, joined);
  }

  /** The thread of a mail; a group without one gets what `create` makes. */
  threadOf(mail: number, create: () => string): { threadId: string; inThread: boolean } {
    const head = this.headOf(mail);
    const known = this.threads.get(head);
    if (known !== undefined) return { threadId: known, inThread: true };
    const threadId = this.created.get(head) ?? create();
    this.created.set(head, threadId);
    return { threadId, inThread: false };
  }

  private headOf(mail: number): number {
    let head = mail;
    while (this.pointers[head] !== head) head = this.pointers[head]!;
    this.pointers[mail] = head;
    return head;
  }
}
