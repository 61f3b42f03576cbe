import { requireInbox, type AccessScope } from '../auth/ownership.js';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/queries.js';
import { createRowFinder } from './row-finder.js';
import type { InboxStatus } from './vocabulary.js';

/** Whose a row is. */
export interface Owned {
  readonly orgId: string;
  readonly inboxId: string;
}

/** An inbox, as far as what belongs to it is concerned. */
export interface InboxRef {
  readonly id: string;
  readonly orgId: string;
  readonly status: InboxStatus;
}

/** An inbox that sends. */
export interface SendingInbox extends InboxRef {
  readonly address: string;
  readonly domain: string;
  readonly displayName: string | null;
  readonly dailySendLimit: number | null;
  /** Why its domain is FAILED; null where it is not. */
  readonly domainFailed: string | null;
  /** Why nothing leaves from its domain; null where all does. */
  readonly sendingStopped: StoppedSending | null;
  /** Whether there is a policy that may say that its mail needs approval. */
  readonly isUnderPolicy: boolean;
  /** Whether there is anything that may refuse its recipients. */
  readonly mayRefuse: boolean;
}

/** Which figures stopped the sends of a domain. */
export interface StoppedSending {
  readonly reason: 'bounces' | 'complaints';
  /** Of the mails of the last 7 days. */
  readonly mails: number;
  readonly count: number;
}

/** SQL: why the domain `d` is FAILED; null where it is not, or there is no row. */
export const DOMAIN_FAILED = `CASE WHEN d.status = 'FAILED' THEN coalesce(d.reason, 'it is not verified') END`;

/** SQL: whether suppressions of an organization, or send lists of it or its inbox, may refuse somebody. */
export const mayRefuse = ({ org, inbox }: Record<'org' | 'inbox', string>): string => `(
  EXISTS (SELECT FROM suppressions WHERE suppressions.org_id = ${org})
  OR EXISTS (SELECT FROM address_rules r WHERE r.org_id = ${org} AND r.direction = 'send'
    AND coalesce(r.inbox_id, '') IN ('', ${inbox})))`;

/** An inbox of any organization by its id, for those who then ask whose it is; null when it is gone. */
export type FindInbox = (id: string) => Promise<InboxRef | null>;

/** Whose rows a list shows: an organization's, of these inboxes; null for all of them. */
export interface ListedInboxes {
  readonly orgId: string;
  readonly inboxIds: readonly string[] | null;
}

/** The inbox that is asked for, or all that the caller may read. @throws AppError 403, 404 */
export async function listedInboxes(
  access: AccessScope,
  inboxId: string | undefined,
  findInbox: FindInbox,
): Promise<ListedInboxes> {
  const { orgId, allowedInboxIds } = access;
  if (inboxId === undefined) return { orgId, inboxIds: allowedInboxIds };
  return { orgId, inboxIds: [requireInbox(access, await findInbox(inboxId)).id] };
}

const REF = 'id, org_id AS "orgId", status';
const SENDING = `${REF}, address, domain, display_name AS "displayName",
  daily_send_limit AS "dailySendLimit",
  (SELECT ${DOMAIN_FAILED} FROM domains d WHERE d.id = inboxes.domain_id) AS "domainFailed",
  (SELECT d.sending_stopped FROM domains d WHERE d.id = inboxes.domain_id AND d.sending = 'stopped')
    AS "sendingStopped",
  EXISTS (SELECT FROM approval_policies p WHERE p.org_id = inboxes.org_id
    AND coalesce(p.inbox_id, '') IN ('', inboxes.id)) AS "isUnderPolicy",
  ${mayRefuse({ org: 'inboxes.org_id', inbox: 'inboxes.id' })} AS "mayRefuse"`;

const find = (columns: string) =>
  `SELECT ${columns} FROM inboxes WHERE id = ANY ($1) AND deleted_at IS NULL`;

const reader =
  <Inbox extends InboxRef>(statement: string) =>
  async (database: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Inbox>> => {
    const rows = await database.query<Inbox>(statement, [[...new Set(ids)]]);
    return new Map(rows.map((inbox) => [inbox.id, inbox]));
  };

const FIND = find(REF);

/** Inboxes of any organization by their ids, without those that are gone. */
export const readInboxes = reader<InboxRef>(FIND);

/** The same with what sending from them needs. */
export const readSendingInboxes = reader<SendingInbox>(find(SENDING));

/** @throws AppError 403, 404 unless a caller may use all these inboxes */
export async function ownInboxes(
  database: Queries,
  access: AccessScope,
  ids: readonly string[],
): Promise<void> {
  const found = await readInboxes(database, ids);
  for (const id of ids) requireInbox(access, found.get(id));
}

/** One inbox, of any organization. */
export async function findInbox(database: Database, id: string): Promise<InboxRef | null> {
  return (await readInboxes(database, [id])).get(id) ?? null;
}

/** Looks inboxes up in one statement when many are asked for. */
export const createInboxFinder = (database: Database): FindInbox =>
  createRowFinder<InboxRef>(database, FIND);
