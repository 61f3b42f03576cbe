import type { Caller } from '../../auth/caller.js';
import { requireOwned, requireWholeOrg } from '../../auth/ownership.js';
import type { Queries } from '../../db/queries.js';
import { invalid } from '../../errors.js';
import { costOf } from '../../store/mail/count-sends.js';
import type { SendingInbox } from '../../store/inboxes.js';
import { checkListTemplate, type BulkDefaults } from './messages.js';
import type { ListPlan } from './store.js';

/** What mail to a contact list is made of, as it is kept until all of it is made. */
export interface ListTemplate {
  readonly defaults: BulkDefaults;
  /** Where links to unsubscribe lead; null where it is not known. */
  readonly publicUrl: string | null;
}

const FIND = `
SELECT org_id AS "orgId", (
  SELECT count(*)::int FROM contacts
  WHERE list_id = list.id AND status = 'subscribed' AND removed_at IS NULL) AS subscribed
FROM contact_lists AS list WHERE id = $1`;

const distinct = (mailboxes: BulkDefaults['cc'] = []): number =>
  new Set(mailboxes.map(({ address }) => address.toLowerCase())).size;

/** How many mails a list makes, and what they count. @throws AppError 400, 403, 404 */
export async function planList(
  database: Queries,
  caller: Caller,
  inbox: SendingInbox,
  { listId, template }: Pick<ListPlan, 'listId' | 'template'>,
): Promise<ListPlan> {
  requireWholeOrg(caller, 'contact lists');
  const rows = await database.query<{ orgId: string; subscribed: number }>(FIND, [listId]);
  const { subscribed: total } = requireOwned(caller.orgId, rows[0], 'Contact list');
  if (total === 0) throw invalid('contact_list_id is of a list without subscribed contacts');
  checkListTemplate(template.defaults);
  const { id: inboxId, dailySendLimit: dailyLimit } = inbox;
  const inboxes = dailyLimit === null ? [] : [{ inboxId, dailyLimit, total }];
  const { orgId, plan } = caller;
  const costEach = costOf(plan, 1 + distinct(template.defaults.cc));
  // What they weigh is seen when they are made.
  const count = { orgId, plan, cost: total * costEach, bytes: 0, inboxes };
  return { listId, template, total, costEach, count };
}
