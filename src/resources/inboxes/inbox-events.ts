import { recordEvents } from '../../store/events/record.js';
import type { Queries } from '../../db/queries.js';
import type { EventKind } from '../../store/events/kinds.js';

/** An inbox as its events tell of it. */
export interface ToldInbox {
  readonly id: string;
  readonly orgId: string;
  readonly address: string;
  readonly name: string;
  readonly status: string;
}

/** Tells of an inbox, in the transaction of what happened to it. */
export const recordInboxEvent = (
  queries: Queries,
  kind: Extract<EventKind, `inbox.${string}`>,
  { id, orgId, address, name, status }: ToldInbox,
): Promise<void> =>
  recordEvents(queries, [
    {
      kind,
      orgId,
      inboxId: id,
      resourceId: id,
      data: { inbox_id: id, address, name, status },
    },
  ]);
