import { groupBy } from '../../group-by.js';
import type { Endpoints } from '../../resources/webhooks/endpoints.js';
import type { DeliveryRun } from '../work.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { workflowId } from '../../store/run.js';
import {
  DELIVERIES_AT_ONCE,
  FAN_OUT,
  RELEASE,
  LAG,
  QUEUES_PER_CLAIM,
  TAKE,
} from './delivery-statements.js';

/** What is known of endpoints in this process. */
export type EndpointLoad = Pick<Endpoints, 'busy' | 'fast' | 'onRoom'>;

interface TakenRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly org_id: string;
  readonly workflow_id: string;
  readonly about: readonly string[] | null;
  readonly age: number;
}

interface DeliveryClaim {
  readonly rows: readonly TakenRow[];
  readonly places: number;
  /** The last queue that was asked. */
  readonly last: string | null;
  /** Events that got their deliveries. */
  readonly made: number;
  /** Whether there is more than was taken. */
  readonly more: boolean;
  /** Whether deliveries were queued. */
  readonly queued: boolean;
}

/** Seconds that the oldest delivery, made or not, has been waiting for a run. */
export async function deliveryLagSeconds(database: Queries): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(LAG);
  return row!.seconds;
}

/** Where deliveries come from: events that are new, and what is queued. */
export type DeliveryQueue = 'fresh' | 'queued';

/** The run that deliveries are taken for. */
export interface TakingRun {
  readonly workflowId: string;
  /** As few deliveries as this have runs of their own. */
  readonly alone: number;
}

// A run costs about 20 ms of CPU, however many deliveries it has.
const ALONE = 5;

/** A new run, for more than `alone` deliveries at once. */
export const newRun = (alone = ALONE): TakingRun => ({
  workflowId: workflowId('deliverWebhook', newId('run')),
  alone,
});

/** Takes deliveries for one dispatcher; several may do so at once. */
export class DeliveryClaims {
  private readonly fresh = new RoundRobin((place, run) => this.fanOut(place, run));
  private readonly queued = new RoundRobin((place, run) => this.takeQueued(place, run));
  private next = [this.fresh, this.queued];

  constructor(
    private readonly database: Database,
    private readonly endpoints: Pick<EndpointLoad, 'busy' | 'fast'>,
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
  async take(run = newRun()): Promise<readonly DeliveryRun[]> {
    for (const rounds of this.next) {
      const rows = rounds.isDrained ? [] : await rounds.find(run);
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

  private async fanOut(place: string, run: TakingRun): Promise<DeliveryClaim> {
    const ids = Array.from({ length: DELIVERIES_AT_ONCE }, () => newId('whd'));
    const found = await this.look(FAN_OUT, [place, ...this.limits(run), ids]);
    if (found.queued) this.expect('queued');
    return found;
  }

  private takeQueued(place: string, run: TakingRun): Promise<DeliveryClaim> {
    return this.look(TAKE, [place, ...this.limits(run)]);
  }

  private limits({ workflowId, alone }: TakingRun) {
    return [this.endpoints.busy(), this.endpoints.fast(), workflowId, alone];
  }

  private async look(statement: string, values: unknown[]): Promise<DeliveryClaim> {
    const [found] = await this.database.query<DeliveryClaim>(statement, values);
    return found!;
  }
}

/** Takes from one queue after the other, and begins where it stopped the last time. */
class RoundRobin {
  /** Whether all that is known of was taken. */
  isDrained = false;
  private told = 0;
  private place = '';

  constructor(private readonly look: (place: string, run: TakingRun) => Promise<DeliveryClaim>) {}

  /** There is something. */
  expect(): void {
    this.told++;
    this.isDrained = false;
  }

  /** The rows of the next claim that finds any; none once all queues were asked. */
  async find(run: TakingRun): Promise<readonly TakenRow[]> {
    const { told } = this;
    // What is found may be busy, or locked by another dispatcher: then the next queues are asked, each once.
    let around = this.place === '';
    let all = around;
    for (;;) {
      const { rows, made, more } = await this.goOn(run);
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

  private async goOn(run: TakingRun): Promise<DeliveryClaim> {
    const found = await this.look(this.place, run);
    this.place = found.places < QUEUES_PER_CLAIM ? '' : (found.last ?? '');
    return found;
  }
}

function runsOf(rows: readonly TakenRow[]): DeliveryRun[] {
  const runs = groupBy(rows, ({ workflow_id }) => workflow_id);
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
