import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { InboxEntity } from './entities.js';
import type { EventKind } from '../../store/events/kinds.js';

/** An inbox as its events tell of it. */
export type AnnouncedInbox = Pick<InboxEntity, 'id' | 'orgId' | 'address' | 'name' | 'status'>;

/** Tells of an inbox, in the transaction of what happened to it. */
export const recordInboxEvent = (
  queries: Queries,
  kind: Extract<EventKind, `inbox.${string}`>,
  { id, orgId, address, name, status }: AnnouncedInbox,
): Promise<void> =>
  recordEvents(queries, [
    { kind, orgId, inboxId: id, resourceId: id, data: { inbox_id: id, address, name, status } },
  ]);
