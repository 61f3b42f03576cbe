import type { PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { unsubscribeHeaders, type UnsubscribeTokens } from '../contact-lists/unsubscribe-links.js';
import type { ContactRow } from '../contact-lists/rows.js';
import type { Preparing, PreparingDeps } from '../sending/preparing.js';
import { bytesOf } from '../../store/mail/count-sends.js';
import { writeSends } from '../../store/mail/insert-outbound.js';
import { storageRefusal } from '../../store/usage.js';
import { orRejection, prepareSound, type Accepted } from './accepting.js';
import { refundQuota, giveUpBulk } from './ending.js';
import { readSendingInboxes, type SendingInbox } from '../../store/inboxes.js';
import type { ListTemplate } from './list-plan.js';
import { contactVariables, draftOfMessage, type Rejection } from './messages.js';
import { addRejections } from './store.js';

/** What making mail for a list needs. */
export interface ExpandListDeps extends PreparingDeps {
  readonly database: Database;
  readonly tokens: Pick<UnsubscribeTokens, 'make'>;
}

/** A bulk send to a list of which not all mail is made. */
interface Unfilled {
  readonly id: string;
  readonly orgId: string;
  readonly plan: PlanName;
  readonly requestedBy: string | null;
  readonly listId: string;
  readonly inboxId: string;
  readonly template: ListTemplate;
  readonly after: string | null;
  /** Contacts that were dealt with. */
  readonly made: number;
  /** Contacts that were counted when it was asked for. */
  readonly total: number;
}

type Contact = Pick<ContactRow, 'address' | 'name' | 'variables'> & { readonly key: string };

/** Contacts that became mails, or were refused. */
interface ListPart extends Accepted {
  readonly contacts: readonly Contact[];
  readonly isLast: boolean;
}

// Contacts of a part, and bytes after which it ends: one statement writes it.
const PART_CONTACTS = 100;
const PART_BYTES = 8 * 1024 * 1024;

const FIND = `
SELECT b.id, b.org_id AS "orgId", o.plan, b.requested_by AS "requestedBy", b.contact_list_id AS "listId", b.inbox_ids[1] AS "inboxId",
  b.template, b.list_after AS after, b.accepted + b.rejected AS made, b.total
FROM bulks b JOIN orgs o ON o.id = b.org_id
WHERE b.id = $1 AND b.status = 'RUNNING' AND b.filled_at IS NULL`;

const CONTACTS = `
SELECT address_key AS key, address, name, coalesce(variables, '{}') AS variables FROM contacts
WHERE list_id = $1 AND org_id = $2 AND status = 'subscribed' AND removed_at IS NULL
  AND address_key > coalesce($3, '')
ORDER BY address_key LIMIT $4`;

// Whoever comes second finds that the list has moved on, and writes nothing.
const MOVE_ON = `
UPDATE bulks SET list_after = $3, accepted = accepted + $4, rejected = rejected + $5,
  total = CASE WHEN $6 THEN accepted + $4 + rejected + $5 ELSE total END,
  filled_at = CASE WHEN $6 THEN now() END, touched_at = now()
WHERE id = $1 AND status = 'RUNNING' AND filled_at IS NULL AND list_after IS NOT DISTINCT FROM $2
RETURNING accepted`;

/** Makes the next mails of a bulk send to a list. Safe to run twice, and in several processes at once. */
export async function expandNext(deps: ExpandListDeps, bulkId: string): Promise<void> {
  const { database } = deps;
  const [bulk] = await database.query<Unfilled>(FIND, [bulkId]);
  if (!bulk) return;
  const inbox = (await readSendingInboxes(database, [bulk.inboxId])).get(bulk.inboxId);
  if (inbox) await keep(deps, bulk, await makePart(deps, bulk, inbox));
  else await database.transaction((manager) => giveUpBulk(manager, bulkId));
}

async function makePart(
  deps: ExpandListDeps,
  bulk: Unfilled,
  inbox: SendingInbox,
): Promise<ListPart> {
  const limit = Math.min(PART_CONTACTS, bulk.total - bulk.made);
  const { listId, orgId, after } = bulk;
  const found = await deps.database.query<Contact>(CONTACTS, [listId, orgId, after, limit]);
  const { contacts, drafted } = draftAll(deps, bulk, { inbox, found });
  const accepted = await prepareSound(deps, drafted);
  return {
    contacts,
    ...(await withRoom(deps, bulk, accepted)),
    isLast: found.length < PART_CONTACTS && contacts.length === found.length,
  };
}

/** Mails that the organization has no room for are refused, and the list goes on. */
async function withRoom(
  { database }: ExpandListDeps,
  bulk: Unfilled,
  { sends, rejections }: Accepted,
): Promise<Accepted> {
  const error = await storageRefusal(database, bulk, bytesOf(sends));
  if (!error) return { sends, rejections };
  const refused = sends.map(({ bulk: place }) => ({ ...place!, error }));
  return { sends: [], rejections: [...rejections, ...refused] };
}

/** The contacts that fit into one part, as mails. */
function draftAll(
  { tokens }: ExpandListDeps,
  bulk: Unfilled,
  { inbox, found }: { readonly inbox: SendingInbox; readonly found: readonly Contact[] },
) {
  let bytes = 0;
  const budget = { add: (more: number) => void (bytes += more), isOver: () => false };
  const drafted: (Preparing | Rejection)[] = [];
  for (const contact of found) {
    if (bytes > PART_BYTES) break;
    const { address, name } = contact;
    const index = bulk.made + drafted.length;
    const place = { id: bulk.id, index, clientRef: address };
    const read = () => {
      const message = { to: [{ address, name }], variables: contactVariables(contact) };
      const defaults = { ...bulk.template.defaults, headers: headersFor(tokens, bulk, contact) };
      return { inbox, draft: draftOfMessage(message, defaults, budget) };
    };
    drafted.push(orRejection(place, { ...bulk, noticeOf: null }, budget, read));
  }
  return { contacts: found.slice(0, drafted.length), drafted };
}

/** With one click to unsubscribe, whatever was given under those names. */
function headersFor(
  tokens: ExpandListDeps['tokens'],
  { orgId, listId, template: { defaults, publicUrl } }: Unfilled,
  { address }: Contact,
): Record<string, string> {
  const given = defaults.headers ?? {};
  if (publicUrl === null) return given;
  const own = unsubscribeHeaders(publicUrl, tokens.make({ orgId, listId, address }));
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const others = Object.entries(given).filter(([name]) => !taken.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...own };
}

async function keep(
  { database }: ExpandListDeps,
  bulk: Unfilled,
  { contacts, sends, rejections, isLast }: ListPart,
): Promise<void> {
  const last = contacts.at(-1)?.key ?? bulk.after;
  const ends = isLast || bulk.made + contacts.length >= bulk.total;
  await database.transaction(async (manager) => {
    const [[moved]]: [{ accepted: number }[], number] = await manager.query(MOVE_ON, [
      bulk.id,
      bulk.after,
      last,
      sends.length,
      rejections.length,
      ends,
    ]);
    if (!moved) return;
    await addRejections(manager, bulk.id, rejections);
    if (sends.length > 0) await writeSends(manager, sends);
    if (ends) await refundQuota(manager, bulk.id, bulk.total - moved.accepted);
  });
}
