import type { DeliverWebhookInput } from '../../workflows/deliver-webhook.js';
import type { Database } from '../db/database.js';
import { newId } from '../ids.js';
import { workflowId } from './ids.js';

/** Deliveries that one run makes: one of its own, or several under load. */
export interface DeliveryRun {
  readonly workflowId: string;
  readonly deliveries: DeliverWebhookInput['deliveries'];
  readonly orgIds: readonly string[];
  /** What operators look for: the webhooks, and of a delivery alone itself, its inbox and mail. */
  readonly resourceIds: readonly string[];
  /** Age of the oldest delivery. */
  readonly ageSeconds: number;
}

/** What is known of endpoints in this process. */
export interface EndpointLoad {
  /** Those that can take nothing more now. */
  busy(): readonly string[];
  /** Those that many deliveries may be taken on for at once. */
  fast(): readonly string[];
}

interface TakenRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly org_id: string;
  readonly workflow_id: string;
  readonly about: readonly string[] | null;
  readonly age: number;
}

interface TakeAnswer {
  readonly rows: readonly TakenRow[];
  readonly places: number;
  readonly last: string | null;
}

/** Deliveries of one run at most. */
export const DELIVERIES_AT_ONCE = 200;
// Webhooks that one claim looks at: a search attribute holds 2,048 bytes, about 75 ids.
const PLACES = 50;
// As few deliveries as this have runs of their own.
const ALONE = 5;
// Of an endpoint that is not known to be fast.
const HANDFUL = 5;

/**
 * Takes queued deliveries of the webhooks after $1, in turns, but none of those in $2, and more than a
 * handful only of those in $3. Several belong to the run $4. Webhooks are found by skipping along the
 * index, so that a backlog of one costs the others nothing.
 */
const TAKE = `
WITH RECURSIVE place AS (
  (SELECT webhook_id, 1 AS number FROM webhook_deliveries
   WHERE status = 'PENDING' AND queued AND webhook_id > $1 ORDER BY webhook_id LIMIT 1)
  UNION ALL
  SELECT next.webhook_id, place.number + 1
  FROM place CROSS JOIN LATERAL (
    SELECT d.webhook_id FROM webhook_deliveries d
    WHERE d.status = 'PENDING' AND d.queued AND d.webhook_id > place.webhook_id
    ORDER BY d.webhook_id LIMIT 1) AS next
  WHERE place.number < ${PLACES}
), candidate AS (
  SELECT waiting.id, place.webhook_id,
    row_number() OVER (PARTITION BY place.number ORDER BY waiting.xid, waiting.seq) AS turn
  FROM place CROSS JOIN LATERAL (
    SELECT d.id, d.xid, d.seq FROM webhook_deliveries d
    WHERE d.status = 'PENDING' AND d.queued AND d.webhook_id = place.webhook_id
    ORDER BY d.xid, d.seq LIMIT ${DELIVERIES_AT_ONCE}) AS waiting
  WHERE place.webhook_id <> ALL ($2)
), picked AS MATERIALIZED (
  SELECT id FROM webhook_deliveries
  WHERE queued AND id = ANY (ARRAY(
    SELECT id FROM candidate WHERE turn <= ${HANDFUL} OR webhook_id = ANY ($3)
    ORDER BY turn, webhook_id LIMIT ${DELIVERIES_AT_ONCE}))
  FOR UPDATE SKIP LOCKED
), taken AS (
  UPDATE webhook_deliveries d
  SET queued = false, touched_at = now(),
    workflow_id = CASE WHEN (SELECT count(*) FROM picked) > ${ALONE} THEN $4
      ELSE 'deliverWebhook:' || d.id END
  WHERE d.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING d.id, d.webhook_id, d.org_id, d.workflow_id, d.event_id, d.created_at, d.xid, d.seq
)
SELECT (SELECT count(*)::int FROM place) AS places,
  (SELECT webhook_id FROM place ORDER BY number DESC LIMIT 1) AS last,
  coalesce((SELECT jsonb_agg(to_jsonb(work)) FROM (
    SELECT t.id, t.webhook_id, t.org_id, t.workflow_id,
      extract(epoch FROM now() - t.created_at)::float8 AS age,
      CASE WHEN t.workflow_id <> $4 THEN (
        SELECT array_remove(ARRAY[e.inbox_id, e.resource_id], NULL)
        FROM events e WHERE e.id = t.event_id) END AS about
    FROM taken t ORDER BY t.xid, t.seq) AS work), '[]') AS rows`;

const GIVE_BACK = `
UPDATE webhook_deliveries SET queued = true
WHERE id = ANY ($1) AND status = 'PENDING' AND NOT queued`;

const LAG = `
SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
FROM webhook_deliveries WHERE status = 'PENDING' AND queued`;

/** Seconds that the oldest delivery has been waiting for a run. */
export async function deliveryLagSeconds(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(LAG);
  return row!.seconds;
}

/** Takes queued deliveries for one dispatcher; several may do so at once. */
export class DeliveryClaims {
  /** Where the next claim goes on, when there are more webhooks than one looks at. */
  private place = '';

  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointLoad,
  ) {}

  /** Deliveries nobody has taken: oldest first, webhooks in turn. */
  async take(): Promise<readonly DeliveryRun[]> {
    // Where all that is found is busy or in other hands, what comes after it is next, once around.
    for (let around = this.place === ''; ;) {
      const rows = await this.takeFromPlace();
      const atEnd = this.place === '';
      if (rows.length > 0 || (around && atEnd)) return runsOf(rows);
      around ||= atEnd;
    }
  }

  /** Gives back what could not be started. */
  async giveBack({ deliveries }: DeliveryRun): Promise<void> {
    await this.database.query(GIVE_BACK, [deliveries.map(({ id }) => id)]);
  }

  private async takeFromPlace(): Promise<readonly TakenRow[]> {
    const [answer] = await this.database.query<TakeAnswer>(TAKE, [
      this.place,
      this.endpoints.busy(),
      this.endpoints.fast(),
      workflowId('deliverWebhook', newId('run')),
    ]);
    const { rows, places, last } = answer!;
    this.place = places < PLACES ? '' : (last ?? '');
    return rows;
  }
}

function runsOf(rows: readonly TakenRow[]): DeliveryRun[] {
  const runs = new Map<string, TakenRow[]>();
  for (const row of rows) {
    const run = runs.get(row.workflow_id);
    if (run) run.push(row);
    else runs.set(row.workflow_id, [row]);
  }
  return [...runs].map(([id, taken]) => ({
    workflowId: id,
    deliveries: taken.map((row) => ({
      id: row.id,
      webhookId: row.webhook_id,
      orgId: row.org_id,
    })),
    orgIds: [...new Set(taken.map(({ org_id }) => org_id))],
    resourceIds: [...new Set(taken.flatMap(resourcesOf))],
    ageSeconds: Math.max(...taken.map(({ age }) => age)),
  }));
}

const resourcesOf = ({ id, webhook_id, about }: TakenRow) =>
  about ? [id, webhook_id, ...about] : [webhook_id];
