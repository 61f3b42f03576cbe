import type { ActivityServices } from '../../activities/index.js';
import type { WorkflowName } from '../../src/store/run.js';

/** What tests know of the background work of a resource: each file of `background/` exports one. */
export interface BackgroundWork {
  /** Its services where they have nothing to do. */
  readonly idle: Partial<ActivityServices>;
  /** Rows that are left behind when Temporal forgets the run of $1, and what the run is named after. */
  readonly left: Partial<Record<WorkflowName, { rows: string; of?: (id: string) => string }>>;
}

/** When rows were left behind. */
export const HOUR_AGO = `now() - interval '1 hour'`;

/** SQL: the inbox $1, with this time in that column. */
export const inboxWith = (column: string, time: string): string => `
  INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash, created_at, ${column})
  VALUES ($1, 'org_1', $1, 'restante.localhost', 'n', '', ${HOUR_AGO}, ${time})`;
