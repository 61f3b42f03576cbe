import type { Endpoints } from '../../resources/webhooks/endpoints.js';
import type { DeliveryRun } from '../work.js';
import type { Database } from '../../db/database.js';
import { newId } from '../../ids.js';
import { DELIVERIES_AT_ONCE, FAN_OUT, RELEASE, LAG, PLACES, TAKE } from './delivery-statements.js';
import { workflowId } from '../../store/run.js';

/** What is known of endpoints in this process. */
export type EndpointLoad = Pick<Endpoints, 'busy' | 'fast'>;

interface TakenRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly org_id: string;
  readonly workflow_id: string;
  readonly about: readonly string[] | null;
  readonly age: number;
}

interface DeliveryLook {
  readonly rows: readonly TakenRow[];
  readonly places: number;
  /** The last place that was looked at. */
  readonly last: string | null;
  /** Events that got their deliveries. */
  readonly made: number;
  /** Whether there is more than was taken. */
  readonly more: boolean;
  /** Whether deliveries were queued. */
  readonly queued: boolean;
}

/** Seconds that the oldest delivery, made or not, has been waiting for a run. */
export async function deliveryLagSeconds(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(LAG);
  return row!.seconds;
}

/** Where deliveries come from: events that are new, and what is queued. */
export type DeliveryQueue = 'fresh' | 'queued';

/** Takes deliveries for one dispatcher; several may do so at once. */
export class DeliveryClaims {
  private readonly fresh = new Rounds((place) => this.fanOut(place));
  private readonly queued = new Rounds((place) => this.takeQueued(place));
  private next = [this.fresh, this.queued];

  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointLoad,
  ) {}

  /** Whether all there was is taken, as far as was told. */
  get areDrained(): boolean {
    return this.fresh.isDrained && this.queued.isDrained;
  }

  /** There is something, or may be: a look that is under way may not see it. */
  expect(source: DeliveryQueue): void {
    this[source].expect();
  }

  /** Deliveries nobody has taken: oldest first, webhooks in turn, new ones and queued ones in turn. */
  async take(): Promise<readonly DeliveryRun[]> {
    for (const rounds of this.next) {
      const rows = rounds.isDrained ? [] : await rounds.find();
      if (rows.length === 0) continue;
      this.next = rounds === this.fresh ? [this.queued, this.fresh] : [this.fresh, this.queued];
      return runsOf(rows);
    }
    return [];
  }

  /** Gives back what could not be started. */
  async release({ deliveries }: DeliveryRun): Promise<void> {
    await this.database.query(RELEASE, [deliveries.map(({ id }) => id)]);
    this.expect('queued');
  }

  private async fanOut(place: string): Promise<DeliveryLook> {
    const ids = Array.from({ length: DELIVERIES_AT_ONCE }, () => newId('whd'));
    const found = await this.look(FAN_OUT, [place, ...this.limits(), ids]);
    if (found.queued) this.expect('queued');
    return found;
  }

  private takeQueued(place: string): Promise<DeliveryLook> {
    return this.look(TAKE, [place, ...this.limits()]);
  }

  private limits() {
    return [
      this.endpoints.busy(),
      this.endpoints.fast(),
      workflowId('deliverWebhook', newId('run')),
    ];
  }

  private async look(statement: string, values: unknown[]): Promise<DeliveryLook> {
    const [found] = await this.database.query<DeliveryLook>(statement, values);
    return found!;
  }
}

/** Goes round all places, as many at a look as one may have, and goes on where it stopped. */
class Rounds {
  /** Whether all that is known of was taken. */
  isDrained = false;
  private told = 0;
  private place = '';

  constructor(private readonly look: (place: string) => Promise<DeliveryLook>) {}

  /** There is something. */
  expect(): void {
    this.told++;
    this.isDrained = false;
  }

  /** What the next look yields that yields something; nothing once it was around. */
  async find(): Promise<readonly TakenRow[]> {
    const { told } = this;
    // Where all that is found is busy or in other hands, what comes after it is next, once around.
    let around = this.place === '';
    let all = around;
    for (;;) {
      const { rows, made, more } = await this.goOn();
      const atEnd = this.place === '';
      all &&= !more;
      if (rows.length > 0 || (made === 0 && around && atEnd)) {
        // What was told of meanwhile may not have been seen.
        this.isDrained = all && atEnd && told === this.told;
        return rows;
      }
      around ||= atEnd;
    }
  }

  private async goOn(): Promise<DeliveryLook> {
    const found = await this.look(this.place);
    this.place = found.places < PLACES ? '' : (found.last ?? '');
    return found;
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
