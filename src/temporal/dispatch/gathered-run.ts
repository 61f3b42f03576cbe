import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryRun } from '../work.js';

// What one claim takes at most, as a history holds it.
const MOST_DELIVERIES = 200;
// A search attribute holds 2,048 bytes, about 75 ids: with the 50 of one more claim they fit.
const MOST_ORGS = 20;

/** A run to be started soon, which all deliveries belong to that are taken until then. */
export class GatheredRun implements DeliveryRun {
  readonly workflowId: string;
  readonly ageSeconds: number;
  private readonly gathered: DeliveryRun['deliveries'][number][] = [];
  private readonly orgs = new Set<string>();
  private readonly resources = new Set<string>();
  private readonly waiting = new AbortController();

  constructor(first: DeliveryRun) {
    this.workflowId = first.workflowId;
    this.ageSeconds = first.ageSeconds;
    this.add(first);
  }

  /** Whether it may take no more. */
  get isFull(): boolean {
    return this.gathered.length >= MOST_DELIVERIES || this.orgs.size >= MOST_ORGS;
  }

  /** Resolves when it is full, or after so many milliseconds. */
  async collected(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.waiting.signal }).catch(() => undefined);
  }

  get deliveries(): DeliveryRun['deliveries'] {
    return this.gathered;
  }

  get orgIds(): readonly string[] {
    return [...this.orgs];
  }

  get resourceIds(): readonly string[] {
    return [...this.resources];
  }

  /** What was taken for the same run. */
  add({ deliveries, orgIds, resourceIds }: DeliveryRun): void {
    this.gathered.push(...deliveries);
    for (const id of orgIds) this.orgs.add(id);
    for (const id of resourceIds) this.resources.add(id);
    if (this.isFull) this.waiting.abort();
  }
}
