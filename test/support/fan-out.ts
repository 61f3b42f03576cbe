import type { Database } from '../../src/db/database.js';
import { DeliveryClaims } from '../../src/temporal/dispatch/delivery-claim.js';

/** Makes the deliveries of all events so far, as a worker would, but takes none of them. */
export async function fanOut(database: Database): Promise<void> {
  const rows = await database.query<{ id: string }>('SELECT id FROM webhooks');
  const busy = rows.map(({ id }) => id);
  await new DeliveryClaims(database, { busy: () => busy, fast: () => [] }).take();
}
